import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatAnchor, parseAnchor } from './anchor.ts'
import { cutPassages, LONGEST_PASSAGE_WORDS, countWords, splitSentences } from './cut-passages.ts'

const sentence = (words: number, word = 'word'): string => `S${`${word} `.repeat(words).trim()}.`
const paragraph = (sentences: number): string => Array.from({ length: sentences }, () => sentence(20)).join(' ')
const cut = (text: string): string[] => cutPassages(text).map(({ start, end }) => text.slice(start, end))
const lengths = (text: string): number[] => cut(text).map(countWords)

test('a text is cut at the ends of paragraphs and sentences, into passages of about 80 to 200 words', () => {
  assert.deepEqual(lengths(paragraph(10)), [200])
  assert.deepEqual(lengths(paragraph(11)), [100, 120])
  assert.deepEqual(lengths(paragraph(30)), [140, 160, 140, 160])
  assert.deepEqual(lengths([paragraph(5), paragraph(7), paragraph(2)].join('\n\n')), [100, 180])
  assert.deepEqual(lengths([paragraph(2), paragraph(1), paragraph(2), paragraph(4)].join('\n\n')), [100, 80])
  for (const passage of cut([paragraph(5), paragraph(40)].join('\n\n'))) assert.match(passage, /\.\s*$/u)
})

test('abbreviations, initials and numbers end no sentence', () => {
  const text = 'Zhou et al. show this (e.g. in Fig. 3). J. Smith agrees. “It works!” Value 3.5 holds. 完了した。次。'
  assert.deepEqual(
    splitSentences(text).map(({ start, end }) => text.slice(start, end).trim()),
    [
      'Zhou et al. show this (e.g. in Fig. 3).',
      'J. Smith agrees.',
      '“It works!”',
      'Value 3.5 holds.',
      '完了した。',
      '次。',
    ],
  )
})

test('passages joined are the text, whatever it is, and none is much too long', () => {
  const piece = fc.oneof(
    fc.constantFrom(' ', '\n\n', '. ', '.\n', '。', '!) ', 'e.g. ', '漢字', '\t', '-', '\u{1f600}'),
    fc.integer({ min: 1, max: 260 }).map((words) => sentence(words)),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const passages = cut(text)
      if (text.trim() !== '') assert.equal(passages.join(''), text)
      for (const [index, passage] of passages.entries()) {
        const words = countWords(passage)
        assert.ok(words <= LONGEST_PASSAGE_WORDS, `${words} words`)
        assert.ok(passages.length === 1 || words >= 1, `passage ${index} of ${passages.length}`)
      }
    }),
  )
})

test('an anchor is read as it was written, and nothing else is one', () => {
  for (const text of ['p12@3#s4.2', 'p007@1#abstract.1', 'p1@12#commentary.3'])
    assert.equal(formatAnchor(parseAnchor(text) ?? assert.fail(text)), text)
  for (const text of [
    'p12#s4.2',
    'p12@0#s4.2',
    'p12@3#s4',
    'p12@3#title.1',
    'x12@3#s4.2',
    'p12@3#s4.02',
    ' p12@3#s4.2',
  ])
    assert.equal(parseAnchor(text), null, text)
})

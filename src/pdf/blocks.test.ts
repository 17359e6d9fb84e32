import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sentenceEnds, joinLines, knownWords } from './blocks.ts'

/** A text parted where its sentences end. */
const sentences = (text: string): string[] => {
  const places = [0, ...sentenceEnds(text), text.length]
  return places.slice(1).map((end, index) => text.slice(places[index], end).trim())
}

test('sentences end at a full stop that something new follows', () => {
  assert.deepEqual(sentences('One ends. “Two” asks? (Three) says so.” 4 is last.'), [
    'One ends.',
    '“Two” asks?',
    '(Three) says so.”',
    '4 is last.',
  ])
  assert.deepEqual(sentences('It was seen [3]. Nobody (see Table 2). Then more.'), [
    'It was seen [3].',
    'Nobody (see Table 2).',
    'Then more.',
  ])
})

test('abbreviations, initials, numbers and names of programs end no sentence', () => {
  for (const text of [
    'As Smith et al. (2019) and Fig. 3 show',
    'by J. R. Example in Sec. 4, Eq. (5) and pp. 12',
    'version 2.5 of node.js and e.g. one more',
    'a question? asked within',
  ])
    assert.deepEqual(sentences(text), [text])
})

const join = (lines: string[], known: string[] = []): string => joinLines(lines, knownWords(known))

test('words that were broken at the end of a line are put together', () => {
  assert.equal(join(['a critical ingre-', 'dient of it']), 'a critical ingredient of it')
  assert.equal(join(['soft hy\u00ad', 'phens']), 'soft hyphens')
  assert.equal(join(['one line', 'and another']), 'one line and another')
})

test('a hyphen that belongs to its word stays', () => {
  assert.equal(
    join(['the state-', 'of-the-art and fine-tun-', 'ing'], ['tuning']),
    'the state-of-the-art and fine-tuning',
  )
  assert.equal(join(['long-', 'term goals'], ['long-term plans', 'a long-term one']), 'long-term goals')
  assert.equal(join(['GPT-', '4 and Citation-', 'Based ones']), 'GPT-4 and Citation-Based ones')
  assert.equal(join(['a model—', 'even that']), 'a model—even that')
  assert.equal(join(['from 1990 -', 'to 2000']), 'from 1990 - to 2000')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitSections } from '#core/text/split-sections.ts'
import { chooseQuotable } from './quotable.ts'
import { placeName } from './anchor.ts'
import { placedSections } from './text-parts.ts'

const paper = { title: 'Checkpoints for agents that work for days', abstract: 'We study when to save.' }

const FOUND = 'Agents that save a checkpoint after every call lose 12% less work than agents that save it once an hour.'
const ALSO = 'Longer budgets hide most failures, because nobody reads the last page of a log rather than its first one.'
const THIRD = 'Without a tested recovery no checkpoint helps, and only half of the teams had ever tried to use theirs.'

const quotes = (text: string, of = paper): string[] =>
  chooseQuotable(of, placedSections(splitSections(text))).map((quote) => quote.text)

/** A text with these sentences among others, each in a section of its own. */
const textWith = (...sentences: string[]): string =>
  sentences.map((sentence, index) => `## Part ${index + 1}\n\nWe went on. ${sentence} It was late.`).join('\n\n')

test('sentences that stand alone and say what was found are chosen, in the order of the text, with their places', () => {
  const chosen = chooseQuotable(paper, placedSections(splitSections(textWith(ALSO, FOUND, THIRD))))
  assert.deepEqual(
    chosen.map(({ text, title, passage }) => [text, title, placeName(passage.place)]),
    [
      [ALSO, 'Part 1', 's1.1'],
      [FOUND, 'Part 2', 's2.1'],
      [THIRD, 'Part 3', 's3.1'],
    ],
  )
})

test('of many the best three are chosen, the same for the same text', () => {
  const more = textWith(
    ALSO,
    FOUND,
    THIRD,
    'Plans get no better when an agent makes them twice, so most of the time is lost.',
  )
  assert.equal(quotes(more).length, 3)
  assert.ok(quotes(more).includes(FOUND))
  assert.deepEqual(quotes(more), quotes(more))
})

test('a text with fewer than two such sentences has none', () => {
  assert.deepEqual(quotes(textWith(FOUND)), [])
  assert.deepEqual(quotes(''), [])
  assert.deepEqual(
    quotes('## Method\n\nWe describe the setting. The tools are listed below. Each task has a name.'),
    [],
  )
})

test('what leans on other words, on a figure or on markup is not chosen', () => {
  const unfit = [
    FOUND.replace('Agents', 'These agents'),
    FOUND.replace('Agents', 'However, agents'),
    FOUND.replace('Agents', 'Interestingly, agents'),
    FOUND.replace('12%', '12% (Figure 3)'),
    FOUND.replace('12%', '$12\\%$'),
    FOUND.replace('12%', '12% [4]'),
    FOUND.replace('work', 'work (p12)'),
    FOUND.replace('work', 'wo- rk'),
    FOUND.replace('once an hour.', 'once an hour ('),
    `${FOUND.slice(0, -1)} ${'and so on and on '.repeat(12)}.`,
    'Agents save 12% more.',
    `- ${FOUND}`,
    `| ${FOUND} | x |`,
  ]
  for (const sentence of unfit) assert.deepEqual(quotes(textWith(sentence, ALSO)), [], sentence)
  assert.deepEqual(quotes(textWith(FOUND, ALSO)), [FOUND, ALSO])
})

test('references and the like are passed over, and so is what the abstract says already', () => {
  const text = textWith(FOUND, ALSO)
  for (const heading of ['References', 'Related work', 'Acknowledgements', 'Appendix A'])
    assert.deepEqual(quotes(text.replace('Part 2', heading)), [], heading)
  assert.deepEqual(quotes(text, { ...paper, abstract: `We study.\n${FOUND}` }), [])
})

test('two sentences of one passage, or that say the same, are not both chosen', () => {
  assert.deepEqual(quotes(`## Part\n\n${FOUND} ${ALSO}`), [])
  assert.deepEqual(quotes(textWith(FOUND, FOUND.replace('12%', '13%'))), [])
})

test('emphasis and line ends are not part of a sentence', () => {
  assert.deepEqual(quotes(textWith(FOUND.replace('12%', '**12%**').replace(' work than', ' *work*\nthan'), ALSO)), [
    FOUND,
    ALSO,
  ])
})

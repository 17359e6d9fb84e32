import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NumberIndex, paperScorer, type NumberedTerm } from './score-paper.ts'
import type { Paper } from '#core/papers/paper.ts'
import { packedNumbers, packWords, wordNumber, rankedWords } from './ranked-words.ts'
import { impactOf, weighWords } from './bm25.ts'

const numbers = fc.array(fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })))

test('an index of numbers has the first place of each that it was made of, and of nothing else', () => {
  fc.assert(
    fc.property(numbers, numbers, (kept, asked) => {
      const index = new NumberIndex(kept)
      for (const number of [0, ...kept, ...asked]) assert.equal(index.placeOf(number), kept.indexOf(number))
    }),
  )
})

const paper = (said: Partial<Paper>): Paper =>
  ({
    title: '',
    abstract: null,
    topics: [],
    concepts: [],
    authors: [],
    institution: null,
    commentary: null,
    ...said,
  }) as Paper

const numbersOf = (said: Partial<Paper>): Uint32Array => packedNumbers(packWords(rankedWords(paper(said))))

const terms = (...words: string[]): NumberedTerm[] =>
  words.map((word, index) => ({ number: wordNumber(word), weight: index + 2 }))
const question = (asked: string[], known = asked) => ({
  terms: terms(...known),
  content: asked.map(wordNumber),
  words: asked.map(wordNumber),
})

test('a paper scores the impact of each word, more the more of the question it has', () => {
  const said = { title: 'Plan a plan', abstract: 'Robots plan with tools, gpt-4o and maps.' }
  const { frequencies, norm } = weighWords(rankedWords(paper(said)))
  const impact = (word: string): number => impactOf(frequencies.get(word) ?? 0, norm)
  const score = paperScorer(question(['plan', 'absent', 'gpt4o']), [])
  const words = 2 * impact('plan') + 4 * impact('gpt4o')
  assert.ok(impact('gpt4o') > 0)
  assert.equal(score(numbersOf(said)), words * (1 + (0.4 * 6) / 9))
  // The same arrays serve the next paper.
  assert.equal(score(numbersOf({ title: 'Nothing of it' })), 0)
  assert.equal(score(numbersOf(said)), words * (1 + (0.4 * 6) / 9))
})

test('neighbours of the question count more where they are near each other in one field', () => {
  const score = paperScorer(question(['plan', 'robot', 'never'], ['plan', 'robot']), [])
  const far = 'word '.repeat(9)
  const [near, apart, across] = [
    numbersOf({ abstract: `plan robot ${far}` }),
    numbersOf({ abstract: `plan ${far} robot` }),
    numbersOf({ abstract: `${far} plan`, commentary: 'robot' }),
  ].map(score)
  const reversed = score(numbersOf({ abstract: `robot plan ${far}` }))
  assert.ok(near !== undefined && apart !== undefined && across !== undefined)
  assert.ok(near > reversed && reversed > apart)
  const { norm } = weighWords(rankedWords(paper({ abstract: `plan robot ${far}` })))
  assert.equal(near.toFixed(9), (apart + 0.5 * 2 * impactOf(1, norm)).toFixed(9))
})

test('a concept that the question names as a whole adds a share of its most telling word', () => {
  const asked = question(['tool', 'us', 'plan'])
  const named = paperScorer(asked, [])(numbersOf({ concepts: ['Planning', 'Tool use', 'Plan reuse'] }))
  const unnamed = paperScorer(
    { ...asked, words: [] },
    [],
  )(numbersOf({ concepts: ['Planning', 'Tool use', 'Plan reuse'] }))
  assert.equal((named - unnamed).toFixed(9), (2 * 0.3 * 4).toFixed(9))
})

test('added words count by themselves', () => {
  const said = numbersOf({ abstract: 'robot tools' })
  const asked = question(['robot'])
  const added = terms('tool', 'robot')
  const plain = paperScorer(asked, [])(said)
  const norm = weighWords(rankedWords(paper({ abstract: 'robot tools' }))).norm
  assert.equal(paperScorer(asked, added)(said).toFixed(9), (plain + (2 + 3) * impactOf(1, norm)).toFixed(9))
})

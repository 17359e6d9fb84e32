import assert from 'node:assert/strict'
import { test } from 'node:test'
import { conceptMeanings, joinMeanings, weighAlikeWords } from './meanings.ts'
import { parseRankedQuery } from './ranked-query.ts'

const CONCEPTS = [
  { name: 'prompt injection', definition: 'Hostile instructions hidden in data that a reader obeys.' },
  { name: 'error recovery', definition: 'Detecting a fault and getting back to a workable state.' },
  { name: 'memory', definition: 'What is kept.' },
]

test('a term for a word that no paper has counts most, one for a frequent word little', () => {
  const weights = weighAlikeWords(
    [
      { term: 'error', of: [['blunder']] },
      { term: 'failur', of: [['fault']] },
      { term: 'heurist', of: [['rule', 'thumb']] },
      { term: 'defect', of: [['fault'], ['blunder']] },
    ],
    { papers: 1_000, frequencyOf: (word) => (word === 'fault' || word === 'rule' ? 300 : 0) },
  )
  const weightOf = (term: string): number => weights.find((meaning) => meaning.term === term)?.weight ?? 0
  assert.ok(weightOf('error') > weightOf('heurist'))
  assert.ok(weightOf('heurist') > weightOf('failur'))
  assert.equal(weightOf('defect'), weightOf('error'))
  assert.deepEqual(weights.at(-1)?.of, ['fault', 'blunder'])
})

const meant = (text: string): string[] => conceptMeanings(CONCEPTS, parseRankedQuery(text)).map(({ term }) => term)

test('a question that says what a definition says also asks for the name of its concept', () => {
  assert.deepEqual(meant('instructions that are hidden in what it reads'), ['prompt', 'inject'])
  assert.deepEqual(meant('get back to work after a fault'), ['error', 'recoveri'])
})

test('one word, or a small part of a question, does not make a concept', () => {
  assert.deepEqual(meant('hidden'), [])
  assert.deepEqual(meant('zebras giraffes lions tigers hippos rhinos elephants monkeys hidden data'), [])
  assert.deepEqual(conceptMeanings([], parseRankedQuery('hidden instructions')), [])
})

test('the order of concepts makes no difference', () => {
  const query = parseRankedQuery('a fault in hidden instructions, detected and obeyed')
  assert.deepEqual(conceptMeanings(CONCEPTS.toReversed(), query), conceptMeanings(CONCEPTS, query))
})

test('a word that is meant twice is one, with both weights and all it comes from', () => {
  const [one, ...further] = joinMeanings([
    { term: 'inject', weight: 1, of: ['sneak'] },
    { term: 'inject', weight: 0.5, of: ['hidden', 'sneak'] },
  ])
  assert.deepEqual([one, further], [{ term: 'inject', weight: 1.5, of: ['sneak', 'hidden'] }, []])
})

const alike = (text: string): string[] => parseRankedQuery(text).alike.map(({ term }) => term)

test('words of operators and quoted ones are searched as they are', () => {
  assert.deepEqual(alike('blunder'), ['error', 'mistak', 'failur'])
  assert.deepEqual(alike('"blunder"'), [])
  assert.deepEqual(alike('title:blunder'), [])
  assert.deepEqual(alike('zebra -blunder'), [])
  assert.deepEqual(alike('blunder error').includes('error'), false)
})

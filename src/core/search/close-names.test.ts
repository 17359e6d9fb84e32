import assert from 'node:assert/strict'
import { test } from 'node:test'
import { closestNames, closestWords, nameWords } from './close-names.ts'

const names = [
  'Planning with agents',
  'Plans of plants',
  'Café robots',
  'Multi-agent memory',
  'Plant memory',
  'Владимир',
]

const found = (typed: string, most = 3): string[] =>
  closestNames(
    names.map((name) => ({ item: name, words: nameWords(name) })),
    typed,
    most,
  )

test('a name is found by the beginnings of its words, in any order and with any accents', () => {
  assert.deepEqual(found('agents plan'), ['Planning with agents'])
  assert.deepEqual(found('cafe rob'), ['Café robots'])
  assert.deepEqual(found('CAFÉ'), ['Café robots'])
  assert.deepEqual(found('multiagent'), ['Multi-agent memory'])
  assert.deepEqual(found('vladimir'), ['Владимир'])
  assert.deepEqual(found('agents robots'), [])
  assert.deepEqual(found(''), [])
  assert.deepEqual(found('…'), [])
})

test('a word of four letters may have one typo, a longer one two, also in its first letters', () => {
  assert.deepEqual(found('palnning'), ['Planning with agents'])
  assert.deepEqual(found('planing wiht'), ['Planning with agents'])
  assert.deepEqual(found('lpanning'), ['Planning with agents'])
  assert.deepEqual(found('memroy'), ['Plant memory', 'Multi-agent memory'])
  assert.deepEqual(found('mmeory'), ['Plant memory', 'Multi-agent memory'])
  assert.deepEqual(found('rbots'), ['Café robots'])
  assert.deepEqual(found('rob0ts'), ['Café robots'])
  assert.deepEqual(found('plxnxing'), ['Planning with agents'])
  assert.deepEqual(found('plxnxxng'), [])
  assert.deepEqual(found('rbo'), [], 'a shorter word with a typo is another word')
})

test('what was typed as it stands comes before typos, and whole words before longer ones', () => {
  assert.deepEqual(found('plant'), ['Plant memory', 'Plans of plants', 'Planning with agents'])
  assert.deepEqual(found('plan', 1), ['Plant memory'])
})

test('of words that are spelt nearly alike those of most papers come first', () => {
  const known = [
    { word: 'planning', papers: 3 },
    { word: 'planting', papers: 9 },
    { word: 'memory', papers: 90 },
  ]
  assert.deepEqual(closestWords(known, 'planying', 5), ['planting', 'planning'])
  assert.deepEqual(closestWords(known, 'planning', 5), ['planning', 'planting'])
  assert.deepEqual(closestWords(known, 'planying', 1), ['planting'])
})

test('each of many words is compared once with each of the last six that were typed', () => {
  const words = Array.from({ length: 50_000 }, (_, index) => ({ item: index, words: ['memory', 'planning'] }))
  const text = Array.from({ length: 500 }, () => 'plannning').join(' ')
  assert.equal(closestNames(words, text, 3).length, 3)
})

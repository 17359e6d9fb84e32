import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldWords } from '#core/search/indexed-fields.ts'
import type { Paper } from '#core/papers/paper.ts'
import { ANALYZER_VERSION } from '#core/text/tokenize.ts'
import { facets } from '#core/search/facet-token.ts'
import { BREAK, packWords, unpackWords, wordNumber, rankedWords } from './ranked-words.ts'
import { rankedFieldNames } from './field-weights.ts'

const said = {
  title: 'Planning with GPT-4o, in C++',
  abstract: 'We plan. '.repeat(50),
  topics: ['tool use', '日本語 agents'],
  concepts: ['Episodic memory', 'Planning'],
  authors: ['Ada Lovelace'],
  institution: null,
  commentary: '',
} as unknown as Paper

test('words come back as their numbers, field by field, with breaks between concepts', () => {
  const words = rankedWords(said)
  const unpacked = unpackWords(packWords(words))
  for (const field of rankedFieldNames) {
    assert.deepEqual([...unpacked[field].inOrder], Array.from(words[field].inOrder, wordNumber), field)
    assert.deepEqual([...unpacked[field].unordered], Array.from(words[field].unordered, wordNumber), field)
  }
  assert.deepEqual(
    [...unpacked.concepts.inOrder],
    [wordNumber('episod'), wordNumber('memori'), BREAK, wordNumber('plan')],
  )
  assert.ok([...unpacked.title.unordered].includes(wordNumber('gpt4o')))
})

test('words that were cut for the index are the same as those of the texts, also of long ones', () => {
  for (const paper of [said, { ...said, abstract: 'long-horizon plan '.repeat(2_000) }])
    assert.deepEqual(rankedWords(paper, fieldWords(paper)), rankedWords(paper))
})

test('stored words and tokens are those of this version: a change here needs a higher ANALYZER_VERSION', () => {
  assert.deepEqual(
    [ANALYZER_VERSION, rankedFieldNames, facets],
    [
      4,
      ['title', 'abstract', 'topics', 'concepts', 'authors', 'institution', 'commentary'],
      ['chapter', 'year', 'type', 'concept', 'institution', 'container', 'text', 'enterprise', 'added', 'addedMonth'],
    ],
  )
})

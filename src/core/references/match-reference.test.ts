import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchReference, type KnownPaper } from './match-reference.ts'
import { parseReference } from './parse-reference.ts'

const paper = (id: string, title: string, arxivId: string): KnownPaper => ({
  id,
  title,
  otherTitle: null,
  year: 2022,
  authors: ['Ada Example'],
  doi: null,
  arxivId,
  state: 'accepted',
})
const plans = paper('p1', 'Plans that hold for days', '2210.03629')
const walks = paper('p2', 'Robots that walk far away', '2305.17390')

const match = (arxivId: string, found: KnownPaper[]) =>
  matchReference(parseReference(`Example, A. (2022). Plans that hold for days. arXiv:${arxivId}`), found)

test('a title with the identifier of another paper is ambiguous, with its own or an unknown one clear', () => {
  const contradicted = match('2305.17390', [walks, plans])
  assert.deepEqual(
    [contradicted.result, contradicted.matches.map(({ paper: { id } }) => id)],
    ['ambiguous', ['p1', 'p2']],
  )
  assert.equal(match('2210.03629', [plans]).result, 'in_corpus')
  assert.equal(match('1701.00001', [plans]).result, 'in_corpus')
})

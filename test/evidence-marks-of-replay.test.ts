import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStatements } from '#core/evidence/statements.ts'
import { PAPERS_A_STEP, readClaims, readEvents } from '../scripts/evidence-replay/marks.ts'

// What npm run measure:evidence replays. The papers themselves are no part of the project.

const WORDS_IN_A_ROW = 8
const stepOf = (paper: string): number => Math.ceil(Number(paper.slice(1)) / PAPERS_A_STEP)

test('the claims of the replay are written after their papers came, and break later', () => {
  const claims = readClaims()
  assert.equal(claims.length, 120)
  assert.equal(new Set(claims.map(({ sentence }) => sentence)).size, 120)
  for (const { claim, text, from, breaks, look } of claims) {
    const [statement, ...others] = findStatements(text)
    assert.ok(statement !== undefined && others.length === 0, `claim ${claim} has one mark`)
    if (statement.mark.kind !== 'search')
      assert.ok(stepOf(statement.mark.paperId) <= from, `claim ${claim} is about a paper that is there`)
    for (const step of breaks === 'never' ? look : [breaks, ...look])
      assert.ok(step > from, `claim ${claim} holds when it is written`)
  }
})

test('the replay quotes at most eight words of a paper in a row', () => {
  const quotes = readClaims().flatMap(({ text }) =>
    findStatements(text).flatMap(({ mark }) => (mark.kind === 'quote' ? [mark.quote] : [])),
  )
  const changed = readEvents().flatMap((event) => (event.kind === 'revise' ? [event.old] : []))
  for (const words of [...quotes, ...changed]) assert.ok(words.split(' ').length <= WORDS_IN_A_ROW, words)
})

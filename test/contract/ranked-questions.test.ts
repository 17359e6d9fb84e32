import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RankedRequest } from '#ports/store/ranking.ts'
import { postgresEngine, sqliteEngine } from '../support/database/engines.ts'
import { corePaper, newPaper } from '../support/database/stored.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'
import { random } from '../support/generated/operations.ts'
import { budget } from '../support/budgets.ts'
import { testSeed } from '../support/generated/random.ts'
import { mergeAll, request } from '../support/search.ts'

const QUERIES = budget('rankedQuestions')

const WORDS =
  'agent memory plan tool long horizon budget audit test rollback error blunder the of how do what gpt-4o c++ retrieval'.split(
    ' ',
  )

/** Of a concept, in its words. */
const definitions = ['memory plan', 'agent', 'tool', 'audit', 'error rollback'].map((name, index) => ({
  name,
  definition: `${WORDS.slice(index, index + 6).join(' ')} and zebras`,
}))

test(`${QUERIES} generated questions have the same hits in the same order on both engines`, async (t) => {
  const ports = { clock: fakeClock(), log: recordingLog([]) }
  const [sqlite, postgres] = [await sqliteEngine.open(t, ports), await postgresEngine.open(t, ports)]
  const r = random(testSeed(20_261_122))
  const word = (): string => (r.whole(4) === 0 ? `rare${r.whole(2_000)}` : (WORDS[r.whole(WORDS.length)] ?? ''))
  const words = (most: number): string => Array.from({ length: 1 + r.whole(most) }, word).join(' ')
  const papers = Array.from({ length: 300 }, (_, index) =>
    newPaper(
      corePaper({
        id: `p${index + 1}`,
        title: words(6),
        abstract: words(60),
        topics: [words(2)],
        concepts: [words(2)],
        year: 2000 + r.whole(20),
        chapter: ((index % 7) + 1) as 1,
      }),
    ),
  )
  for (const store of [sqlite, postgres])
    for (let first = 0; first < papers.length; first += 20)
      await store.transact((tx) => tx.papers.add(papers.slice(first, first + 20)))
  for (const store of [sqlite, postgres])
    await store.transact(async (tx) => {
      for (const { name, definition } of definitions) await tx.concepts.define(name, definition)
    })
  let meant = 0
  const operators = ['', '-', '"', 'title:', '']
  for (let number = 0; number < QUERIES; number += 1) {
    const operator = operators[r.whole(operators.length)] ?? ''
    const text = `${words(9)} ${operator}${words(2)}${operator === '"' ? '"' : ''}`
    const given: Partial<Omit<RankedRequest, 'query'>> = {
      match: r.whole(4) === 0 ? 'all' : 'any',
      sort: (['best', 'best', 'newest', 'longHorizon'] as const)[r.whole(4)] ?? 'best',
      from: r.whole(3) * 10,
      limit: 20,
    }
    // Merged or not must make no difference either.
    if (number === QUERIES / 2) assert.ok((await mergeAll(sqlite, 1)) >= 5, 'in many steps')
    const [a, b] = [
      await sqlite.public.ranking.search(request(text, given)),
      await postgres.public.ranking.search(request(text, given)),
    ]
    assert.deepEqual(b, a, `${text} ${JSON.stringify(given)}`)
    meant += a.meanings.length
  }
  assert.ok(meant > 0)
  await Promise.all([sqlite.close(), postgres.close()])
})

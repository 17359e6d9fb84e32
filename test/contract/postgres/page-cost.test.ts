import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Kysely, type CompiledQuery } from 'kysely'
import { openPool, readInPool } from '#store/postgres/connection/connections.ts'
import { postgresDialect, postgresEngine as engine } from '#store/postgres/engine.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import type { Tables } from '#store/rows.ts'
import { publicPaperReader } from '#store/sql/papers/paper-reader.ts'
import { migratedDatabase, postgres } from '../../support/database/engines.ts'
import { multiplyPapers } from '../../support/database/multiply.ts'
import { addPapers, filter, newPaper } from '../../support/database/stored.ts'
import { fakeClock, recordingLog } from '../../support/ports.ts'

/** What a page of a search reads of the index, counted by the server. */

const PAPERS = 1_000
const TIMES = 16
/** One paper in this many has the phrase, one in this many its words only. */
const [WITH_PHRASE, WITH_WORDS] = [16, 5]

/** One paper in this many has another phrase, which is in none of the first. */
const [WITH_LATE_PHRASE, FIRST_LATE] = [7, 400]

const hasLatePhrase = (number: number): boolean => number >= FIRST_LATE && number % WITH_LATE_PHRASE === 0

const textOf = (number: number): string => {
  if (number % WITH_PHRASE === 0) return 'a slow memory'
  if (hasLatePhrase(number)) return 'it comes late'
  return number % WITH_WORDS === 0 ? 'memory is slow' : 'nothing'
}

const url = await migratedDatabase()
const database = url.split('/').at(-1) ?? ''
const server = await postgres()
const ports = { clock: fakeClock(), log: recordingLog([]) }
const pool = openPool(url, { max: 1, log: ports.log, server: 'primary' })
const statements: CompiledQuery[] = []
const papers = publicPaperReader(
  new Kysely<Tables>({
    dialect: postgresDialect((query) => {
      statements.push(query)
      return readInPool(pool)(query)
    }),
  }),
  engine,
)
after(() => pool.end())

type Step = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Step[]
} & Record<'Rows Removed by Filter' | 'Rows Removed by Index Recheck', number | undefined>

const rowsRead = (step: Step): number => {
  const below = (step.Plans ?? []).reduce((sum, each) => sum + rowsRead(each), 0)
  if (step['Relation Name'] !== 'paper_search') return below
  const removed = (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  return below + (step['Actual Rows'] + removed) * step['Actual Loops']
}

/** The statements of a page as they were run, in their order. */
const stepsOf = async (query: string): Promise<Step[]> => {
  statements.length = 0
  await papers.list(filter(query), null, 20)
  const steps: Step[] = []
  for (const { sql, parameters, ...rest } of statements) {
    const explained = await readInPool(pool)<{ 'QUERY PLAN': [{ Plan: Step }] }>({
      ...rest,
      sql: `explain (analyze, buffers, format json) ${sql}`,
      parameters,
    })
    steps.push(explained.rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail())
  }
  return steps
}

/** Rows of `paper_search` that a page reads. */
const costOf = async (query: string): Promise<number> =>
  (await stepsOf(query)).reduce((rows, step) => rows + rowsRead(step), 0)

/** All ids that a search finds, page by page. */
const allOf = async (query: string): Promise<string[]> => {
  const ids: string[] = []
  let next: number | null = 0
  while (next !== null) {
    const page = await papers.list(filter(query), next, 20)
    ids.push(...page.papers.map(({ id }) => id))
    next = page.next
  }
  return ids
}

test('a page of a phrase or a word in some of the papers reads as much in a corpus 16 times as large', async (t) => {
  const store = await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true })
  const made = Array.from({ length: PAPERS }, (_, index) =>
    newPaper({ id: `p${index + 1}`, title: textOf(index + 1), abstract: null, longHorizon: 500_000 }),
  )
  for (let from = 0; from < PAPERS; from += 100) await addPapers(store, ...made.slice(from, from + 100))
  await store.close()
  await server.run('analyze paper_search', database)

  const queries = ['"slow memory"', '"memory slow"', '"slow memory" -nothing', 'title:slow -is', 'nothing', 'absent']
  const small = new Map<string, number>()
  for (const query of queries) small.set(query, await costOf(query))
  await multiplyPapers(server, database, { papers: PAPERS, times: TIMES })
  await server.run('analyze paper_search', database)
  for (const query of queries) {
    const [before = 0, now] = [small.get(query), await costOf(query)]
    t.diagnostic(`${query}: ${before} rows, with ${TIMES} times the papers ${now}`)
    assert.ok(now <= Math.max(before, 300) + 250, `${query}: ${before} rows, then ${now}`)
  }

  const numbers = Array.from({ length: PAPERS * TIMES }, (_, index) => index + 1)
  const idsOf = (hasIt: (number: number) => boolean): string[] =>
    numbers.filter((number) => hasIt(((number - 1) % PAPERS) + 1)).map((number) => `p${number}`)
  const expected = idsOf((number) => number % WITH_PHRASE === 0)
  assert.deepEqual(await allOf('"slow memory"'), expected)
  assert.deepEqual(await allOf('title:slow -is'), expected)

  // Found by the index of words alone. Reading the words of a paper takes at least two blocks.
  const late = idsOf((number) => number % WITH_PHRASE > 0 && hasLatePhrase(number))
  for (const query of ['"comes late"', 'title:"it comes late"', 'comes-lat*', '"comes late" -memory']) {
    const whole = (await stepsOf(query)).at(-1) ?? assert.fail()
    const blocks = whole['Shared Hit Blocks'] + whole['Shared Read Blocks']
    t.diagnostic(`${query}: ${blocks} blocks for ${late.length} matches`)
    assert.ok(blocks < late.length / 2, `${query}: ${blocks} blocks for ${late.length} matches`)
    assert.deepEqual(await allOf(query), late)
  }
})

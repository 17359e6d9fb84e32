import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Chapter } from '#core/papers/chapter.ts'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { readChangedPapers } from '#store/sql/feeds.ts'
import type { Tables } from '#store/rows.ts'
import { preparedDialect, sqliteEngine as sqliteQueries } from '#store/sqlite/engine.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { temporaryFolder } from '../support/files.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'

const PAPERS = 30

const made = (index: number) =>
  newPaper({
    id: `p${index}`,
    title: index % 3 === 0 ? `Plans ${index}` : `Tools ${index}`,
    chapter: (1 + (index % 2)) as Chapter,
    concepts: index % 5 === 0 ? ['recovery'] : [],
    longHorizon: index * 10_000,
  })

const all = Array.from({ length: PAPERS }, (_, index) => made(index + 1))

const latest = (fits: (index: number) => boolean): string[] =>
  Array.from({ length: PAPERS }, (_, index) => PAPERS - index)
    .filter(fits)
    .map((index) => `p${index}`)

const plans: LibraryFilter = { ...everyPaper, query: parseSearchQuery('plans') }

const asked: [LibraryFilter, string[]][] = [
  [everyPaper, latest(() => true)],
  [{ ...everyPaper, chapter: 2 }, latest((index) => index % 2 === 1)],
  [plans, latest((index) => index % 3 === 0)],
  [{ ...plans, chapter: 1 }, latest((index) => index % 6 === 0)],
  [{ ...everyPaper, concept: 'recovery' }, latest((index) => index % 5 === 0)],
  [{ ...everyPaper, concept: 'nothing' }, []],
]

for (const engine of engines)
  test(`${engine.name}: papers that pass a filter, the last change first, page by page`, async (t) => {
    const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
    await addPapers(store, ...all)
    await addPapers(store, newPaper({ id: 'p900', title: 'Plans that nobody accepted' }, 'pending'))
    for (const [filter, ids] of asked) {
      const seen: string[] = []
      for (let before: number | null = null; ;) {
        const page = await store.public.feeds.changedPapers(filter, before, 4)
        seen.push(...page.map(({ paper }) => paper.id))
        if (page.length < 4) break
        before = page.at(-1)?.seq ?? null
      }
      assert.deepEqual(seen, ids, JSON.stringify(filter))
    }
    assert.deepEqual(await store.public.feeds.retractions(0, null, 10), [])
    await store.close()
  })

test('a search with very many matches finds those among the last changes', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const store = await openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  await addPapers(store, ...all)
  await store.close()
  const database = new Database(path)
  t.after(() => database.close())
  const scope = { db: new Kysely<Tables>({ dialect: preparedDialect(database) }), engine: sqliteQueries }
  const found = await readChangedPapers(scope, plans, { before: null, limit: 50, mostOrdered: 6 })
  assert.deepEqual(
    found.map(({ paper }) => paper.id),
    ['p30', 'p27'],
  )
})

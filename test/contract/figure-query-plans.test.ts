import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { Kysely, type CompiledQuery } from 'kysely'
import type { Tables } from '#store/rows.ts'
import { preparedDialect } from '#store/sqlite/dialect.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { plotReader } from '#store/sql/facets/plots.ts'
import { sitemapReader } from '#store/sql/papers/sitemap-reader.ts'
import { candidateRanking } from '#store/sql/sources/candidate-ranking.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { recordingLog } from '../support/service/recording-log.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { temporaryFolder } from '../support/database/temporary.ts'

test('figures read from indexes only, however large the corpus', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const store = await openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  await addPapers(
    store,
    newPaper({ id: 'p1', chapter: 2, longHorizon: 990_000, enterprise: 500_000, institution: 'A' }),
  )
  await store.close()
  const database = new Database(path)
  t.after(() => database.close())
  const queries: CompiledQuery[] = []
  const log = ({ query }: { query: CompiledQuery }): void => void queries.push(query)
  const queried = new Kysely<Tables>({ dialect: preparedDialect(database), log })
  const plots = plotReader(queried)

  const planOf = async (ask: () => Promise<unknown>): Promise<string> => {
    queries.length = 0
    await ask()
    assert.ok(queries.length > 0)
    return queries
      .flatMap(({ sql, parameters }) => database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters))
      .map((step) => (step as { detail: string }).detail)
      .join('\n')
  }

  const region = { longHorizon: [0, 1_000_000], enterprise: [500_000, 500_000] } as const
  for (const chapter of [null, 2]) {
    const plan = await planOf(() =>
      plots.region({ chapter, longHorizon: [...region.longHorizon], enterprise: [...region.enterprise] }, null, 25),
    )
    assert.match(plan, /SEARCH papers USING INDEX papers_on_map \(<expr>=\? AND <expr>>\? AND <expr><\?\)/u)
    assert.doesNotMatch(plan, /SCAN papers/u)
    assert.match(await planOf(() => plots.points(chapter, 10)), /papers USING INDEX papers_on_map/u)
    assert.match(
      await planOf(() => plots.cells(chapter)),
      /SEARCH counters USING COVERING INDEX counters_by_papers \(facet=\?/u,
    )
    assert.match(
      await planOf(() => plots.years(chapter)),
      /SEARCH counters USING COVERING INDEX counters_by_papers \(facet=\?/u,
    )
  }
  const sitemap = sitemapReader(queried)
  for (const ask of [() => sitemap.papers(0), () => sitemap.parts()]) {
    const plan = await planOf(ask)
    assert.match(plan, /SEARCH papers USING COVERING INDEX papers_in_sitemap \(<expr>=\?/u)
    assert.doesNotMatch(plan, /SCAN|TEMP B-TREE/u)
  }
  for (const ask of [() => plots.institutions(5), () => plots.sources(5)]) {
    const plan = await planOf(ask)
    assert.match(plan, /counters USING (?:COVERING )?INDEX counters_by_papers/u)
    assert.doesNotMatch(plan, /TEMP B-TREE/u)
  }
  // A job asks this every few seconds, and nothing else is answered meanwhile.
  const asked = await planOf(() => candidateRanking(queried).rankingState(500))
  assert.match(asked, /SEARCH papers USING COVERING INDEX papers_open/u)
  assert.doesNotMatch(asked, /SCAN papers\b/u)
  // Candidates without a title may be many, and are not ranked.
  assert.match(asked, /paper_candidates USING INDEX paper_candidates_to_rank \(state=\? AND score=\?\)/u)
  assert.doesNotMatch(asked, /TEMP B-TREE/u)
  const toRank = await planOf(() => Array.fromAsync(candidateRanking(queried).toRank(50)))
  assert.match(toRank, /paper_candidates USING INDEX paper_candidates_to_rank \(state=\? AND score=\? AND seq<\?\)/u)
  assert.match(toRank, /paper_candidates USING INDEX paper_candidates_with_title \(state=\? AND seq<\?\)/u)
  assert.doesNotMatch(toRank, /TEMP B-TREE/u)
  const page = await planOf(() => candidateRanking(queried).ranked({ score: 5, id: 7 }, 11))
  assert.match(page, /paper_candidates USING INDEX paper_candidates_by_score \(state=\? AND score=\? AND seq<\?\)/u)
  assert.match(page, /paper_candidates USING INDEX paper_candidates_by_score \(state=\? AND score<\?\)/u)
  assert.doesNotMatch(page, /TEMP B-TREE/u)
  // A bad plan would be seen.
  database.exec('DROP INDEX papers_on_map')
  assert.doesNotMatch(await planOf(() => plots.points(null, 10)), /papers_on_map/u)
})

test('the sitemap has a part for each ten thousand numbers that have public papers', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const store = await openSqliteStore(path, { clock: fakeClock(), log: recordingLog([]) })
  await addPapers(store, newPaper({ id: 'p1' }))
  await store.close()
  const database = new Database(path)
  t.after(() => database.close())
  database.exec(`CREATE TEMP TABLE later AS SELECT * FROM papers;
    UPDATE later SET seq = 29999, id = 'p2', rank_key = rank_key + 1;
    INSERT INTO papers SELECT * FROM later`)
  const sitemap = sitemapReader(new Kysely<Tables>({ dialect: preparedDialect(database) }))
  assert.deepEqual(
    (await sitemap.parts()).map(({ part }) => part),
    [0, 2],
  )
  assert.deepEqual(
    (await sitemap.papers(2)).map(({ id }) => id),
    ['p2'],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { MapRegion } from '#core/papers/map-grid.ts'
import type { Store } from '#ports/store/store.ts'
import { engines } from '../support/database/engines.ts'
import { fakeClock, recordingLog } from '../support/ports.ts'
import { seededRandom } from '../support/generated/random.ts'
import { addPapers, corePaper, newPaper } from '../support/database/stored.ts'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Kysely, type CompiledQuery } from 'kysely'
import type { Tables } from '#store/rows.ts'
import { preparedDialect } from '#store/sqlite/engine.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { plotReader } from '#store/sql/facets/plots.ts'
import { sitemapReader } from '#store/sql/papers/paper-reader.ts'
import { candidateRanking, candidateReader } from '#store/sql/sources/candidates.ts'
import { temporaryFolder } from '../support/files.ts'

const retract = (store: Store, id: string, at = '2026-12-24T00:00:00.000Z') =>
  store.transact((tx) => tx.papers.transition(id, { state: 'retracted', note: 'x', actor: 'a', at }))

const everywhere: MapRegion = { chapter: null, longHorizon: [0, 1_000_000], enterprise: [0, 1_000_000] }

for (const engine of engines) {
  const contract = (name: string, body: (store: Store) => Promise<void>): void => {
    test(`${engine.name}: ${name}`, async (t) => {
      const store = await engine.open(t, { clock: fakeClock(), log: recordingLog([]) })
      try {
        await body(store)
      } finally {
        await store.close()
      }
    })
  }

  contract('an empty corpus has empty figures', async ({ public: { plots } }) => {
    for (const rows of [
      await plots.mappedByChapter(),
      await plots.cells(null),
      await plots.points(null, 10),
      await plots.years(null),
      await plots.chapters(),
      await plots.acceptedByMonth(),
    ])
      assert.deepEqual(rows, [])
    assert.deepEqual(await plots.institutions(5), { all: 0, top: [] })
    assert.deepEqual(await plots.region(everywhere, null, 5), { papers: [], next: null })
  })

  contract('only accepted papers with both scores are on the map', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', chapter: 3, longHorizon: 1_000_000, enterprise: 0 }),
      newPaper({ id: 'p2', longHorizon: 999_999, enterprise: 20_000 }),
      newPaper({ id: 'p3', chapter: 3, longHorizon: 500_000 }),
      newPaper({ id: 'p4', chapter: 3, enterprise: 500_000 }),
      newPaper({ id: 'p5', chapter: 3, longHorizon: 500_000, enterprise: 500_000 }, 'pending'),
      newPaper({ id: 'p6', chapter: 4, longHorizon: 500_000, enterprise: 500_000 }),
    )
    await retract(store, 'p6')
    const { plots } = store.public
    assert.deepEqual(await plots.mappedByChapter(), [
      { chapter: null, papers: 1 },
      { chapter: 3, papers: 1 },
    ])
    assert.deepEqual(await plots.cells(null), [
      { x: 49, y: 0, papers: 1 },
      { x: 49, y: 1, papers: 1 },
    ])
    assert.deepEqual(await plots.cells(3), [{ x: 49, y: 0, papers: 1 }])
    assert.deepEqual(
      (await plots.points(null, 10)).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      [
        { id: 'p1', chapter: 3, longHorizon: 1_000_000, enterprise: 0 },
        { id: 'p2', chapter: null, longHorizon: 999_999, enterprise: 20_000 },
      ],
    )
    assert.deepEqual((await plots.points(3, 10)).length, 1)
    assert.deepEqual((await plots.points(null, 1)).length, 1)
  })

  contract(
    'a region gives its papers in the public order, page by page, like a search through all of them',
    async (store) => {
      const random = seededRandom(7)
      const score = (): number => [0, 1_000_000, 500_000, random.between(0, 1_000_000)][random.between(0, 3)] ?? 0
      const papers = Array.from({ length: 300 }, (_, index) =>
        corePaper({
          id: `p${index + 1}`,
          chapter: ([null, 1, 2, 3] as const)[random.between(0, 3)] ?? null,
          longHorizon: random.onceIn(10) ? null : score(),
          enterprise: random.onceIn(10) ? null : score(),
        }),
      )
      await addPapers(store, ...papers.map((paper) => newPaper(paper)))
      const order = (await store.public.papers.list(everyPaper, null, 500)).papers
      let seen = 0
      for (let round = 0; round < 40; round += 1) {
        const longHorizon = [score(), score()].toSorted((a, b) => a - b) as [number, number]
        const enterprise = [score(), score()].toSorted((a, b) => a - b) as [number, number]
        const region = { chapter: random.onceIn(2) ? null : 2, longHorizon, enterprise }
        const expected = order.filter(
          (paper) =>
            paper.longHorizon !== null &&
            paper.enterprise !== null &&
            paper.longHorizon >= longHorizon[0] &&
            paper.longHorizon <= longHorizon[1] &&
            paper.enterprise >= enterprise[0] &&
            paper.enterprise <= enterprise[1] &&
            (region.chapter === null || paper.chapter === region.chapter),
        )
        const found = []
        let after: number | null = null
        do {
          const page = await store.public.plots.region(region, after, 7)
          assert.ok(page.papers.length <= 7)
          found.push(...page.papers)
          after = page.next
        } while (after !== null)
        assert.deepEqual(found, expected, JSON.stringify(region))
        seen += found.length
      }
      assert.ok(seen > 500, `only ${seen} papers were in the regions`)
    },
  )

  contract('years, chapters, institutions and sources are counted as papers come and go', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', chapter: 3, year: 2024, institution: 'B', url: 'https://b.org/1' }),
      newPaper({ id: 'p2', chapter: 3, year: 2025, institution: 'A', url: 'https://a.org/1' }),
      newPaper({ id: 'p3', year: 2024, institution: 'A', url: 'https://a.org/2' }),
      newPaper({ id: 'p4', chapter: 1, year: 2024 }),
      newPaper({ id: 'p5', chapter: 1, year: 2024, institution: 'C' }, 'pending'),
    )
    await retract(store, 'p4')
    const { plots } = store.public
    assert.deepEqual(await plots.years(null), [
      { year: 2024, papers: 2 },
      { year: 2025, papers: 1 },
    ])
    assert.deepEqual(await plots.years(3), [
      { year: 2024, papers: 1 },
      { year: 2025, papers: 1 },
    ])
    assert.deepEqual(await plots.years(1), [])
    assert.deepEqual(await plots.chapters(), [
      { chapter: null, papers: 1 },
      { chapter: 3, papers: 2 },
    ])
    assert.deepEqual(await plots.institutions(1), { all: 2, top: [{ name: 'A', papers: 2 }] })
    assert.deepEqual(await plots.sources(9), {
      all: 2,
      top: [
        { name: 'a.org', papers: 2 },
        { name: 'b.org', papers: 1 },
      ],
    })
  })

  contract(
    'growth counts a paper in the month of its first acceptance, also when it went and came back',
    async (store) => {
      const step = (id: string, state: 'accepted' | 'retracted', at: string) =>
        store.transact((tx) => tx.papers.transition(id, { state, note: 'x', actor: 'a', at }))
      await addPapers(
        store,
        newPaper({ id: 'p1' }),
        newPaper({ id: 'p2' }, 'pending'),
        newPaper({ id: 'p3' }, 'pending'),
      )
      await step('p2', 'accepted', '2026-12-01T00:00:00.000Z')
      await step('p3', 'accepted', '2026-12-31T23:59:59.999Z')
      const { plots } = store.public
      const both = [
        { month: '2026-11', papers: 1 },
        { month: '2026-12', papers: 2 },
      ]
      assert.deepEqual(await plots.acceptedByMonth(), both)
      await step('p3', 'retracted', '2027-01-05T00:00:00.000Z')
      assert.deepEqual((await plots.acceptedByMonth()).at(-1), { month: '2026-12', papers: 1 })
      await step('p3', 'accepted', '2027-02-05T00:00:00.000Z')
      assert.deepEqual(await plots.acceptedByMonth(), both)
    },
  )
}

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
  const page = await planOf(() => candidateRanking(queried).listRanked({ score: 5, id: 7 }, 11))
  assert.match(page, /paper_candidates USING INDEX paper_candidates_by_score \(state=\? AND score=\? AND seq<\?\)/u)
  assert.match(page, /paper_candidates USING INDEX paper_candidates_by_score \(state=\? AND score<\?\)/u)
  assert.doesNotMatch(page, /TEMP B-TREE/u)
  for (const order of ['latest', 'oldest'] as const) {
    const by = { order, after: { score: 5, id: 7 }, limit: 11 }
    const found = await planOf(() => candidateReader(queried).listOpen({ words: 'x', source: 1 }, by))
    assert.match(found, /paper_candidates USING INDEX paper_candidates_by_state \(state=\? AND seq[<>]\?\)/u)
    assert.doesNotMatch(found, /SCAN (?:paper_candidates|candidate_records)|TEMP B-TREE/u)
  }
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

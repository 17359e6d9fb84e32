import Database from 'better-sqlite3'
import { everyPaper, type LibraryFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { stem } from '#core/text/tokenize.ts'
import type { Store } from '#ports/store/store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { clock, corpusOf, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { median } from '#core/numbers.ts'
import { rounded, type Row } from '../report.ts'

const RUNS = 61
const WARM_UP = 5
/** The size at which our code is compared with the engine. */
const COMPARED_AT = 100_000
const PAGE = 20
/** Searches must cost the same up to here. */
const PROMISED_UP_TO = 1_000_000
const MAX_GROWTH = 2

/** Papers that a typed query finds, with these traits. */
export const filter = (query: string | null, traits: Partial<LibraryFilter> = {}): LibraryFilter => ({
  ...everyPaper,
  query: query === null ? null : parseSearchQuery(query),
  ...traits,
})

/** Kinds of searches that cost the same for any corpus. */
export const kinds: { name: string; filter: LibraryFilter }[] = [
  { name: 'list', filter: filter(null) },
  { name: 'frequent word', filter: filter(wordAt(5)) },
  { name: 'rare word', filter: filter(wordAt(4_000)) },
  { name: 'two words', filter: filter(`${wordAt(5)} ${wordAt(9)}`) },
  { name: 'word + chapter', filter: filter(wordAt(5), { chapter: 3 }) },
]

const timed = async (work: () => unknown): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Median milliseconds of one task. */
export const medianOf = async (work: () => unknown, runs = RUNS): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timed(work))
  return median(times)
}

/** Median milliseconds of each task, interleaved so that a slow moment of the machine affects all alike. */
const mediansInTurns = async (works: readonly (() => unknown)[]): Promise<number[]> => {
  const times: number[][] = works.map(() => [])
  for (let run = -WARM_UP; run < RUNS; run += 1)
    for (const [index, work] of works.entries()) {
      const ms = await timed(work)
      if (run >= 0) times[index]?.push(ms)
    }
  return times.map(median)
}

type Corpus = { size: number; store: Store }

const openCorpus = async (size: number): Promise<Corpus> => ({
  size,
  store: await openSqliteStore(await corpusOf(size), { clock, log: silentLog }),
})

/** Through our code, and the engine's own time for the same statement. */
const againstEngine = async ({ store }: Corpus, path: string): Promise<Row> => {
  const database = new Database(path, { readonly: true })
  const statement = database.prepare(
    `select papers.* from paper_search cross join papers on papers.rank_key = paper_search.rowid and papers.state = 'accepted'
     where paper_search match ? and paper_search.rowid > 0 order by paper_search.rowid limit 20`,
  )
  const searched = filter(wordAt(5))
  const [ours = Number.NaN, engine = Number.NaN] = await mediansInTurns([
    () => store.public.papers.list(searched, null, PAGE),
    () => statement.all(`"${stem(wordAt(5))}"`),
  ])
  database.close()
  return {
    what: 'uncached search, 100,000 papers, ms',
    figure: `${rounded(ours, 3)} (engine alone ${rounded(engine, 3)})`,
    value: ours,
    goal: { most: Number((1.5 * engine + 0.2).toFixed(3)) },
  }
}

/** Searches without any cache: against the engine alone, and as the corpus grows. */
export const search = async (sizes: readonly number[]): Promise<Row[]> => {
  const corpora: Corpus[] = []
  for (const size of sizes) corpora.push(await openCorpus(size))
  const rows: Row[] = []
  const compared = corpora.find(({ size }) => size === COMPARED_AT)
  if (compared !== undefined) rows.push(await againstEngine(compared, await corpusOf(COMPARED_AT)))
  const range = `${sizes[0]?.toLocaleString('en')} to ${sizes.at(-1)?.toLocaleString('en')} papers`
  for (const { name, filter: searched } of kinds) {
    const times = await mediansInTurns(
      corpora.map(
        ({ store }) =>
          () =>
            store.public.papers.list(searched, null, PAGE),
      ),
    )
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    rows.push({
      what: `growth of ${name}, ${range}`,
      figure: `${rounded(growth)} (ms: ${times.map((time) => rounded(time, 3)).join(', ')})`,
      value: growth,
      goal: { most: MAX_GROWTH },
      // A smaller corpus can show that the goal is missed, but not that it is met.
      ...((sizes.at(-1) ?? 0) < PROMISED_UP_TO && growth <= MAX_GROWTH
        ? { notShown: 'for 1,000,000 papers: --scale' }
        : {}),
    })
  }
  for (const { store } of corpora) await store.close()
  return rows
}

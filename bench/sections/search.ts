import Database from 'better-sqlite3'
import { everyPaper, type PaperFilter } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { stem } from '#core/text/tokenize.ts'
import type { Store } from '#ports/store/store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { clock, corpusOf, largestCorpus, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { median } from '#core/numbers/median.ts'
import { rounded, type Row } from '../report.ts'

const RUNS = 61
const WARM_UP = 5
const SIZES = [1_000, 10_000, 100_000, 1_000_000]
/** Up to this size a corpus is made whole, however long it takes. */
const ALWAYS_WHOLE = 100_000
const PAGE = 20
/** Searches must cost the same up to here. */
const PROMISED_UP_TO = 1_000_000

const filter = (query: string | null, traits: Partial<PaperFilter> = {}): PaperFilter => ({
  ...everyPaper,
  query: query === null ? null : parseSearchQuery(query),
  ...traits,
})

/** Kinds of searches; the marked ones must cost the same for any corpus. */
export const kinds: { name: string; filter: PaperFilter; isPromised: boolean }[] = [
  { name: 'list', filter: filter(null), isPromised: true },
  { name: 'frequent word', filter: filter(wordAt(5)), isPromised: true },
  { name: 'rare word', filter: filter(wordAt(4_000)), isPromised: true },
  { name: 'two words', filter: filter(`${wordAt(5)} ${wordAt(9)}`), isPromised: true },
  { name: 'word + chapter', filter: filter(wordAt(5), { chapter: 3 }), isPromised: true },
  { name: 'word + least score', filter: filter(wordAt(5), { minLongHorizon: 750_000 }), isPromised: false },
  { name: 'type', filter: filter(null, { type: 'survey' }), isPromised: false },
  { name: 'phrase', filter: filter(`"${wordAt(5)} ${wordAt(9)}"`), isPromised: false },
  { name: 'prefix', filter: filter(`${wordAt(300).slice(0, 5)}*`), isPromised: false },
  { name: 'field', filter: filter(`title:${wordAt(9)}`), isPromised: false },
  { name: 'exclusion', filter: filter(`${wordAt(9)} -${wordAt(40)}`), isPromised: false },
]

const timed = async (work: () => unknown): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Median milliseconds of one piece of work. */
export const medianOf = async (work: () => unknown, runs = RUNS): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timed(work))
  return median(times)
}

/** Median milliseconds of each piece of work, all done in turns, so that a slow moment of the machine hits all alike. */
const mediansInTurns = async (works: readonly (() => unknown)[]): Promise<number[]> => {
  const times: number[][] = works.map(() => [])
  for (let run = -WARM_UP; run < RUNS; run += 1)
    for (const [index, work] of works.entries()) {
      const ms = await timed(work)
      if (run >= 0) times[index]?.push(ms)
    }
  return times.map(median)
}

type Corpus = { size: number; store: Store; deep: number }

/** A page far behind: the cursor is a place in the index, so it costs what the first page does. */
const openCorpus = async (path: string, size: number): Promise<Corpus> => {
  const store = await openSqliteStore(path, { clock, log: silentLog })
  let deep: number | null = 0
  for (let page = 0; page < Math.min(200, size / 500 - 2) && deep !== null; page += 1)
    deep = (await store.public.papers.list(filter(null), deep, 500)).next
  return { size, store, deep: deep ?? 0 }
}

type Kind = { name: string; isPromised: boolean; ask: (corpus: Corpus) => Promise<unknown> }

const allKinds: Kind[] = [
  ...kinds.map(({ filter: searched, ...kind }) => ({
    ...kind,
    ask: ({ store }: Corpus) => store.public.papers.list(searched, null, PAGE),
  })),
  {
    name: 'deep page',
    isPromised: false,
    ask: ({ store, deep }) => store.public.papers.list(filter(null), deep, PAGE),
  },
  {
    name: 'one paper',
    isPromised: false,
    ask: ({ store, size }) => store.public.papers.find(`p${Math.floor(size / 2)}`),
  },
]

/** Median milliseconds of the best 20 of each kind in one corpus, through our code. */
export const pageTimes = async (size: number): Promise<Map<string, number>> => {
  const corpus = await openCorpus(await corpusOf(size), size)
  const times = new Map<string, number>()
  for (const { name, ask } of allKinds) times.set(name, await medianOf(() => ask(corpus)))
  await corpus.store.close()
  return times
}

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

/**
 * Searches without any cache: against the engine alone, and as the corpus grows, up to `atMost` papers or as many as
 * can be stored within the time.
 */
export const search = async ({ atMost, withinMs }: { atMost: number; withinMs: number }): Promise<Row[]> => {
  const corpora: Corpus[] = []
  for (const size of SIZES.filter((one) => one <= atMost)) {
    const { path, papers } = await largestCorpus(size, size > ALWAYS_WHOLE ? withinMs : Infinity)
    corpora.push(await openCorpus(path, papers))
  }
  const rows: Row[] = []
  const measured = corpora.find(({ size }) => size === ALWAYS_WHOLE)
  if (measured !== undefined) rows.push(await againstEngine(measured, await corpusOf(ALWAYS_WHOLE)))
  const sizes = corpora.map(({ size }) => size.toLocaleString('en'))
  const largest = corpora.at(-1)?.size ?? 0
  for (const { name, isPromised, ask } of allKinds) {
    const times = await mediansInTurns(corpora.map((corpus) => () => ask(corpus)))
    const growth = (times.at(-1) ?? Number.NaN) / (times[0] ?? Number.NaN)
    rows.push({
      what: `growth of ${name}, ${sizes[0]} to ${sizes.at(-1)} papers`,
      figure: `${rounded(growth)} (ms: ${times.map((time) => rounded(time, 3)).join(', ')})`,
      value: growth,
      ...(isPromised ? { goal: { most: 2 } } : {}),
      // A corpus that is smaller can show that the goal is missed, but not that it is met.
      ...(largest < PROMISED_UP_TO && growth <= 2 ? { notShown: 'this corpus is smaller than 1,000,000' } : {}),
    })
  }
  for (const { store } of corpora) await store.close()
  return rows
}

import Database from 'better-sqlite3'
import { parseSearchQuery } from '#core/search-query.ts'
import { stem } from '#core/search-text.ts'
import type { PaperFilter } from '#ports/papers.ts'
import { openSqliteStore } from '#store/sqlite/open.ts'
import { clock, corpusOf, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { median } from '../machine.ts'
import { rounded, type Row } from '../report.ts'

const RUNS = 31
const PAGE = 20

const filter = (query: string | null, traits: Partial<PaperFilter> = {}): PaperFilter => ({
  query: query === null ? null : parseSearchQuery(query),
  chapter: null,
  type: null,
  minLongHorizon: null,
  ...traits,
})

/** Kinds of questions; those marked must cost the same for any corpus. */
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

export const medianOf = async (work: () => unknown, runs = RUNS): Promise<number> => {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) times.push(await timed(work))
  return median(times)
}

/** Median milliseconds of the best 20 of each kind, through our code. */
export const pageTimes = async (size: number): Promise<Map<string, number>> => {
  const store = await openSqliteStore(await corpusOf(size), { clock, log: silentLog })
  const times = new Map<string, number>()
  for (const { name, filter: asked } of kinds)
    times.set(name, await medianOf(() => store.read.papers.list(asked, null, PAGE)))
  // A page far behind: the cursor is a place in the index, so it costs what the first page does.
  let deep: number | null = 0
  for (let page = 0; page < Math.min(200, size / 500 - 2) && deep !== null; page += 1)
    deep = (await store.read.papers.list(filter(null), deep, 500)).next
  times.set('deep page', await medianOf(() => store.read.papers.list(filter(null), deep, PAGE)))
  times.set('one paper', await medianOf(() => store.read.papers.find(`p${Math.floor(size / 2)}`)))
  await store.close()
  return times
}

/** The engine's own time for the same statement, without our code. */
const engineTime = async (size: number): Promise<number> => {
  const database = new Database(await corpusOf(size), { readonly: true })
  const statement = database.prepare(
    `select papers.* from paper_search cross join papers on papers.rank_key = paper_search.rowid and papers.state = 'accepted'
     where paper_search match ? and paper_search.rowid > 0 order by paper_search.rowid limit 20`,
  )
  const time = await medianOf(() => statement.all(`"${stem(wordAt(5))}"`))
  database.close()
  return time
}

/** Searches without any cache: against the engine alone, and as the corpus grows a thousandfold. */
export const search = async ({ sizes }: { sizes: readonly number[] }): Promise<Row[]> => {
  const bySize = new Map<number, Map<string, number>>()
  for (const size of sizes) bySize.set(size, await pageTimes(size))
  const rows: Row[] = []
  if (sizes.includes(100_000)) {
    const engine = await engineTime(100_000)
    const ours = bySize.get(100_000)?.get('frequent word') ?? Number.NaN
    const most = 1.5 * engine + 0.2
    rows.push({
      what: 'uncached search, 100,000 papers, ms',
      figure: `${rounded(ours, 3)} (engine alone ${rounded(engine, 3)})`,
      value: ours,
      goal: { most: Number(most.toFixed(3)) },
    })
  }
  const smallest = Math.min(...sizes)
  const largest = Math.max(...sizes)
  for (const name of bySize.get(smallest)?.keys() ?? []) {
    const times = sizes.map((size) => bySize.get(size)?.get(name) ?? Number.NaN)
    const growth = (bySize.get(largest)?.get(name) ?? Number.NaN) / (bySize.get(smallest)?.get(name) ?? Number.NaN)
    const isPromised = kinds.some((kind) => kind.name === name && kind.isPromised)
    rows.push({
      what: `growth of ${name}, ${smallest.toLocaleString('en')} to ${largest.toLocaleString('en')} papers`,
      figure: `${rounded(growth)} (ms: ${times.map((time) => rounded(time, 3)).join(', ')})`,
      value: growth,
      ...(isPromised ? { goal: { most: 2 } } : {}),
    })
  }
  return rows
}

import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { adversarial, type AdversarialSearch } from '../adversarial.ts'
import { clock, corpusOf, silentLog } from '../corpora.ts'
import { median } from '#core/numbers.ts'
import { rounded, type Row } from '../report.ts'

const RUNS = 5
const PAGE = 20

type Slowest = { text: string; ms: number }

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The slowest by medians; a search that is fast at first is not repeated. */
const slowestOf = async (
  searches: readonly AdversarialSearch[],
  work: (one: AdversarialSearch) => Promise<unknown>,
): Promise<Slowest> => {
  let slowest: Slowest = { text: '', ms: 0 }
  for (const one of searches) {
    const times = [await timed(() => work(one))]
    while (times.length < RUNS && (times[0] ?? 0) > slowest.ms) times.push(await timed(() => work(one)))
    const ms = times.length < RUNS ? 0 : median(times)
    if (ms > slowest.ms) slowest = { text: one.text, ms }
  }
  return slowest
}

const shown = ({ text, ms }: Slowest): string =>
  `${rounded(ms, 1)} (${text.length > 50 ? `${text.slice(0, 50)}…` : text})`

/** The slowest page over a long list of adversarial searches. */
export const worst = async (): Promise<Row[]> => {
  const store = await openSqliteStore(await corpusOf(100_000), { clock, log: silentLog })
  const searches = adversarial()
  const page = await slowestOf(searches, ({ filter, after }) => store.public.papers.list(filter, after, PAGE))
  await store.close()
  return [
    {
      what: `worst of ${searches.length} adversarial queries, 100,000 papers, ms`,
      figure: shown(page),
      value: page.ms,
      goal: { most: 100 },
    },
  ]
}

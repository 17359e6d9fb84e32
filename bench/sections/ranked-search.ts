import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers } from '#queries/search/search-papers.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { median } from '#core/numbers/median.ts'
import { clock, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { rankingCorpus } from '../ranking-corpus.ts'
import { rounded, type Row } from '../report.ts'

/** Ranked searches and suggestions without any cache, and how they grow with the corpus. */

const QUESTIONS = 200
const WARM_UP = 20
const HITS = 20
const SIZES = [10_000, 100_000, 1_000_000]
const MEASURED_AT = 100_000
const WORDS = 60_000
const MERGED_AT_ONCE = 50_000

/** The same numbers in [0, 1) in each run. */
const numbers = (): (() => number) => {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** Words as frequent as in the papers, five to fifteen a question. */
const makeQuestions = (): string[] => {
  const random = numbers()
  const word = (): string => wordAt(Math.floor(Math.exp(random() * Math.log(WORDS + 1)) - 1))
  return Array.from({ length: QUESTIONS }, () => Array.from({ length: 5 + Math.floor(random() * 11) }, word).join(' '))
}

/** As many words as a question may have, from the most frequent on. */
const worstQuestions = (): string[] =>
  [0, 8, 64].map((first) => Array.from({ length: 64 }, (_, index) => wordAt(first + index)).join(' '))

type Spread = { median: number; p99: number; worst: number }
/** `processor`: what it costs on a machine that does other things, too. */
type Times = Spread & { processor: Spread }

const spreadOf = (times: readonly number[]): Spread => {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
  return { median: median(times), p99: at(0.99), worst: at(1) }
}

const timesOf = async (texts: readonly string[], work: (text: string) => Promise<unknown>): Promise<Times> => {
  const times: number[] = []
  const processor: number[] = []
  for (const text of texts.slice(0, WARM_UP)) await work(text)
  for (const text of texts) {
    const [begun, used] = [performance.now(), process.cpuUsage()]
    await work(text)
    times.push(performance.now() - begun)
    const { user, system } = process.cpuUsage(used)
    processor.push((user + system) / 1_000)
  }
  return { ...spreadOf(times), processor: spreadOf(processor) }
}

const ranked =
  ({ public: { ranking } }: Store) =>
  (text: string): Promise<unknown> =>
    searchPapers(ranking, { ...unfiltered, text, limit: HITS })

type Measured = { size: number; questions: Times; worst: Times; suggestions: Times }

const measureCorpus = async (size: number, withinMs: number): Promise<Measured> => {
  const { path, papers } = await rankingCorpus(size, withinMs)
  const store = await openSqliteStore(path, { clock, log: silentLog })
  // As the job does on a server that has time.
  while (await store.transact((tx) => tx.ranking.mergeStep(MERGED_AT_ONCE)));
  const questions = makeQuestions()
  const typed = questions.map((text, index) => text.slice(0, 3 + (index % 9)))
  const measured = {
    size: papers,
    questions: await timesOf(questions, ranked(store)),
    worst: await timesOf(worstQuestions(), ranked(store)),
    suggestions: await timesOf(typed, (text) => store.public.library.suggest(text)),
  }
  await store.close()
  return measured
}

const row = (what: string, times: Times, { of, most }: { of: keyof Spread; most: number }): Row => ({
  what: `${what}, 100,000 papers, ms`,
  figure: `${rounded(times[of], 1)} (processor ${rounded(times.processor[of], 1)})`,
  value: times[of],
  goal: { most },
})

const rowsOf = ({ questions, worst, suggestions }: Measured): Row[] => [
  row('ranked search of 5 to 15 words, median', questions, { of: 'median', most: 12 }),
  row('ranked search of 5 to 15 words, 99 %', questions, { of: 'p99', most: 40 }),
  row('ranked search of 64 frequent words, worst', worst, { of: 'worst', most: 80 }),
  row('suggestions while typing, 99 %', suggestions, { of: 'p99', most: 15 }),
]

export const rankedSearch = async ({ atMost, withinMs }: { atMost: number; withinMs: number }): Promise<Row[]> => {
  const measured: Measured[] = []
  for (const size of SIZES.filter((one) => one <= atMost))
    measured.push(await measureCorpus(size, size > MEASURED_AT ? withinMs : Infinity))
  const [first, last] = [measured[0], measured.at(-1)]
  const growth = (last?.questions.processor.median ?? Number.NaN) / (first?.questions.processor.median ?? Number.NaN)
  const largest = last?.size ?? 0
  const times = measured.map(
    ({ size, questions }) => `${size.toLocaleString('en')}: ${rounded(questions.processor.median, 1)}`,
  )
  return [
    ...measured.filter(({ size }) => size === MEASURED_AT).flatMap(rowsOf),
    {
      what: 'growth of ranked search in processor time, 10,000 to 1,000,000 papers',
      figure: `${rounded(growth)} (ms at ${times.join(', ')})`,
      value: growth,
      goal: { most: 2.5 },
      ...(largest < 1_000_000 && growth <= 2.5 ? { notShown: 'this corpus is smaller than 1,000,000' } : {}),
    },
  ]
}

import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers } from '#queries/search.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { median } from '#core/numbers.ts'
import { clock, silentLog } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { rankingCorpus } from '../ranking-corpus.ts'
import { rounded, type Row } from '../report.ts'

/** Ranked searches without any cache, and how they grow with the corpus. */

const QUESTIONS = 200
const WARM_UP = 20
const HITS = 20
const MEASURED_AT = 100_000
const WORDS = 60_000
const MERGED_AT_ONCE = 50_000

/** A seeded generator of numbers in [0, 1). */
const numbers = (): (() => number) => {
  let state = 7
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}

/** Questions of five to fifteen words, with the word frequencies of the papers. */
const makeQuestions = (): string[] => {
  const random = numbers()
  const word = (): string => wordAt(Math.floor(Math.exp(random() * Math.log(WORDS + 1)) - 1))
  return Array.from({ length: QUESTIONS }, () => Array.from({ length: 5 + Math.floor(random() * 11) }, word).join(' '))
}

/** A question with the most words allowed, the most frequent ones. */
const worstQuestions = (): string[] =>
  [0, 8, 64].map((first) => Array.from({ length: 64 }, (_, index) => wordAt(first + index)).join(' '))

type Spread = { median: number; p99: number; worst: number }
/** `processor` is the cost on a machine with other work. */
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

type Measured = { size: number; questions: Times; worst: Times }

const measureCorpus = async (size: number): Promise<Measured> => {
  const store = await openSqliteStore(await rankingCorpus(size), { clock, log: silentLog })
  // As the job does on an idle server.
  while (await store.transact((tx) => tx.ranking.mergeStep(MERGED_AT_ONCE)));
  const questions = makeQuestions()
  const measured = {
    size,
    questions: await timesOf(questions, ranked(store)),
    worst: await timesOf(worstQuestions(), ranked(store)),
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

const rowsOf = ({ questions, worst }: Measured): Row[] => [
  row('ranked search of 5 to 15 words, median', questions, { of: 'median', most: 15 }),
  row('ranked search of 5 to 15 words, 99 %', questions, { of: 'p99', most: 50 }),
  row('ranked search of 64 frequent words, worst', worst, { of: 'worst', most: 100 }),
]

export const rankedSearch = async (sizes: readonly number[]): Promise<Row[]> => {
  const measured: Measured[] = []
  for (const size of sizes) measured.push(await measureCorpus(size))
  const medians = measured.map(({ questions }) => questions.processor.median)
  const growth = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN)
  const range = sizes.map((size) => size.toLocaleString('en')).join(', ')
  return [
    ...measured.filter(({ size }) => size === MEASURED_AT).flatMap(rowsOf),
    {
      what: `growth of ranked search in processor time, ${range} papers`,
      figure: `${rounded(growth)} (ms: ${medians.map((ms) => rounded(ms, 1)).join(', ')})`,
      value: growth,
    },
  ]
}

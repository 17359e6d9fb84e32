import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestPapers } from '#actions/ingest-papers.ts'
import type { Log } from '#ports/log.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open.ts'
import { generatePapers } from './generate-papers.ts'

const FOLDER = join(tmpdir(), 'longview-bench')
export const BATCH = 500
/** Raised whenever the made-up papers change. */
const SEED = 48

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
export const clock = { now: (): Date => new Date() }

/** Corpora stay from run to run as long as tables and generator are the same. */
const version = (): string =>
  `${migrations()
    .map(({ sql }) => sql.length)
    .join('-')}-${SEED}`

export const benchPath = (name: string): string => {
  mkdirSync(FOLDER, { recursive: true })
  return join(FOLDER, name)
}

export const remove = (path: string): void => {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
}

/** What a piece of work took. */
export type Spent = { seconds: number; cpuSeconds: number }

export const nothingSpent: Spent = { seconds: 0, cpuSeconds: 0 }

const since = (begun: number, usage: NodeJS.CpuUsage, { seconds, cpuSeconds }: Spent): Spent => {
  const { user, system } = process.cpuUsage(usage)
  return { seconds: seconds + (performance.now() - begun) / 1_000, cpuSeconds: cpuSeconds + (user + system) / 1e6 }
}

/** Does a piece of work and adds what it took. */
export const spend = (before: Spent, work: () => void): Spent => {
  const begun = performance.now()
  const usage = process.cpuUsage()
  work()
  return since(begun, usage, before)
}

/**
 * Fills a corpus by the rules of an ingest up to so many papers; what that took, without the making of the papers. One
 * that is there already is added to; it stops when the time is over.
 */
export const fill = async (path: string, upTo: number, deadline = Infinity): Promise<Spent & { papers: number }> => {
  const store = await openSqliteStore(path, { clock, log: silentLog })
  let papers = await store.read.papers.total({ chapter: null, type: null, minLongHorizon: null })
  let spent = nothingSpent
  while (papers < upTo && performance.now() < deadline) {
    const count = Math.min(BATCH, upTo - papers)
    const batch = [...generatePapers(count, SEED, papers + 1)].map((paper, index) => ({ line: index + 1, paper }))
    const begun = performance.now()
    const usage = process.cpuUsage()
    await ingestPapers({ store, clock }, batch, { state: 'accepted', actor: 'bench' })
    spent = since(begun, usage, spent)
    papers += count
  }
  await store.close()
  return { ...spent, papers }
}

/** The path of a corpus of this size, made if it is not there yet. */
export const corpusOf = async (count: number): Promise<string> => (await largestCorpus(count, Infinity)).path

/** A corpus of this size, or of as many papers as can be stored within the time; the next run goes on with it. */
export const largestCorpus = async (count: number, withinMs: number): Promise<{ path: string; papers: number }> => {
  const path = benchPath(`corpus-${count}-${version()}.db`)
  if (existsSync(path)) return { path, papers: count }
  process.stderr.write(`making a corpus of ${count} papers\n`)
  const unfinished = `${path}.part`
  const { papers } = await fill(unfinished, count, performance.now() + withinMs)
  if (papers < count) return { path: unfinished, papers }
  renameSync(unfinished, path)
  return { path, papers }
}

import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestPapers, type NumberedPaper } from '#actions/ingest-papers.ts'
import type { Log } from '#ports/log.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open.ts'
import { generatePapers } from './generate-papers.ts'

const FOLDER = join(tmpdir(), 'longview-bench')
const BATCH = 500
const SEED = 47

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

/** Fills a new corpus by the rules of an ingest; seconds it took, without the making of the papers. */
export const fill = async (path: string, count: number): Promise<number> => {
  remove(path)
  const store = await openSqliteStore(path, { clock, log: silentLog })
  let seconds = 0
  let batch: NumberedPaper[] = []
  const flush = async (): Promise<void> => {
    const begun = performance.now()
    await ingestPapers({ store, clock }, batch, { state: 'accepted', actor: 'bench' })
    seconds += (performance.now() - begun) / 1_000
    batch = []
  }
  for (const paper of generatePapers(count, SEED)) {
    batch.push({ line: batch.length + 1, paper })
    if (batch.length === BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  await store.close()
  return seconds
}

/** The path of a corpus of this size, made if it is not there yet. */
export const corpusOf = async (count: number): Promise<string> => {
  const path = benchPath(`corpus-${count}-${version()}.db`)
  if (existsSync(path)) return path
  process.stderr.write(`making a corpus of ${count} papers\n`)
  const unfinished = `${path}.part`
  await fill(unfinished, count)
  renameSync(unfinished, path)
  return path
}

import { on } from 'node:events'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { ingestPapers, type NumberedPaper } from '#actions/submissions.ts'
import { actionRunner, type RunAction } from '#actions/run-action.ts'
import { presentPaperFields } from '#schemas/paper-schema.ts'
import { defaultSettings } from '#core/settings.ts'
import { fixedSite } from '#queries/live-site.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { randomIds } from '#random-ids.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { generatePapers } from './generate-papers.ts'
import type { MakingOrder } from './generator-thread.ts'

const FOLDER = join(tmpdir(), 'longview-bench')
/** Increase this whenever the generated papers change. */
export const SEED = 48

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
export const clock = { now: (): Date => new Date() }

/** Runs actions on a store of the benchmark, without sending emails. @param at the clock that they happen by */
export const benchRunner = async (store: Store, at: Clock = clock): Promise<RunAction> => {
  const site = fixedSite(defaultSettings('Benchmark'))
  const secret = await store.private.secret()
  const emails = emailComposer({ site, publicUrl: () => 'http://127.0.0.1', secret })
  return actionRunner({ store, clock: at, ids: randomIds, emails })
}

/** Corpora are kept between runs while tables and generator stay the same. A digest, since names of files are short. */
const version = (): string => {
  const digest = createHash('sha256')
  for (const { sql } of migrations()) digest.update(sql)
  return `${digest.digest('hex').slice(0, 16)}-${SEED}`
}

export const corpusName = (papers: number): string => `corpus-${papers}-${version()}.db`

export const benchPath = (name: string): string => {
  mkdirSync(FOLDER, { recursive: true })
  return join(FOLDER, name)
}

export const remove = (path: string): void => {
  for (const ending of ['', '-wal', '-shm']) rmSync(path + ending, { force: true })
}

/** Generated papers in contract form, one a line, with ids from `first` on. */
export const writePapers = (count: number, first = 1): string => {
  const file = benchPath('papers.jsonl')
  const out = openSync(file, 'w')
  for (const paper of generatePapers(count, 1, first)) writeSync(out, `${JSON.stringify(presentPaperFields(paper))}\n`)
  closeSync(out)
  return file
}

/** Ingests papers, which a second thread generates. */
const fill = async (path: string, papers: number): Promise<void> => {
  const store = await openSqliteStore(path, { clock, log: silentLog }, { isBulk: true })
  const run = await benchRunner(store)
  const order: MakingOrder = { from: 1, upTo: papers, seed: SEED }
  const thread = new Worker(new URL('./generator-thread.ts', import.meta.url), { workerData: order })
  const batches = on(thread, 'message')
  for (let stored = 0; stored < papers;) {
    thread.postMessage('next')
    const [batch] = (await batches.next()).value as [NumberedPaper[]]
    await run(ingestPapers, { batch, state: 'accepted', actor: 'bench' })
    stored += batch.length
  }
  await thread.terminate()
  await store.close()
}

/** The path of a corpus of this size, which is made if it does not exist yet. */
export const corpusOf = async (papers: number): Promise<string> => {
  const path = benchPath(corpusName(papers))
  if (existsSync(path)) return path
  process.stderr.write(`making a corpus of ${papers} papers\n`)
  const unfinished = `${path}.part`
  remove(unfinished)
  await fill(unfinished, papers)
  renameSync(unfinished, path)
  return path
}

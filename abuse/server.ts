import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { corpusOf } from '../bench/corpora.ts'
import { residentMegabytes, startLongview, type Started } from '../bench/machine.ts'

const run = promisify(execFile)
const PAPERS = 1_000
const MEMORY_EVERY_MS = 100
const LONGVIEW = 'bin/longview.js'
const ROOT = resolve(import.meta.dirname, '..')

/** A server to be attacked, with a copy of the made-up corpus and a key that may do everything. */
export type Victim = Started & {
  key: string
  openDescriptors(): number
  /** Begins to watch the memory; gives the most there was. */
  watchMemory(): { stop(): number }
}

const watchMemory = (server: Started): { stop(): number } => {
  const seen: number[] = []
  const look = (): void => {
    seen.push(residentMegabytes(server) ?? Number.NaN)
  }
  look()
  const timer = setInterval(look, MEMORY_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return Math.max(...seen)
    },
  }
}

/** As an operator starts it; what it logs is written and thrown away. */
export const startVictim = async (): Promise<Victim> => {
  const folder = mkdtempSync(join(tmpdir(), 'longview-abuse-'))
  const database = join(folder, 'corpus.db')
  copyFileSync(await corpusOf(PAPERS), database)
  const create = ['keys', 'create', '--label', 'abuse', '--scope', 'submit,review,ingest', '--json']
  const { stdout } = await run(process.execPath, [LONGVIEW, ...create], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: `sqlite:${database}` },
  })
  const server = await startLongview(database, [], 'ignore')
  return {
    ...server,
    key: (JSON.parse(stdout) as { key: string }).key,
    openDescriptors: () => readdirSync(`/proc/${server.child.pid}/fd`).length,
    watchMemory: () => watchMemory(server),
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

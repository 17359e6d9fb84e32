import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { residentMegabytes, SERVE, start, type Started } from '../bench/machine.ts'
import type { CorpusCopies } from './corpus-copies.ts'

const run = promisify(execFile)
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

/** As the service file of docs/self-hosting.md starts it; what it logs is written and thrown away. */
export const startVictim = async (copies: CorpusCopies): Promise<Victim> => {
  const copy = await copies.make()
  const { NODE_OPTIONS = '' } = process.env
  const environment = {
    NODE_OPTIONS,
    MALLOC_ARENA_MAX: '1',
    DATABASE_URL: copy.url,
    PORT: '0',
    STARTER_CORPUS: 'off',
    LOG_LEVEL: 'info',
  }
  const create = ['keys', 'create', '--label', 'abuse', '--scope', 'submit,review,ingest', '--json']
  const { stdout } = await run(process.execPath, [LONGVIEW, ...create], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
  })
  const server = await start(SERVE, environment, 'ignore')
  return {
    ...server,
    key: (JSON.parse(stdout) as { key: string }).key,
    openDescriptors: () => readdirSync(`/proc/${server.child.pid}/fd`).length,
    watchMemory: () => watchMemory(server),
    stop: async () => {
      await server.stop()
      await copy.remove()
    },
  }
}

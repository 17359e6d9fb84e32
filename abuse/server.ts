import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { residentMegabytes, SERVE, start, type Started } from '../bench/machine.ts'
import type { CorpusCopies } from './corpus-copies.ts'

const run = promisify(execFile)
const MEMORY_EVERY_MS = 100
const LONGVIEW = 'bin/longview.js'
const ROOT = resolve(import.meta.dirname, '..')

/** A server to attack, with a copy of the generated corpus and a key with every scope. */
export type Victim = Started & {
  key: string
  otherKey: string
  openDescriptors(): number
  /** Starts watching the memory. Returns a function that gives the peak. */
  watchMemory(): { stop(): Memory }
}

/** The most resident megabytes of the server, and of the largest process that it started. */
export type Memory = { own: number; child: number }

/** None of a thread that ends meanwhile. */
const childrenOfThread = (path: string): number[] => {
  try {
    return readFileSync(`${path}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) => childrenOfThread(`/proc/${pid}/task/${task}`))

const watchMemory = (server: Started): { stop(): Memory } => {
  const seen: Memory[] = []
  const look = (): void => {
    const pid = server.child.pid ?? 0
    // One that has just ended has none.
    const children = childrenOf(pid).map((child) => residentMegabytes({ child: { pid: child } }) ?? 0)
    const child = Math.max(0, ...children.filter((megabytes) => !Number.isNaN(megabytes)))
    seen.push({ own: residentMegabytes(server) ?? Number.NaN, child })
  }
  look()
  const timer = setInterval(look, MEMORY_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return { own: Math.max(...seen.map(({ own }) => own)), child: Math.max(...seen.map(({ child }) => child)) }
    },
  }
}

/** Started as by the service file of docs/self-hosting.md; its log is written but discarded. */
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
  const createKey = async (): Promise<string> => {
    const create = ['keys', 'create', '--label', 'abuse', '--scope', 'submit,review,ingest', '--json']
    const env = { ...process.env, ...environment }
    const { stdout } = await run(process.execPath, [LONGVIEW, ...create], { cwd: ROOT, env })
    return (JSON.parse(stdout) as { key: string }).key
  }
  const [key, otherKey] = [await createKey(), await createKey()]
  const server = await start(SERVE, environment, 'ignore')
  return {
    ...server,
    key,
    otherKey,
    openDescriptors: () => readdirSync(`/proc/${server.child.pid}/fd`).length,
    watchMemory: () => watchMemory(server),
    stop: async () => {
      await server.stop()
      await copy.remove()
    },
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Ended, launch, type Launched, serve, type Serving } from './longview-process.ts'
import { run } from '#cli/main.ts'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createKey } from '#actions/api-keys.ts'
import { startService } from '#app.ts'
import { openCorpus } from '#open-corpus.ts'
import { readConfig } from '#config.ts'
import { writeMigrated } from '../database/engines.ts'
import { temporaryFolder, type Ending } from '../files.ts'

class Exit extends Error {}

type Running = { stdout: string; stderr: string; code: number | null }

const running = new AsyncLocalStorage<Running>()

/** What a command writes is kept; what the test runner writes meanwhile goes where it should. */
const listenTo = (name: 'stdout' | 'stderr'): void => {
  const stream = process[name]
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean
  const heard = (...given: unknown[]): boolean => {
    const command = running.getStore()
    if (command === undefined) return write(...given)
    if (command.code === null) command[name] += String(given[0])
    return true
  }
  Object.assign(stream, { write: heard })
}

let isListening = false
let previous: Promise<unknown> = Promise.resolve()

const setEnvironment = (to: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) if (!(name in to)) delete process.env[name]
  Object.assign(process.env, to)
}

/** A command reads the environment of the process: it is the given one until the returned function is called. */
const useEnvironment = (given: Record<string, string>): (() => void) => {
  const saved = { ...process.env }
  const { PATH = '', HOME = '' } = saved
  setEnvironment({ PATH, HOME, ...given })
  return () => setEnvironment(saved)
}

const SIGNALS = ['SIGTERM', 'SIGINT'] as const

/** @returns a function that removes the signal listeners a command has added since */
const watchSignals = (): (() => void) => {
  const before = SIGNALS.map((signal) => new Set(process.listeners(signal)))
  return () => {
    for (const [index, signal] of SIGNALS.entries())
      for (const listener of process.listeners(signal))
        if (before[index]?.has(listener) === false) process.off(signal, listener)
  }
}

const runAlone = async (args: readonly string[], environment: Record<string, string>): Promise<Ended> => {
  if (!isListening) for (const name of ['stdout', 'stderr'] as const) listenTo(name)
  isListening = true
  const command: Running = { stdout: '', stderr: '', code: null }
  const exit = Reflect.get(process, 'exit')
  const { exitCode } = process
  const restoreEnvironment = useEnvironment(environment)
  const forgetSignals = watchSignals()
  const endCommand = (given?: string | number | null): never => {
    command.code ??= Number(given ?? 0)
    throw new Exit()
  }
  Object.assign(process, { exit: endCommand, exitCode: undefined })
  try {
    await running.run(command, () => run([process.execPath, 'longview', ...args]))
    return { ...command, code: command.code ?? Number(process.exitCode ?? 0) }
  } finally {
    restoreEnvironment()
    forgetSignals()
    Object.assign(process, { exit, exitCode })
    process.stdout.removeAllListeners('error')
  }
}

/**
 * Runs a command of the program in this process, as `bin/longview.js` would; commands that are started together take
 * turns. A process for each costs half a second of loading. Use one where the process is the subject: signals, standard
 * input, a server, two at once.
 */
export const commandInProcess = (args: readonly string[], environment: Record<string, string> = {}): Promise<Ended> => {
  const ended = previous.then(() => runAlone(args, environment))
  previous = ended.catch(() => {})
  return ended
}

export type ProcessCorpus = {
  /** The folder that is gone after the test. */
  folder: string
  /** The database file in it. */
  path: string
  environment: Record<string, string>
  /** Runs a command to its end, in this process. */
  run(...args: string[]): Promise<Ended>
  /** The same for a command that must succeed and prints JSON. */
  json<T>(...args: string[]): Promise<T>
  /** Starts a process with a command; it is killed with the test. */
  launch(...args: string[]): Launched
  /** Starts a server that is killed with the test. */
  serve(environment?: Record<string, string>): Promise<Serving>
  /** Starts what `serve` starts, in this process: for commands that run alongside a server. It is stopped with the test. */
  serveHere(environment?: Record<string, string>): Promise<{ url: string; stop(): Promise<void> }>
  /** Makes keys to submit with. No process has the file open afterwards. */
  keys(count: number): Promise<string[]>
  /** Writes a file into the folder; lines are joined. */
  file(name: string, content: string | Uint8Array | readonly unknown[]): Promise<string>
  /** Looks into the database file itself. */
  inspect<T>(look: (database: Database.Database) => T): T
}

const asText = (content: string | Uint8Array | readonly unknown[]): string | Uint8Array =>
  Array.isArray(content) ? content.map((value) => `${JSON.stringify(value)}\n`).join('') : (content as string)

/**
 * A new, empty corpus for tests of the real program; commands and servers find it by their environment. The first to open it
 * migrates it only where `isMigrated` is false and there is no file yet.
 */
export const processCorpus = async (
  t: Ending,
  given: Record<string, string> = {},
  { isMigrated = true }: { isMigrated?: boolean } = {},
): Promise<ProcessCorpus> => {
  const closers: (() => Promise<void>)[] = []
  const children: ChildProcess[] = []
  const folder = await temporaryFolder({ after: (close) => closers.push(close) })
  // Processes first, or they would write into the folder while it is removed.
  t.after(async () => {
    for (const child of children) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
    for (const close of closers) await close()
  })
  const path = join(folder, 'corpus.db')
  if (isMigrated && given.DATABASE_URL === undefined) await writeMigrated(path)
  const environment = { DATABASE_URL: `sqlite:${path}`, STARTER_CORPUS: 'off', ...given }
  return {
    folder,
    path,
    environment,
    run: (...args) => commandInProcess(args, environment),
    json: async <T>(...args: string[]) => {
      const { code, stdout, stderr } = await commandInProcess([...args, '--json'], environment)
      if (code !== 0) throw new Error(`longview ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout) as T
    },
    launch: (...args) => {
      const launched = launch(args, environment)
      children.push(launched.child)
      return launched
    },
    serve: (more = {}) => serve({ ...environment, ...more }, [], (child) => children.push(child)),
    serveHere: async (more = {}) => {
      const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', ...environment, ...more })
      const service = await startService(config)
      let stopped: Promise<void> | undefined
      const stop = (): Promise<void> => (stopped ??= service.stop('soon'))
      closers.unshift(stop)
      return { url: service.url, stop }
    },
    keys: async (count) => {
      const corpus = await openCorpus(readConfig(environment))
      try {
        const made: string[] = []
        for (let index = 1; index <= count; index += 1) {
          const { key } = await corpus.run(createKey, {
            label: `test ${index}`,
            scopes: ['submit'],
            expiresAt: null,
            actor: 'test',
          })
          made.push(key)
        }
        return made
      } finally {
        await corpus.close()
      }
    },
    file: async (name, content) => {
      await writeFile(join(folder, name), asText(content))
      return join(folder, name)
    },
    inspect: (look) => {
      const database = new Database(path)
      try {
        return look(database)
      } finally {
        database.close()
      }
    },
  }
}

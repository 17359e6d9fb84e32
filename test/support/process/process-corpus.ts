import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createKey } from '#actions/accounts/create-key.ts'
import { startService } from '#app.ts'
import { openCorpus } from '#open-corpus.ts'
import { readConfig } from '#config.ts'
import { launch, type Ended, type Launched } from './launch.ts'
import { commandInProcess } from './command-in-process.ts'
import { serve, type Serving } from './longview-process.ts'
import { writeMigrated } from '../database/engines.ts'
import { temporaryFolder, type Ending } from '../database/temporary.ts'

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
  /** Starts what `serve` starts, in this process: for commands that are run beside a server. It is stopped with the test. */
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
 * An empty corpus of its own for tests of the real program; commands and servers find it by their environment. What opens it first
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

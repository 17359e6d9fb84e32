import { chmodSync, writeFileSync } from 'node:fs'
import { tmpdir, availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { FIRST_KEY_DAYS } from '#core/access/api-key.ts'
import { INVITATION_VALID_HOURS } from '#core/access/editor.ts'
import { type Database, readConfig, type Config } from '#config.ts'
import type { FirstCredentials } from '#actions/first-credentials.ts'
import { print, note } from '#cli/terminal.ts'
import cluster from 'node:cluster'
import module from 'node:module'
import { InvalidArgumentError, type Command } from 'commander'
import { firstCredentials, prepareCorpus } from '#first-start.ts'
import { startService, type Service } from '#app.ts'
import { openLog } from '#log.ts'
import { loadSummed, openMetrics, serveMetrics } from '#open-metrics.ts'
import type { Log } from '#ports/runtime.ts'
import { version } from '#version.ts'
import { answerPrimary, collectAll, collectFromWorkers } from './worker-metrics.ts'
import { openServiceManager } from './service-manager.ts'
import { REPLACED, startWorkers, type WorkerReady } from './workers.ts'

const OWNER_ONLY = 0o600

const credentialLines = ({ key, adminToken }: FirstCredentials, home: string): string[] => [
  ...(key === null
    ? []
    : [`  API key    ${key}  (to submit papers; shown only now, valid for ${FIRST_KEY_DAYS} days unless renewed)`]),
  ...(adminToken === null
    ? []
    : [
        `  sign in    ${home}/console/link?token=${adminToken}  (the first admin; once, within ${INVITATION_VALID_HOURS} hours)`,
      ]),
]

/** Next to the database, where its owner can certainly write; otherwise the working directory. */
const folderFor = (database: Database): string => resolve(database.engine === 'sqlite' ? dirname(database.path) : '.')

const writeForOwner = (path: string, text: string): string => {
  writeFileSync(path, text, { flag: 'wx', mode: OWNER_ONLY })
  chmodSync(path, OWNER_ONLY)
  return path
}

/** Writes a new file that only its owner can read. Returns its path. */
const writeSecretFile = (database: Database, text: string): string => {
  const name = `longview-first-start-${Date.now()}-${process.pid}.txt`
  try {
    return writeForOwner(join(folderFor(database), name), text)
  } catch {
    return writeForOwner(join(tmpdir(), name), text)
  }
}

type Shown = { database: Database; home: string; isTerminal: boolean }

/**
 * Shows the first key and the first sign-in link. Output that does not go to a terminal may end up in a journal that
 * others read, so that only names a file with both.
 */
export const showCredentials = (made: FirstCredentials, { database, home, isTerminal }: Shown): void => {
  const lines = credentialLines(made, home)
  if (lines.length === 0) return
  if (isTerminal) {
    for (const line of lines) print(line)
    return
  }
  const file = writeSecretFile(database, `${lines.join('\n')}\n`)
  print(`  secrets    ${file}  (the first API key and sign-in link; only its owner can read it; delete it afterwards)`)
}

/** The address of a database server may contain a password, so it is not shown. */
const databaseName = ({ database }: Config): string => (database.engine === 'sqlite' ? database.path : 'PostgreSQL')

/** Saves the code compiled at this start for the next one, however this process ends. */
const saveCompiledCode = (): void => module.flushCompileCache()

const MAX_WORKERS = 64

const parseWorkers = (text: string): number => {
  if (text === 'auto') return availableParallelism()
  const count = /^\d{1,2}$/u.test(text) ? Number(text) : 0
  if (count < 1 || count > MAX_WORKERS)
    throw new InvalidArgumentError(`Give a number from 1 to ${MAX_WORKERS}, or auto.`)
  return count
}

type Greeting = { url: string; metricsUrl: string | null; loaded: number; config: Config }

/** Prints where the server listens, and everything by the address that people know; at the first start, makes and shows a key. */
const greet = async ({ url, metricsUrl, loaded, config }: Greeting): Promise<void> => {
  const credentials = await firstCredentials(config)
  const home = config.publicUrl ?? url
  print(`Longview ${version}`)
  print(`listening on ${url}`)
  print(`  library    ${home}/`)
  print(`  corpus API ${home}/api/papers`)
  print(`  agent API  ${home}/api/v1/papers`)
  print(`  reference  ${home}/docs`)
  print(`  console    ${home}/console`)
  if (metricsUrl !== null) print(`  metrics    ${metricsUrl}`)
  print(`  database   ${databaseName(config)}${loaded > 0 ? ` (${loaded} papers from the starter corpus loaded)` : ''}`)
  showCredentials(credentials, { database: config.database, home, isTerminal: process.stdout.isTTY })
  if (config.smtpUrl === null) note('No SMTP_URL is set: mail waits in the outbox until it is set.')
  else if (config.teamEmail === null) note('No RESEARCH_TEAM_EMAIL is set: contact messages wait in the outbox.')
}

const STOPPING = 'finishing the requests under way'

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
  })

/** A command ends when nobody reads its output any more; a server has other clients and carries on. */
const outliveReaders = (): void => {
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error').on('error', () => {})
}

/** Says that the server listens, to people and to systemd, and stops it at the signal. */
const serveUntil = async (
  stopped: Promise<void>,
  { stop, ...greeting }: Greeting & { stop: () => Promise<void> },
): Promise<void> => {
  const { url, config } = greeting
  const manager = openServiceManager(process.env, openLog(config.logLevel))
  await greet(greeting)
  manager.ready(`listening on ${url}`)
  saveCompiledCode()
  await stopped
  manager.stopping(STOPPING)
  note(`stopping: ${STOPPING}`)
  await stop()
}

const serveAlone = async (config: Config): Promise<void> => {
  const stopped = stopSignal()
  const loaded = await prepareCorpus(config)
  const service = await startService(config)
  await serveUntil(stopped, { ...service, loaded, config, stop: () => service.stop('soon') })
}

/** Has the primary sum up what its workers count. */
const watchWorkers = async (
  config: Config,
  log: Log,
): Promise<{ url: string | null; close(): Promise<void> } | null> => {
  const own = await openMetrics(config, { serves: false })
  if (own === null) return null
  const collect = collectFromWorkers({ own, summed: await loadSummed() })
  const { listening } = await serveMetrics(config, collect, { log, listens: true })
  return {
    url: listening?.url ?? null,
    close: async () => {
      await listening?.close()
      own.close()
    },
  }
}

const serveWithWorkers = async (config: Config, count: number): Promise<void> => {
  const stopped = stopSignal()
  const loaded = await prepareCorpus(config)
  const log = openLog(config.logLevel)
  const watching = await watchWorkers(config, log)
  const workers = await startWorkers(count, log)
  process.on('SIGHUP', () => {
    workers.roll().catch((error: unknown) => log.error({ err: error }, 'the workers could not all be replaced'))
  })
  const stop = async (): Promise<void> => {
    await workers.stop()
    await watching?.close()
  }
  await serveUntil(stopped, { url: workers.url, metricsUrl: watching?.url ?? null, loaded, config, stop })
}

/** A worker ends when its primary releases it or dies; Ctrl-C in a terminal is handled by the primary. */
const serveAsWorker = async (config: Config): Promise<void> => {
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  const released = new Promise<Parameters<Service['stop']>[0]>((resolve) => {
    process.on('message', (message) => {
      if (message === REPLACED) resolve('replaced')
    })
    process.once('disconnect', () => resolve('when idle'))
    process.once('SIGTERM', () => resolve('when idle'))
  })
  const service = await startService(config, collectAll)
  if (service.metrics !== null) answerPrimary(service.metrics)
  process.send?.({ ready: service.url } satisfies WorkerReady)
  saveCompiledCode()
  await service.stop(await released)
}

export const addServe = (program: Command): void => {
  program
    .command('serve')
    .description('serve the corpus on HOST and PORT until SIGTERM or Ctrl-C; create and fill it first if it is new')
    .option(
      '--workers <n>',
      'number of processes that share the port, or auto for one per core; SIGHUP then replaces them one by one',
      parseWorkers,
      1,
    )
    .action(async ({ workers }: { workers: number }) => {
      const config = readConfig(process.env)
      outliveReaders()
      if (cluster.isWorker) await serveAsWorker(config)
      else if (workers === 1) await serveAlone(config)
      else await serveWithWorkers(config, workers)
    })
}

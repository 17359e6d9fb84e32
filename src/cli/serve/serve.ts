import cluster from 'node:cluster'
import module from 'node:module'
import { availableParallelism } from 'node:os'
import { InvalidArgumentError, type Command } from 'commander'
import { firstCredentials } from '#first-start/first-credentials.ts'
import { prepareCorpus } from '#first-start/prepare-corpus.ts'
import { startService, type Service } from '#app.ts'
import { readConfig, type Config } from '#config.ts'
import { openLog } from '#log.ts'
import { version } from '#version.ts'
import { note, print } from '#cli/terminal/print.ts'
import { showCredentials } from './show-credentials.ts'
import { REPLACED, startWorkers, type WorkerReady } from './workers.ts'

/** Without the address of a server: it may hold a password. */
const databaseName = ({ database }: Config): string => (database.engine === 'sqlite' ? database.path : 'PostgreSQL')

/** What this start compiled is there for the next one, however this process ends. */
const keepCompiledCode = (): void => module.flushCompileCache()

const MOST_WORKERS = 64

const parseWorkers = (text: string): number => {
  if (text === 'auto') return availableParallelism()
  const count = /^\d{1,2}$/u.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST_WORKERS)
    throw new InvalidArgumentError(`Give a number from 1 to ${MOST_WORKERS}, or auto.`)
  return count
}

/** Says where everything is; at the first start, makes and shows a key. */
const greet = async (url: string, loaded: number, config: Config): Promise<void> => {
  const credentials = await firstCredentials(config)
  const home = config.publicUrl ?? url
  print(`Longview ${version}`)
  print(`listening on ${url}`)
  print(`  library    ${url}/`)
  print(`  corpus API ${url}/api/papers`)
  print(`  agent API  ${url}/api/v1/papers`)
  print(`  reference  ${url}/docs`)
  print(`  console    ${home}/console`)
  print(`  database   ${databaseName(config)}${loaded > 0 ? ` (${loaded} papers from the starter corpus loaded)` : ''}`)
  showCredentials(credentials, { database: config.database, home, isTerminal: process.stdout.isTTY })
  if (config.smtpUrl === null) note('No SMTP_URL is set: mail waits in the outbox until there is one.')
  else if (config.teamEmail === null) note('No RESEARCH_TEAM_EMAIL is set: contact messages wait in the outbox.')
}

/** Resolves when the process is asked to end; a second request ends it at once. */
const askedToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.once(signal, () => {
        process.once(signal, () => process.exit(1))
        resolve()
      })
  })

/** Commands end when nobody reads their answer any more; a server is there for others, and goes on. */
const outliveReaders = (): void => {
  for (const output of [process.stdout, process.stderr]) output.removeAllListeners('error').on('error', () => {})
}

const serveAlone = async (config: Config): Promise<void> => {
  const stopped = askedToStop()
  const loaded = await prepareCorpus(config)
  const service = await startService(config)
  await greet(service.url, loaded, config)
  keepCompiledCode()
  await stopped
  note('stopping: finishing the requests that run')
  await service.stop('soon')
}

const serveWithWorkers = async (config: Config, count: number): Promise<void> => {
  const stopped = askedToStop()
  const loaded = await prepareCorpus(config)
  const log = openLog(config.logLevel)
  const workers = await startWorkers(count, log)
  process.on('SIGHUP', () => {
    workers.roll().catch((error: unknown) => log.error({ err: error }, 'the workers could not all be replaced'))
  })
  await greet(workers.url, loaded, config)
  keepCompiledCode()
  await stopped
  note('stopping: finishing the requests that run')
  await workers.stop()
}

/** A worker ends when its primary lets it go, or is gone; Ctrl-C in a terminal is for the primary to act on. */
const serveAsWorker = async (config: Config): Promise<void> => {
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  const released = new Promise<Parameters<Service['stop']>[0]>((resolve) => {
    process.once('message', (message) => {
      if (message === REPLACED) resolve('replaced')
    })
    process.once('disconnect', () => resolve('when idle'))
    process.once('SIGTERM', () => resolve('when idle'))
  })
  const service = await startService(config)
  process.send?.({ ready: service.url } satisfies WorkerReady)
  keepCompiledCode()
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

import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import type { Config, Database } from './config.ts'
import { openLog } from './log.ts'
import { scryptPassphrases } from './auth/passphrases.ts'
import { webAuthn } from './auth/web-authn.ts'
import { createFirstAdmin } from './actions/editors.ts'
import { createFirstKey } from './actions/keys.ts'
import { seedCorpus } from './actions/seed-corpus.ts'
import { Failure } from './core/failure.ts'
import { createServer } from './http/server.ts'
import { lifecycle } from './http/lifecycle.ts'
import { listen, type RunningServer, type StopMode } from './http/listen.ts'
import { deliverOutbox, deliverOutboxJob } from './jobs/deliver-outbox.ts'
import { pruneJob } from './jobs/prune.ts'
import { runJobs } from './jobs/runner.ts'
import { settleDecisionsJob } from './jobs/settle-decisions.ts'
import { writeLetters } from './mail/emails/email-templates.ts'
import type { Clock } from './ports/clock.ts'
import type { Ids } from './ports/ids.ts'
import type { EmailComposer } from './ports/email-composer.ts'
import type { Log } from './ports/log.ts'
import type { Mailer } from './ports/mailer.ts'
import type { Store } from './ports/store/store.ts'
import { readStarterCorpus, STARTER_FOLDER } from './starter/read-starter-corpus.ts'
import {
  copyTables,
  digestTables,
  type CopyEndpoint,
  type CopyProgress,
  type TableReport,
} from './store/sql/copy/copy-tables.ts'
import { checkSqliteFile, copySqliteFile } from './store/sqlite/copy-sqlite-file.ts'
import { openSqliteSource, openSqliteTarget } from './store/sqlite/copy-endpoint.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'

export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

const systemClock: Clock = { now: () => new Date() }

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bytes of 248 and more are thrown away, so that every character is equally likely. */
const secretText = (): string => {
  let text = ''
  while (text.length < 32)
    for (const byte of randomBytes(48)) if (byte < 248 && text.length < 32) text += ALPHABET.charAt(byte % 62)
  return text
}

const systemIds: Ids = { uuid: randomUUID, secret: secretText }

/** The opened corpus and what every command needs beside it. */
export type Corpus = {
  store: Store
  clock: Clock
  ids: Ids
  log: Log
  /** Names of the migrations that opening it applied. */
  migrated: string[]
  close(): Promise<void>
}

type OpenedStore = Store & { migrated: string[] }

/** What only PostgreSQL or only mail needs is loaded where it is used: a library in a file should not pay for it in memory. */
const openStore = async (database: Database, log: Log, { migrate = false, isBulk = false }): Promise<OpenedStore> => {
  const ports = { clock: systemClock, log }
  if (database.engine === 'sqlite') return openSqliteStore(database.path, ports, { isBulk })
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts')
  return openPostgresStore(database, ports, { migrate })
}

/**
 * A file is made or migrated if need be; a PostgreSQL database, which other processes may be serving, only with
 * `migrate`. `isBulk` is for a process that does nothing but write much.
 */
export type OpenOptions = { migrate?: boolean; isBulk?: boolean }

/** Opens the corpus. */
export const openCorpus = async (config: Config, options: OpenOptions = {}): Promise<Corpus> => {
  const log = openLog(config.logLevel)
  const store = await openStore(config.database, log, options)
  const { migrated } = store
  return { store, clock: systemClock, ids: systemIds, log, migrated, close: () => store.close() }
}

/** Opens the corpus for the length of one piece of work. */
export const withOpenCorpus = async <T>(
  config: Config,
  work: (corpus: Corpus) => Promise<T>,
  options: OpenOptions = {},
): Promise<T> => {
  const corpus = await openCorpus(config, options)
  try {
    return await work(corpus)
  } finally {
    await corpus.close()
  }
}

const openPostgres = async (url: string, migrate: boolean): Promise<CopyEndpoint> => {
  const { openPostgresEndpoint } = await import('./store/postgres/copy-endpoint.ts')
  return openPostgresEndpoint(url, { migrate, clock: systemClock })
}

const openSource = (database: Database): Promise<CopyEndpoint> | CopyEndpoint =>
  database.engine === 'sqlite' ? openSqliteSource(database.path) : openPostgres(database.url, false)

const openTarget = (database: Database): Promise<CopyEndpoint> =>
  database.engine === 'sqlite' ? openSqliteTarget(database.path, systemClock) : openPostgres(database.url, true)

/** Copies a corpus into an empty database of either engine and compares every row. */
export const copyCorpus = async (from: Database, to: Database, progress: CopyProgress): Promise<TableReport[]> => {
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      return await copyTables(source, target, progress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Reads a whole corpus without changing it: rows and digest of every table. Throws when something in it is broken. */
export const checkCorpus = async (database: Database): Promise<TableReport[]> => {
  if (database.engine === 'sqlite') checkSqliteFile(database.path)
  const source = await openSource(database)
  try {
    await source.beginSnapshot()
    return await digestTables(source.db)
  } finally {
    await source.close()
  }
}

/**
 * Writes a corpus file with all that the database holds at one moment, beside running processes. It appears under
 * its name only when it is whole. Throws `wrong_state` when the file exists.
 */
export const backUpCorpus = async (
  database: Database,
  file: string,
  progress: CopyProgress,
): Promise<TableReport[]> => {
  if (existsSync(file)) throw new Failure('wrong_state', `${file} exists already; a backup overwrites nothing.`)
  const part = `${file}.part`
  for (const rest of [part, `${part}-wal`, `${part}-shm`]) rmSync(rest, { force: true })
  if (database.engine === 'sqlite') copySqliteFile(database.path, part)
  else await copyCorpus(database, { engine: 'sqlite', path: part }, progress)
  const report = await checkCorpus({ engine: 'sqlite', path: part })
  renameSync(part, file)
  return report
}

/** Fills an empty corpus with the one that comes with the program; how many papers were loaded. */
export const loadStarter = async (corpus: Corpus): Promise<number> => {
  if (!(await corpus.store.read.papers.isEmpty())) return 0
  const starter = readStarterCorpus(STARTER_FOLDER, corpus.clock.now())
  return (await seedCorpus(corpus, starter)) ? starter.papers.length : 0
}

const openMailer = async ({ smtpUrl, mailFrom }: Config): Promise<Mailer | null> => {
  if (smtpUrl === null || mailFrom === null) return null
  const { smtpMailer } = await import('./mail/smtp.ts')
  return smtpMailer({ url: smtpUrl, from: mailFrom })
}

/** Sends every letter that waits, now. Null when no SMTP server is configured. */
export const flushMail = async (corpus: Corpus, config: Config): Promise<{ tried: number } | null> => {
  const mailer = await openMailer(config)
  if (mailer === null) return null
  await corpus.store.transact((tx) => tx.outbox.requeue(corpus.clock.now().toISOString()))
  let tried = 0
  for (let more = true; more;) {
    const round = await deliverOutbox({ ...corpus, mailer }, config.teamEmail)
    tried += round.tried
    more = round.more
  }
  mailer.close()
  return { tried }
}

/** The letters of the house for a command: links lead where `serve` would answer with this configuration. */
export const lettersFor = async ({ store }: Corpus, config: Config): Promise<EmailComposer> => {
  const { houseName, publicUrl, host, port } = config
  const secret = await store.read.secret()
  return writeLetters({ houseName, publicUrl: () => publicUrl ?? `http://${host}:${port}`, secret })
}

const LETTER_FINISHES_WITHIN_MS = 5_000

/** Makes, migrates and, if so configured, fills an empty corpus before it is served; how many papers were loaded. */
export const prepareCorpus = (config: Config): Promise<number> =>
  withOpenCorpus(config, async (corpus) => (config.starterCorpus ? loadStarter(corpus) : 0))

/**
 * A key to try submissions with, when the corpus never had one. To be called once the corpus is served: a key made
 * before a start that then failed would never have been shown.
 */
export const makeFirstKey = (config: Config): Promise<string | null> =>
  withOpenCorpus(config, (corpus) =>
    createFirstKey(corpus, { label: 'first start', scopes: ['submit'], expiresAt: null, actor: 'first start' }),
  )

/** A token for the link by which the first admin signs in, when there never was an editor. */
export const makeFirstAdmin = (config: Config): Promise<string | null> =>
  withOpenCorpus(config, async (corpus) => (await createFirstAdmin(corpus))?.token ?? null)

export type Service = { url: string; stop(manner: StopMode): Promise<void> }

/** Opens a corpus that is prepared and serves it. Resolves once requests are answered. */
export const startService = async (config: Config): Promise<Service> => {
  const corpus = await openCorpus(config)
  const { store, log } = corpus
  const life = lifecycle()
  const site: { url: string } = { url: config.publicUrl ?? `http://${config.host}:${config.port}` }
  const publicUrl = (): string => site.url
  const secret = await store.read.secret()
  const letters = writeLetters({ houseName: config.houseName, publicUrl, secret })
  const app = createServer({
    ...corpus,
    ...config,
    passphrases: scryptPassphrases(),
    webAuthn: webAuthn(),
    letters,
    lifecycle: life,
    secret,
    version,
    publicUrl,
  })
  const listening: RunningServer = await listen(app, config, life)
  if (config.publicUrl === null) site.url = listening.url
  const mailer = await openMailer(config)
  const mail = mailer === null ? [] : [deliverOutboxJob({ ...corpus, mailer }, config.teamEmail)]
  const jobs = runJobs([...mail, settleDecisionsJob({ ...corpus, letters }), pruneJob(corpus)], log)
  return {
    url: listening.url,
    stop: async (manner) => {
      // A mail server that hangs must not hold the process: what it has not taken by then waits in the outbox.
      const patience = setTimeout(() => mailer?.close(), LETTER_FINISHES_WITHIN_MS)
      await Promise.all([listening.stop(manner), jobs.stop()])
      clearTimeout(patience)
      mailer?.close()
      await corpus.close()
    },
  }
}

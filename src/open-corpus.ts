import { actionRunner, type RunAction } from './actions/run-action.ts'
import { emailComposer } from './mail/emails/email-templates.ts'
import type { EmailComposer } from './ports/email-composer.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { Store } from './ports/store/store.ts'
import { openSqliteStore } from './store/sqlite/open-sqlite-store.ts'
import type { Config, Database } from './config.ts'
import { openLog } from './log.ts'
import { randomIds } from './random-ids.ts'
import { systemClock } from './system-clock.ts'

/** The opened corpus and what every command needs beside it. */
export type Corpus = {
  store: Store
  clock: Clock
  log: Log
  run: RunAction
  emails: EmailComposer
  /** The corpus secret: signs links and cursors. */
  secret: Buffer
  /** Names of the migrations that opening it applied. */
  migrated: string[]
  close(): Promise<void>
}

type OpenedStore = Store & { migrated: string[] }

/** PostgreSQL's driver is loaded only where it is used: a corpus in a file should not pay for it in memory. */
const openStore = async (
  database: Database,
  log: Log,
  { migrate = false, isBulk = false, turnWithinMs }: OpenOptions,
): Promise<OpenedStore> => {
  const ports = { clock: systemClock, log }
  if (database.engine === 'sqlite') return openSqliteStore(database.path, ports, { isBulk, turnWithinMs })
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts')
  return openPostgresStore(database, ports, { migrate })
}

export type OpenOptions = {
  /** Migrates a PostgreSQL database, which other processes may be serving; a file is always made or migrated. */
  migrate?: boolean
  /** For a process that does nothing but write much. */
  isBulk?: boolean
  /** How long a transaction waits while another process writes to the same file; 5 seconds if not given. */
  turnWithinMs?: number
  /** Where links in emails lead, asked when an email is written; by default where `serve` would answer. */
  publicUrl?: () => string
}

/** Opens the corpus of a configuration. */
export const openCorpus = async (config: Config, options: OpenOptions = {}): Promise<Corpus> => {
  const { houseName, host, port } = config
  const { publicUrl = () => config.publicUrl ?? `http://${host}:${port}` } = options
  const log = openLog(config.logLevel)
  const store = await openStore(config.database, log, options)
  const secret = await store.private.secret()
  const emails = emailComposer({ houseName, publicUrl, secret, bounceAddress: config.bounces.address })
  const run = actionRunner({ store, clock: systemClock, ids: randomIds, emails })
  return { store, clock: systemClock, log, run, emails, secret, migrated: store.migrated, close: () => store.close() }
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

import { actionRunner, type RunAction } from './actions/run-action.ts'
import { emailComposer } from './mail/emails/email-templates.ts'
import type { EmailComposer } from './ports/email-composer.ts'
import { defaultSettings } from '#core/settings.ts'
import type { Clock, Log } from '#ports/runtime.ts'
import { type Metrics, noMetrics } from '#ports/metrics.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from './ports/store/store.ts'
import { liveSite } from '#queries/live-site.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import type { Config, Database } from './config.ts'
import { openLog } from './log.ts'
import { measuredStore } from './measured-store.ts'
import { randomIds } from './random-ids.ts'
import { systemClock } from './system-clock.ts'

/** An open corpus and what every command needs with it. */
export type Corpus = {
  store: Store
  clock: Clock
  log: Log
  run: RunAction
  requireAssessment: Config['requireAssessment']
  emails: EmailComposer
  /** The settings of the library. */
  site: LiveSite
  /** The corpus secret: signs links and cursors. */
  secret: Buffer
  /** Names of the migrations that opening it applied. */
  migrated: string[]
  /** Statements that an operator has to run for the sessions behind a pooler; none without one. */
  settings: string[]
  close(): Promise<void>
}

type OpenedStore = Store & Pick<Corpus, 'migrated'> & Partial<Pick<Corpus, 'settings'>>

/** PostgreSQL's driver is loaded only when used, because it takes memory. */
const openStore = async (
  database: Database,
  log: Log,
  { migrate = false, mayLackPrimary = false, isBulk = false, lockTimeoutMs }: OpenOptions,
): Promise<OpenedStore> => {
  const ports = { clock: systemClock, log }
  if (database.engine === 'sqlite') return openSqliteStore(database.path, ports, { isBulk, lockTimeoutMs })
  const { openPostgresStore } = await import('./store/postgres/open-postgres-store.ts')
  return openPostgresStore(database, ports, { migrate, mayLackPrimary })
}

export type OpenOptions = {
  /** Migrates a PostgreSQL database, which other processes may be serving. An SQLite file is always created or migrated. */
  migrate?: boolean
  /** Opens it also while only replicas of PostgreSQL answer; `isReadOnly` then says so. */
  mayLackPrimary?: boolean
  /** For a process that only writes large amounts. */
  isBulk?: boolean
  /** How long a transaction waits while another process writes to the same file; 5 seconds by default. */
  lockTimeoutMs?: number
  /**
   * The base of links in emails, read for each email; by default PUBLIC_URL, or the last that a server stored, or the address of
   * `serve`.
   */
  publicUrl?: () => string
  /** Told of each transaction; by default nobody is. */
  metrics?: Metrics
}

/** Opens the corpus of a configuration. */
export const openCorpus = async (config: Config, options: OpenOptions = {}): Promise<Corpus> => {
  const { houseName, host, port, requireAssessment } = config
  const log = openLog(config.logLevel)
  const opened = await openStore(config.database, log, options)
  const store = measuredStore(opened, options.metrics ?? noMetrics)
  const secret = await store.private.secret()
  const storedUrl =
    config.publicUrl ?? (options.publicUrl || store.isReadOnly() ? null : await store.private.site.publicUrl())
  const { publicUrl = () => storedUrl ?? `http://${host}:${port}` } = options
  const site = liveSite({ store, defaults: defaultSettings(houseName), canMail: config.smtpUrl !== null })
  await site.refresh()
  const emails = emailComposer({ site, publicUrl, secret, bounceAddress: config.bounces.address })
  const run = actionRunner({ store, clock: systemClock, ids: randomIds, emails, requireAssessment })
  const { migrated, settings = [] } = opened
  return {
    store,
    clock: systemClock,
    log,
    run,
    requireAssessment,
    emails,
    site,
    secret,
    migrated,
    settings,
    close: () => store.close(),
  }
}

/** Opens the corpus for one piece of work, and closes it. */
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

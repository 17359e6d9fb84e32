import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Config } from './config.ts'
import { openLog } from './log.ts'
import { createFirstKey } from '#actions/keys.ts'
import { seedCorpus } from '#actions/seed-corpus.ts'
import { createServer } from '#http/server.ts'
import { lifecycle } from '#http/kit/lifecycle.ts'
import { listen, type Listening, type StopManner } from '#http/listen.ts'
import { deliverOutbox, deliverOutboxJob } from '#jobs/deliver-outbox.ts'
import { pruneJob } from '#jobs/prune.ts'
import { runJobs } from '#jobs/runner.ts'
import { writeLetters } from '#mail/letters/write-letters.ts'
import { smtpMailer } from '#mail/smtp.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Log } from '#ports/log.ts'
import type { Mailer } from '#ports/mailer.ts'
import type { Store } from '#ports/store.ts'
import { readStarter, STARTER_FOLDER } from '#starter/read-starter.ts'
import { openSqliteStore } from '#store/sqlite/open.ts'

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

export const openCorpus = (config: Config): Corpus => {
  const log = openLog(config.logLevel)
  const store = openSqliteStore(config.database.path, { clock: systemClock, log })
  const { migrated } = store
  return { store, clock: systemClock, ids: systemIds, log, migrated, close: () => store.close() }
}

/** Fills an empty corpus with the one that comes with the program; how many papers were loaded. */
export const loadStarter = async (corpus: Corpus): Promise<number> => {
  if (!(await corpus.store.read.papers.isEmpty())) return 0
  const starter = readStarter(STARTER_FOLDER, corpus.clock.now())
  return (await seedCorpus(corpus, starter)) ? starter.papers.length : 0
}

const openMailer = ({ smtpUrl, mailFrom }: Config): Mailer | null =>
  smtpUrl === null || mailFrom === null ? null : smtpMailer({ url: smtpUrl, from: mailFrom })

/** Sends every letter that waits, now. Null when no SMTP server is configured. */
export const flushMail = async (corpus: Corpus, config: Config): Promise<{ tried: number } | null> => {
  const mailer = openMailer(config)
  if (mailer === null) return null
  await corpus.store.transact((tx) => tx.outbox.hurry(corpus.clock.now().toISOString()))
  let tried = 0
  for (let more = true; more;) {
    const round = await deliverOutbox({ ...corpus, mailer }, config.teamEmail)
    tried += round.tried
    more = round.more
  }
  mailer.close()
  return { tried }
}

const LETTER_FINISHES_WITHIN_MS = 5_000

const withCorpus = async <T>(config: Config, work: (corpus: Corpus) => Promise<T>): Promise<T> => {
  const corpus = openCorpus(config)
  try {
    return await work(corpus)
  } finally {
    await corpus.close()
  }
}

/** Makes, migrates and, if so configured, fills an empty corpus before it is served; how many papers were loaded. */
export const prepareCorpus = (config: Config): Promise<number> =>
  withCorpus(config, async (corpus) => (config.starterCorpus ? loadStarter(corpus) : 0))

/**
 * A key to try submissions with, when the corpus never had one. To be called once the corpus is served: a key made
 * before a start that then failed would never have been shown.
 */
export const makeFirstKey = (config: Config): Promise<string | null> =>
  withCorpus(config, (corpus) => createFirstKey(corpus, { label: 'first start', scopes: ['submit'], expiresAt: null }))

export type Service = { url: string; stop(manner: StopManner): Promise<void> }

/** Opens a corpus that is prepared and serves it. Resolves once requests are answered. */
export const startService = async (config: Config): Promise<Service> => {
  const corpus = openCorpus(config)
  const { store, log } = corpus
  const life = lifecycle()
  const site: { url: string } = { url: config.publicUrl ?? `http://${config.host}:${config.port}` }
  const publicUrl = (): string => site.url
  const secret = await store.read.secret()
  const letters = writeLetters({ houseName: config.houseName, publicUrl, secret })
  const app = createServer({ ...corpus, ...config, letters, lifecycle: life, secret, version, publicUrl })
  const listening: Listening = await listen(app, config, life)
  if (config.publicUrl === null) site.url = listening.url
  const mailer = openMailer(config)
  const mail = mailer === null ? [] : [deliverOutboxJob({ ...corpus, mailer }, config.teamEmail)]
  const jobs = runJobs([...mail, pruneJob(corpus)], log)
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

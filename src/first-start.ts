import { seedCorpus } from '#actions/submissions.ts'
import { loadStarterSettings } from '#actions/editorial/settings.ts'
import { readStarterCorpus, readStarterSettings, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { type Corpus, type OpenOptions, withOpenCorpus } from './open-corpus.ts'
import type { Config } from './config.ts'
import { createFirstCredentials, type FirstCredentials } from '#actions/first-credentials.ts'

type StarterPorts = Pick<Corpus, 'store' | 'clock' | 'run'>

/**
 * A library that an older version filled with the starter corpus was described by words in the code: it gets them as settings, once,
 * unless something was set.
 */
const keepStarterWords = async ({ store, run }: StarterPorts): Promise<void> => {
  const { settings, audit } = store.private
  if ((await settings.get()).version > 0) return
  const seeding = await audit.list({ actor: null, act: 'corpus.seed', subject: null }, null, 1)
  if (seeding.records.length > 0) await run(loadStarterSettings, readStarterSettings(STARTER_FOLDER))
}

/** Loads the starter corpus into an empty corpus; how many papers were loaded. */
export const loadStarter = async (corpus: StarterPorts): Promise<number> => {
  const { store, clock, run } = corpus
  if (!(await store.private.papers.isEmpty())) {
    await keepStarterWords(corpus)
    return 0
  }
  const starter = readStarterCorpus(STARTER_FOLDER, clock.now())
  return (await run(seedCorpus, starter)) ? starter.papers.length : 0
}

/** Another process that starts on the same file may be loading it, which can take longer than a request may wait. */
const START_LOCK_TIMEOUT_MS = 60_000

/** A corpus that only replicas answer for has been prepared before. */
const START: OpenOptions = { lockTimeoutMs: START_LOCK_TIMEOUT_MS, mayLackPrimary: true }

/** Creates or migrates the corpus and, if so configured, loads the starter corpus; how many papers were loaded. */
export const prepareCorpus = (config: Config): Promise<number> =>
  withOpenCorpus(
    config,
    async (corpus) => (config.starterCorpus && !corpus.store.isReadOnly() ? loadStarter(corpus) : 0),
    START,
  )

/**
 * A key for trying submissions if the corpus never had one, and the sign-in token of the first admin if there never was an
 * editor. To be called once the corpus is served: if the start failed afterwards, they would never be shown.
 */
export const firstCredentials = (config: Config): Promise<FirstCredentials> =>
  withOpenCorpus(
    config,
    async ({ store, run }) => {
      if (store.isReadOnly()) return { key: null, adminToken: null }
      const { keys, editors } = store.private
      // Checked without a transaction, so that later starts need not wait for the write lock.
      const isFirst = (await keys.list()).length === 0 || (await editors.list()).length === 0
      if (!isFirst) return { key: null, adminToken: null }
      return run(createFirstCredentials, null)
    },
    START,
  )

import type { Config } from '#config.ts'
import { withOpenCorpus } from '#open-corpus.ts'
import { loadStarter } from './load-starter.ts'

/** Another process that starts on the same file may be filling it, on a slow machine for longer than a request may wait. */
export const START_TURN_WITHIN_MS = 60_000

/** Makes, migrates and, if so configured, fills an empty corpus before it is served; how many papers were loaded. */
export const prepareCorpus = (config: Config): Promise<number> =>
  withOpenCorpus(config, async (corpus) => (config.starterCorpus ? loadStarter(corpus) : 0), {
    turnWithinMs: START_TURN_WITHIN_MS,
  })

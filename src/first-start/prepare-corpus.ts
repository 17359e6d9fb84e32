import type { Config } from '#config.ts'
import { withOpenCorpus } from '#open-corpus.ts'
import { loadStarter } from './load-starter.ts'

/** Makes, migrates and, if so configured, fills an empty corpus before it is served; how many papers were loaded. */
export const prepareCorpus = (config: Config): Promise<number> =>
  withOpenCorpus(config, async (corpus) => (config.starterCorpus ? loadStarter(corpus) : 0))

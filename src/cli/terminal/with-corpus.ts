import { withOpenCorpus, type Corpus, type OpenOptions } from '#open-corpus.ts'
import { readConfig, type Config } from '#config.ts'

/** Opens the corpus that the environment names, for the length of one command. */
export const withCorpus = async (
  work: (corpus: Corpus, config: Config) => Promise<void>,
  options: OpenOptions = {},
): Promise<void> => {
  const config = readConfig(process.env)
  await withOpenCorpus(config, (corpus) => work(corpus, config), options)
}

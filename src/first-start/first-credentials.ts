import type { FirstCredentials } from '#actions/accounts/create-first-credentials.ts'
import type { Config } from '#config.ts'
import { withOpenCorpus } from '#open-corpus.ts'
import { START_TURN_WITHIN_MS } from './prepare-corpus.ts'

/**
 * A key to try submissions with, when the corpus never had one, and the token of the link by which the first admin signs
 * in, when there never was an editor. To be called once the corpus is served: what was made before a start that then
 * failed would never have been shown.
 */
export const firstCredentials = (config: Config): Promise<FirstCredentials> =>
  withOpenCorpus(
    config,
    async ({ store, run }) => {
      const { keys, editors } = store.private
      // Every start asks, and only the first one should have to wait for its turn to write.
      const isFirst = (await keys.list()).length === 0 || (await editors.list()).length === 0
      if (!isFirst) return { key: null, adminToken: null }
      const { createFirstCredentials } = await import('#actions/accounts/create-first-credentials.ts')
      return run(createFirstCredentials, null)
    },
    { turnWithinMs: START_TURN_WITHIN_MS },
  )

import { createFirstAdmin } from '#actions/accounts/create-first-admin.ts'
import { createFirstKey } from '#actions/accounts/create-first-key.ts'
import type { Config } from '#config.ts'
import { withOpenCorpus, type Corpus } from '#open-corpus.ts'

// Every start asks both, and only the first start should have to wait for its turn to write.

const firstKey = async ({ store, run }: Corpus): Promise<string | null> => {
  if ((await store.private.keys.list()).length > 0) return null
  return run(createFirstKey, { label: 'first start', scopes: ['submit'], actor: 'first start' })
}

const firstAdmin = async ({ store, run }: Corpus): Promise<string | null> => {
  if ((await store.private.editors.list()).length > 0) return null
  return (await run(createFirstAdmin, null))?.token ?? null
}

export type FirstCredentials = { key: string | null; adminToken: string | null }

/**
 * A key to try submissions with, when the corpus never had one, and the token of the link by which the first admin signs
 * in, when there never was an editor. To be called once the corpus is served: what was made before a start that then
 * failed would never have been shown.
 */
export const firstCredentials = (config: Config): Promise<FirstCredentials> =>
  withOpenCorpus(config, async (corpus) => ({ key: await firstKey(corpus), adminToken: await firstAdmin(corpus) }))

import { openMeaning } from './embeddings/open-meaning.ts'
import { openEmbedder } from './outbound/open-embedder.ts'
import { waitFor } from './outbound/open-outbound-client.ts'
import { userAgentOf } from './outbound/fetch-once.ts'
import type { Embedder } from './ports/embedder.ts'
import type { MeaningReader } from './ports/meaning.ts'
import type { Config } from './config.ts'
import type { Corpus } from './open-corpus.ts'
import { version } from './version.ts'

/** A client for the configured embeddings endpoint; null without one. */
export const embedderOf = ({ embeddings, teamEmail, mailFrom, publicUrl }: Config): Embedder | null => {
  const contact = teamEmail ?? mailFrom?.address ?? null
  const userAgent = userAgentOf({ version, publicUrl, contact })
  return embeddings === null ? null : openEmbedder(embeddings, { userAgent })
}

/** What compares questions with texts, and the client that it shares with the job that sends texts. */
export type OpenEmbeddings = { embedder: Embedder; meaning: MeaningReader & { close(): Promise<void> } }

/** Null without a configured endpoint. */
export const openEmbeddings = (config: Config, { store, log }: Corpus): OpenEmbeddings | null => {
  const embedder = embedderOf(config)
  return embedder === null ? null : { embedder, meaning: openMeaning({ store, embedder, log, wait: waitFor }) }
}

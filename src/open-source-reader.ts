import type { WatchedSource } from '#core/sources/watched-source.ts'
import { openOutboundClient, waitFor as wait } from '#outbound/open-outbound-client.ts'
import { userAgentOf, type FetchLimits } from '#outbound/fetch-once.ts'
import { pagesInProcess } from './sources/pages/pages-in-process.ts'
import { readSource, type RunOutcome } from './sources/read-source.ts'
import type { EnrichingPorts } from '#sources/enrich-papers.ts'
import { recordLookup } from '#sources/look-up-records.ts'
import type { CheckingPorts } from '#sources/check-papers.ts'
import { sharedGate, type RequestPorts } from '#sources/host-requests.ts'
import type { OutboundStreams } from '#ports/outbound.ts'
import type { RecordLookup } from '#ports/record-lookup.ts'
import type { Config } from './config.ts'
import type { Corpus } from './open-corpus.ts'
import { randomIds } from './random-ids.ts'
import { version } from './version.ts'

/** Reads new records of a source, unless another process is reading it. */
export type SourceReading = (source: WatchedSource, signal: AbortSignal) => Promise<RunOutcome>

/** A client for other servers; requests to one host are coordinated among all processes that use this corpus. */
export const openRequestPorts = (
  config: Config,
  { run, clock }: Corpus,
  { publicUrl, limits = {} }: { publicUrl: string | null; limits?: Partial<FetchLimits> },
): RequestPorts & { client: OutboundStreams } => {
  const contact = config.teamEmail ?? config.mailFrom?.address ?? null
  const client = openOutboundClient({
    rules: config.outbound,
    userAgent: userAgentOf({ version, publicUrl, contact }),
    clock,
    limits,
    gate: sharedGate({ run, clock, ids: randomIds, wait }),
  })
  return { client, clock, wait }
}

export const openSourceReader = (config: Config, corpus: Corpus, publicUrl: string | null): SourceReading => {
  const ports = { ...corpus, ...openRequestPorts(config, corpus, { publicUrl }), openPages: pagesInProcess }
  return (source, signal) => readSource(ports, { source, reader: randomIds.uuid(), signal })
}

/** The status is in the first bytes of a response, and whoever is sent a PDF need not read it. */
const LINK_LIMITS: FetchLimits = { bytes: 100_000, ms: 20_000 }

export const openCheckingPorts = (config: Config, corpus: Corpus): CheckingPorts => {
  const { publicUrl, resolvers } = config
  const { client: linkClient } = openRequestPorts(config, corpus, { publicUrl, limits: LINK_LIMITS })
  return { ...corpus, ...openRequestPorts(config, corpus, { publicUrl }), resolvers, linkClient }
}

/** Looks up what editors add; null unless the operator allows the server to ask others for it. */
export const openRecordLookup = (config: Config, corpus: Corpus): RecordLookup | null => {
  const { publicUrl, resolvers, resolvesWhenAdding } = config
  return resolvesWhenAdding ? recordLookup({ ...openRequestPorts(config, corpus, { publicUrl }), resolvers }) : null
}

export const openEnrichingPorts = (config: Config, corpus: Corpus): EnrichingPorts => {
  const { publicUrl, resolvers, teamEmail: contact } = config
  return { ...corpus, ...openRequestPorts(config, corpus, { publicUrl }), resolvers, contact }
}

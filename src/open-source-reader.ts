import type { WatchedSource } from './core/sources/watched-source.ts'
import { openOutboundClient } from './outbound/open-outbound-client.ts'
import { userAgentOf } from './outbound/user-agent.ts'
import { waitInTime as wait } from './outbound/memory-gate.ts'
import { pagesInThread } from './sources/pages/pages-in-thread.ts'
import { readSource, type RunOutcome } from './sources/read-source.ts'
import { sharedGate } from './sources/shared-gate.ts'
import type { AskingPorts } from './sources/ask-patiently.ts'
import type { Config } from './config.ts'
import type { Corpus } from './open-corpus.ts'
import { randomIds } from './random-ids.ts'
import { version } from './version.ts'

/** Reads what is new in a source, unless somebody else is reading it. */
export type SourceReading = (source: WatchedSource, signal: AbortSignal) => Promise<RunOutcome>

/** What asks other servers, in turns that all processes over this corpus share. */
export const openAsking = (config: Config, { run, clock }: Corpus, publicUrl: string | null): AskingPorts => {
  const contact = config.teamEmail ?? config.mailFrom?.address ?? null
  const client = openOutboundClient({
    rules: config.outbound,
    userAgent: userAgentOf({ version, publicUrl, contact }),
    clock,
    gate: sharedGate({ run, clock, ids: randomIds, wait }),
  })
  return { client, clock, wait }
}

export const openSourceReader = (config: Config, corpus: Corpus, publicUrl: string | null): SourceReading => {
  const ports = { ...corpus, ...openAsking(config, corpus, publicUrl), openPages: pagesInThread }
  return (source, signal) => readSource(ports, { source, reader: randomIds.uuid(), signal })
}

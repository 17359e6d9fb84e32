import { Failure } from '#core/failure.ts'

/** The largest chunk that is taken in one request, and the largest import. */
export const MAX_CHUNK_BYTES = 10 * 1_024 * 1_024

/** `undoing`: what it brought is being taken back. */
export const ingestSessionStates = ['open', 'closed', 'undoing', 'undone'] as const
export type IngestSessionState = (typeof ingestSessionStates)[number]

export const ingestCounts = ['read', 'stored', 'unchanged', 'enriched', 'proposed', 'refused'] as const

/**
 * What became of the records of a chunk or session. `read` is the sum of the others and of the identifiers that are kept
 * as candidates, which have no count of their own.
 */
export type IngestCounts = Record<(typeof ingestCounts)[number], number>

/** Bulk ingestion that an operator arranged (contract 8): what came in over one key, chunk by chunk. */
export type IngestSession = {
  id: string
  label: string
  state: IngestSessionState
  /** How many records it takes. */
  maxRecords: number
  openedAt: string
  openedBy: string
  /** When it ends by itself. */
  until: string
  /** When somebody closed or undid it. */
  endedAt: string | null
  endedBy: string | null
  /** When something came in last. */
  activeAt: string | null
  counts: IngestCounts
  /** The chunk up to which every chunk is taken; null while there is none. */
  last: number | null
  /** Papers that were taken back. */
  removed: number
}

export type IngestChunk = {
  chunk: number
  /** SHA-256 of the body, hex. */
  digest: string
  begunAt: string
  /** Null while it is not taken whole. */
  finishedAt: string | null
  counts: IngestCounts
  /** The `last` of the session when this chunk was finished. */
  last: number | null
}

export type IngestRefusal = { chunk: number; number: number; position: string; reason: string }

export const noIngestCounts = (): IngestCounts => ({
  read: 0,
  stored: 0,
  unchanged: 0,
  enriched: 0,
  proposed: 0,
  refused: 0,
})

/** Identifiers that became candidates without title: all that was read and came to nothing else. */
export const candidateCount = ({ read, stored, unchanged, enriched, proposed, refused }: IngestCounts): number =>
  read - stored - unchanged - enriched - proposed - refused

/** The counts as clients are told: proposals and candidates only where there are any. */
export const toldCounts = (counts: IngestCounts) => {
  const { read, stored, unchanged, enriched, proposed, refused } = counts
  const candidates = candidateCount(counts)
  return {
    read,
    stored,
    unchanged,
    enriched,
    ...(proposed > 0 ? { proposed } : {}),
    refused,
    ...(candidates > 0 ? { candidates } : {}),
  }
}

/** Whether it takes records; one whose time is up does not, though nobody closed it. */
export const takesRecords = ({ state, until }: Pick<IngestSession, 'state' | 'until'>, now: Date): boolean =>
  state === 'open' && new Date(until) > now

/** Throws `wrong_state` for a session that is over. */
export const assertTakesRecords = (session: IngestSession, now: Date): void => {
  if (takesRecords(session, now)) return
  const what = session.state === 'open' ? `ended on ${session.until}` : 'is closed'
  throw new Failure('wrong_state', `The ingestion session ${session.id} ${what}; ask the operator for another one.`)
}

/** Records a second, from the first chunk to the last that something came in; null before that takes a second. */
export const ingestSpeed = (
  { counts, activeAt }: Pick<IngestSession, 'counts' | 'activeAt'>,
  firstAt: string | null,
): number | null => {
  if (activeAt === null || firstAt === null) return null
  const seconds = (Date.parse(activeAt) - Date.parse(firstAt)) / 1_000
  return seconds < 1 ? null : counts.read / seconds
}

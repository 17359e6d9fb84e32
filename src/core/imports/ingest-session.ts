import { Failure } from '#core/failure.ts'
import { parseSendTime } from '#core/mail/mailing.ts'

/** The largest chunk in one request, and the largest import. */
export const MAX_CHUNK_BYTES = 10 * 1_024 * 1_024

/** `undoing`: its papers are being removed. */
export const ingestSessionStates = ['open', 'closed', 'undoing', 'undone'] as const
export type IngestSessionState = (typeof ingestSessionStates)[number]

export const ingestCounts = ['read', 'stored', 'unchanged', 'enriched', 'proposed', 'refused'] as const

/**
 * The results for the records of a chunk or session. `read` is the sum of the others and of identifiers stored as candidates,
 * which have no count.
 */
export type IngestCounts = Record<(typeof ingestCounts)[number], number>

/** Bulk ingestion arranged by an operator (contract 8), in chunks sent with one key. */
export type IngestSession = {
  id: string
  label: string
  state: IngestSessionState
  /** The most records it accepts. */
  maxRecords: number
  openedAt: string
  openedBy: string
  /** When it expires. */
  until: string
  /** When somebody closed or undid it. */
  endedAt: string | null
  endedBy: string | null
  /** When a chunk last arrived. */
  activeAt: string | null
  counts: IngestCounts
  /** The last chunk up to which all chunks are complete; null while there is none. */
  last: number | null
  /** The number of papers removed by undoing. */
  removed: number
}

export type IngestChunk = {
  chunk: number
  /** SHA-256 of the body, hex. */
  digest: string
  begunAt: string
  /** Null until it is complete. */
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

/** Identifiers stored as candidates without a title: the rest of the records read. */
export const candidateCount = ({ read, stored, unchanged, enriched, proposed, refused }: IngestCounts): number =>
  read - stored - unchanged - enriched - proposed - refused

/** The counts in responses; proposals and candidates only if there are any. */
export const reportedCounts = (counts: IngestCounts) => {
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

/** Begins the ids of sessions that a page of the console fills from a file: they have no key, and belong to who opened them. */
const OF_FILE = 'fi_'

export const fileImportId = (secret: string): string => `${OF_FILE}${secret.slice(0, 16)}`
export const isFileImport = ({ id }: Pick<IngestSession, 'id'>): boolean => id.startsWith(OF_FILE)

/** How long a file may take that is sent in pieces, and how many records it may have. */
export const FILE_IMPORT_DAYS = 7
export const FILE_IMPORT_RECORDS = 10_000_000

/** False for closed and for expired sessions. */
export const takesRecords = ({ state, until }: Pick<IngestSession, 'state' | 'until'>, now: Date): boolean =>
  state === 'open' && new Date(until) > now

/** Throws `wrong_state` for a closed or expired session. */
export const assertTakesRecords = (session: IngestSession, now: Date): void => {
  if (takesRecords(session, now)) return
  const what = session.state === 'open' ? `ended on ${session.until}` : 'is closed'
  throw new Failure('wrong_state', `The ingestion session ${session.id} ${what}; ask the operator for another one.`)
}

/** Records per second from the first to the last activity; null for less than a second. */
export const ingestSpeed = (
  { counts, activeAt }: Pick<IngestSession, 'counts' | 'activeAt'>,
  firstAt: string | null,
): number | null => {
  if (activeAt === null || firstAt === null) return null
  const seconds = (Date.parse(activeAt) - Date.parse(firstAt)) / 1_000
  return seconds < 1 ? null : counts.read / seconds
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Parses an instant with its time zone, a day (its beginning in UTC), or a duration such as `7d` or `12h`; null for anything else. */
export const parseSessionEnd = (text: string, now: Date): Date | null => {
  const { count, unit } = /^(?<count>[1-9]\d{0,3})(?<unit>[dh])$/u.exec(text)?.groups ?? {}
  if (count !== undefined) return new Date(now.getTime() + Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS))
  return parseSendTime(/^\d{4}-\d{2}-\d{2}$/u.test(text) ? `${text}T00:00Z` : text)
}

import { calendarDay } from '#core/calendar-day.ts'

/** How far a source has been read. Stored in the same transaction as the records, so that none is lost or taken twice. */
export type SourcePosition = {
  /** The first day (UTC) of the records requested. */
  from: string | null
  /** When reading the current list began; null between lists. */
  begunAt: string | null
  /** The cursor of the next page, from the source or counted by us; null for the first page. */
  cursor: string | null
  /** Records read from the current list. */
  read: number
  /** How often the source repeated a cursor. */
  repeats: number
  /** How often the list was restarted because its cursor had expired. */
  restarts: number
  /** Consecutive lists that were shorter than announced. */
  shortLists: number
  /** For a document that is fetched whole: its validators when it was last read. */
  etag: string | null
  lastModified: string | null
  /** Where to go on in a file that is read as it arrives; null at its beginning. */
  file: PlaceInFile | null
}

/** How far a file was read. Another server's answer goes on there only while the file is still the same. */
export type PlaceInFile = {
  /** The strong validator of the file. */
  etag: string
  /** Bytes and lines up to the end of the last row that was read. */
  offset: number
  lines: number
  header: string
  encoding: string
}

export const startingFrom = (from: string | null): SourcePosition => ({
  from,
  begunAt: null,
  cursor: null,
  read: 0,
  repeats: 0,
  restarts: 0,
  shortLists: 0,
  etag: null,
  lastModified: null,
  file: null,
})

const DAY_MS = 86_400_000

export const daysBefore = (instant: Date, days: number): string =>
  calendarDay(new Date(instant.getTime() - days * DAY_MS))

/** The position after a finished list: the next one begins on the day this one was started, minus an overlap for late records. */
export const afterList = (position: SourcePosition, overlapDays: number): SourcePosition => ({
  ...startingFrom(position.begunAt === null ? position.from : daysBefore(new Date(position.begunAt), overlapDays)),
  etag: position.etag,
  lastModified: position.lastModified,
})

/** Restarts the list. Records already stored will be recognized. */
export const restarted = (position: SourcePosition): SourcePosition => ({
  ...position,
  cursor: null,
  read: 0,
  repeats: 0,
  restarts: position.restarts + 1,
})

export const sourceKinds = ['arxiv', 'oai', 'crossref', 'openalex', 'feed', 'retraction-watch'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** A table of notices about works, in one large file. */
type FileKind = 'retraction-watch'
/** Kinds that list papers, in pages. */
export type PagedKind = Exclude<SourceKind, FileKind>

export const isFileKind = (kind: SourceKind): kind is FileKind => kind === 'retraction-watch'

/** Kinds without an address of their own, and what it is the address of. */
export const addressedKinds: Partial<Record<SourceKind, string>> = {
  oai: 'repository',
  feed: 'feed',
  'retraction-watch': 'file',
}

export type SourceDefinition = {
  kind: SourceKind
  name: string
  /** The address of the API, without the parameters that the kind adds. */
  address: string
  /** An arXiv search or category, an OAI-PMH set, a Crossref or OpenAlex filter; empty for everything. */
  query: string
  /** The metadata format requested by OAI-PMH. */
  metadataPrefix: string
  everyMinutes: number
  /** The most candidates per day (UTC). */
  dailyCap: number
}

export const sourceStates = ['active', 'paused'] as const
export type SourceState = (typeof sourceStates)[number]

export type WatchedSource = SourceDefinition & {
  id: number
  state: SourceState
  addedBy: string
  addedAt: string
  /** The next scheduled run; it can be run earlier by hand. */
  nextRunAt: string
  /** Failed runs since the last success. */
  failures: number
  lastError: string | null
  lastRunAt: string | null
  lastSuccessAt: string | null
  /** The day (UTC) of the last candidate, and the number of candidates on that day. */
  takenOn: string | null
  takenCount: number
  position: SourcePosition
}

/**
 * The results of a run. `known` records were already stored, in any state. Of a table of notices, rows that propose something are
 * `added`, other rows about papers of the library are `known`, and the rest are only `read`.
 */
export type RunCounts = { requests: number; read: number; added: number; known: number; refused: number }

export const noRunCounts = (): RunCounts => ({ requests: 0, read: 0, added: 0, known: 0, refused: 0 })

export type Refusal = { position: string; reason: string }

export type SourceRun = RunCounts & {
  startedAt: string
  /** Null while it is running, or if its process was killed. */
  endedAt: string | null
  error: string | null
  /** The first refused records. */
  refusals: Refusal[]
}

export const defaultAddresses: Record<SourceKind, string | null> = {
  arxiv: 'https://export.arxiv.org/api/query',
  oai: null,
  crossref: 'https://api.crossref.org/works',
  openalex: 'https://api.openalex.org/works',
  feed: null,
  'retraction-watch': null,
}

/** How many more candidates a source may add today. */
export const roomToday = ({ dailyCap, takenOn, takenCount }: WatchedSource, now: Date): number =>
  Math.max(0, dailyCap - (takenOn === calendarDay(now) ? takenCount : 0))

const MINUTE_MS = 60_000
const FIRST_PAUSE_MINUTES = 5

/** When a failed source is retried: after 5, 10, 20 minutes and so on up to its interval, or later if its server says so. */
export const retryTime = (
  now: Date,
  { failures, everyMinutes, retryAt }: { failures: number; everyMinutes: number; retryAt: Date | null },
): Date => {
  const minutes = Math.min(everyMinutes, FIRST_PAUSE_MINUTES * 2 ** Math.min(failures - 1, 12))
  return new Date(Math.max(now.getTime() + minutes * MINUTE_MS, retryAt?.getTime() ?? 0))
}

export const nextRunTime = (now: Date, everyMinutes: number): Date => new Date(now.getTime() + everyMinutes * MINUTE_MS)

/** When a source that reached its daily cap continues (UTC). */
export const nextDay = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))

/** How long the lease of a killed reader remains. */
const LEASE_MS = 30_000
/** How often a reader renews its lease. */
export const RENEW_EVERY_MS = 10_000

export const leaseEnd = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString()

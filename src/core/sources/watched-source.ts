import type { SourcePosition } from './source-position.ts'

export const sourceKinds = ['arxiv', 'oai', 'crossref', 'openalex', 'feed'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Where new papers are looked for. */
export type SourceDefinition = {
  kind: SourceKind
  name: string
  /** The interface that is asked: an address without the parameters that the kind adds. */
  address: string
  /** A search or category of arXiv, a set of OAI-PMH, a filter of Crossref or OpenAlex; empty for all there is. */
  query: string
  /** The form of metadata that is asked for by OAI-PMH. */
  metadataPrefix: string
  everyMinutes: number
  /** Candidates that it may bring on one day (UTC). */
  dailyCap: number
}

export const sourceStates = ['active', 'paused'] as const
export type SourceState = (typeof sourceStates)[number]

export type WatchedSource = SourceDefinition & {
  id: number
  state: SourceState
  addedBy: string
  addedAt: string
  /** When it is asked next; it may be asked before by hand. */
  nextRunAt: string
  /** Runs that failed since the last one that did not. */
  failures: number
  lastError: string | null
  lastRunAt: string | null
  lastSuccessAt: string | null
  /** The day (UTC) of the last candidate, and how many that day brought. */
  takenOn: string | null
  takenCount: number
  position: SourcePosition
}

/** What became of the records of a run. `known` are those that are stored already, whatever they are now. */
export type RunCounts = { requests: number; read: number; added: number; known: number; refused: number }

export const noRunCounts = (): RunCounts => ({ requests: 0, read: 0, added: 0, known: 0, refused: 0 })

/** A record that was refused: where it stood, and why. */
export type Refusal = { position: string; reason: string }

export type SourceRun = RunCounts & {
  startedAt: string
  /** Null for one that is under way, or whose process was killed. */
  endedAt: string | null
  error: string | null
  /** The first of the refused records. */
  refusals: Refusal[]
}

/** What each kind is asked at, where no other address is given. */
export const defaultAddresses: Record<SourceKind, string | null> = {
  arxiv: 'https://export.arxiv.org/api/query',
  oai: null,
  crossref: 'https://api.crossref.org/works',
  openalex: 'https://api.openalex.org/works',
  feed: null,
}

/** The day of an instant (UTC). */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** How many candidates a source may still bring on this day. */
export const roomToday = ({ dailyCap, takenOn, takenCount }: WatchedSource, now: Date): number =>
  Math.max(0, dailyCap - (takenOn === dayOf(now) ? takenCount : 0))

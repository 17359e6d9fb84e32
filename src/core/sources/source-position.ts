/** How far a source was read. It is stored with the records it stands for, so that no record is lost or taken twice. */
export type SourcePosition = {
  /** The day (UTC) from which on records are asked for. */
  from: string | null
  /** Of the list that is being read: the instant at which it was begun; null between two lists. */
  begunAt: string | null
  /** Of that list: what its next page is asked for by, as the source said or as we count; null for the first page. */
  cursor: string | null
  /** Records of that list that were read. */
  read: number
  /** How often the same cursor came again. */
  repeats: number
  /** How often the list was begun again because its cursor was no longer known. */
  restarts: number
  /** Lists in a row that ended before the size that they told. */
  shortLists: number
  /** Of a document that is asked for whole: what it was by when it was last read. */
  etag: string | null
  lastModified: string | null
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
})

const DAY_MS = 86_400_000

/** The day so many days before an instant. */
export const daysBefore = (instant: Date, days: number): string =>
  new Date(instant.getTime() - days * DAY_MS).toISOString().slice(0, 10)

/** Where the next list begins, once this one is over: at the day on which this one was begun, less what comes late. */
export const afterList = (position: SourcePosition, overlapDays: number): SourcePosition => ({
  ...startingFrom(position.begunAt === null ? position.from : daysBefore(new Date(position.begunAt), overlapDays)),
  etag: position.etag,
  lastModified: position.lastModified,
})

/** The list from its beginning again. What of it is stored is recognised. */
export const restarted = (position: SourcePosition): SourcePosition => ({
  ...position,
  cursor: null,
  read: 0,
  repeats: 0,
  restarts: position.restarts + 1,
})

import type { SourcePosition } from '#core/sources/source-position.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'

export type PageRequest = { url: string; headers: Record<string, string>; spacingMs: number }

/** What a page says beside its records. */
export type PageFacts = {
  /** The outermost element of XML; null for JSON. */
  root: string | null
  /** What the next page is asked for by; null for the last one. */
  cursor: string | null
  /** Records of the whole list; null when it does not say, and sometimes wrong. */
  total: number | null
  /** Errors that the interface reports in a page of its own. */
  errors: { code: string; text: string }[]
  /** Records that were found on it, whatever became of them. */
  records: number
  etag: string | null
  lastModified: string | null
}

/** How a kind of source is asked, and how its pages follow each other. Everything is a function of the position. */
export type SourceProtocol = {
  request: (source: WatchedSource, position: SourcePosition) => PageRequest
  /**
   * Where the source stands after a page, and whether that was the last one.
   * Throws a `SourceFault` for a page that is none.
   */
  follow: (page: PageFacts, position: SourcePosition) => { position: SourcePosition; isOver: boolean }
}

/** The spacing that a host gets if it asks for no other. */
export const USUAL_SPACING_MS = 1_000

/** An address with parameters, which replace those that it has. */
export const withParameters = (address: string, parameters: Record<string, string>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

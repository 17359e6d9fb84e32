import {
  type SourcePosition,
  type WatchedSource,
  afterList,
  restarted,
  type PagedKind,
} from '#core/sources/watched-source.ts'

/** Why a run ended early, in words for the editors. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault'
  /** When the server accepts requests again; null if it does not say. */
  readonly retryAt: Date | null

  constructor(message: string, { retryAt = null, cause }: { retryAt?: Date | null; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
  }
}

export type PageRequest = { url: string; headers: Record<string, string>; spacingMs: number }

/** Facts of a page apart from its records. */
export type PageFacts = {
  /** The outermost element of XML; null for JSON. */
  root: string | null
  /** The cursor of the next page; null on the last one. */
  cursor: string | null
  /** The number of records in the whole list, sometimes wrong; null if it is not given. */
  total: number | null
  /** Errors that the API reports as a page. */
  errors: { code: string; text: string }[]
  /** The number of records found on it, including refused ones. */
  records: number
  etag: string | null
  lastModified: string | null
}

/** How to request a kind of source, and how its pages follow each other. Everything is a function of the position. */
export type SourceProtocol = {
  request: (source: WatchedSource, position: SourcePosition) => PageRequest
  /**
   * The position after a page, and whether that was the last one.
   * Throws a `SourceFault` for a page in the wrong format.
   */
  follow: (page: PageFacts, position: SourcePosition) => { position: SourcePosition; isOver: boolean }
}

/** The default spacing of requests to a host. */
const USUAL_SPACING_MS = 1_000

/** An address with parameters, which replace those of the same name. */
const withParameters = (address: string, parameters: Record<string, string>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

/** After this many short lists in a row, the size that the server gives is considered wrong. */
export const MAX_SHORT_LISTS = 3
const MAX_RESTARTS = 3

/** A list that ended too soon, with the position to restart it from. */
export class ShortList extends SourceFault {
  readonly position: SourcePosition

  constructor(message: string, position: SourcePosition) {
    super(message)
    this.position = position
  }
}

type ListEnd = { total: number | null; overlapDays: number }

/**
 * The position after a list. A list that ends before its stated size is incomplete and will be read again from its start.
 * Throws a `ShortList` with that position.
 */
const endList = (position: SourcePosition, { total, overlapDays }: ListEnd): SourcePosition => {
  if (total === null || position.read >= total || position.shortLists + 1 >= MAX_SHORT_LISTS)
    return afterList(position, overlapDays)
  throw new ShortList(`The list ended after ${position.read} of ${total} records; it will be read again.`, {
    ...position,
    begunAt: null,
    cursor: null,
    read: 0,
    repeats: 0,
    restarts: 0,
    shortLists: position.shortLists + 1,
  })
}

/** The start of the list. Throws a `SourceFault` after too many restarts. */
export const restartList = (position: SourcePosition, why: string): SourcePosition => {
  if (position.restarts >= MAX_RESTARTS) throw new SourceFault(`${why}, even after ${MAX_RESTARTS} restarts.`)
  return restarted(position)
}

/** arXiv's API (user manual, section 3): Atom, in numbered pages. */
const PAGE_RECORDS = 100
/** arXiv allows one request in three seconds. */
const ARXIV_SPACING_MS = 3_000
/** Weekends and moderation delay a paper in listings by up to a few days after its submission. */
const ARXIV_OVERLAP_DAYS = 4
const CATEGORY = /^[a-z-]+(?:\.[A-Za-z-]+)?$/u

/** 2026-11-20T10:00:00.000Z as 202611201000. */
const stamp = (instant: string): string => instant.replaceAll(/[-:T]/gu, '').slice(0, 12)

const searchQuery = (query: string, from: string | null, until: string): string => {
  const scoped = CATEGORY.test(query) ? `cat:${query}` : `(${query})`
  return from === null ? scoped : `${scoped} AND submittedDate:[${stamp(from)}0000 TO ${stamp(until)}]`
}

const arxivProtocol: SourceProtocol = {
  request: ({ address, query }, { from, begunAt, read }) => ({
    url: withParameters(address, {
      search_query: searchQuery(query, from, begunAt ?? ''),
      sortBy: 'submittedDate',
      sortOrder: 'ascending',
      start: String(read),
      max_results: String(PAGE_RECORDS),
    }),
    headers: { Accept: 'application/atom+xml' },
    spacingMs: ARXIV_SPACING_MS,
  }),
  follow: ({ root, records, total }, position) => {
    if (root !== 'feed') throw new SourceFault('The page is not a feed of arXiv.')
    const read = position.read + records
    // The API sometimes returns an empty page in the middle of a list.
    if (records === 0 && total !== null && read < total)
      throw new SourceFault(`An empty page came after ${read} of ${total} records.`)
    const isOver = total === null ? records < PAGE_RECORDS : read >= total
    if (isOver) return { position: afterList({ ...position, read }, ARXIV_OVERLAP_DAYS), isOver }
    return { position: { ...position, read, cursor: String(read) }, isOver }
  },
}

const ROOTS = new Set(['feed', 'rss', 'RDF'])

/** Atom or RSS: one document, requested conditionally (RFC 9110, section 13). */
const feedProtocol: SourceProtocol = {
  request: ({ address }, { etag, lastModified }) => ({
    url: address,
    headers: {
      Accept: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8',
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    },
    spacingMs: USUAL_SPACING_MS,
  }),
  follow: ({ root, etag, lastModified }, position) => {
    if (root === null || !ROOTS.has(root)) throw new SourceFault('The page is not a feed: it is neither Atom nor RSS.')
    return { position: afterList({ ...position, etag, lastModified }, 0), isOver: true }
  },
}

/** Crossref and OpenAlex: works that match a filter, in pages linked by cursors. */
type Catalogue = {
  /** The name of the filter by date. */
  since: string
  pageParameter: string
  overlapDays: number
}

const filterOf = ({ query }: WatchedSource, { from }: SourcePosition, since: string): string =>
  [query, from === null ? '' : `${since}:${from}`].filter((part) => part !== '').join(',')

const catalogueProtocol = ({ since, pageParameter, overlapDays }: Catalogue): SourceProtocol => ({
  request: (source, position) => {
    const filter = filterOf(source, position, since)
    const url = withParameters(source.address, {
      ...(filter === '' ? {} : { filter }),
      [pageParameter]: String(PAGE_RECORDS),
      cursor: position.cursor ?? '*',
    })
    return { url, headers: { Accept: 'application/json' }, spacingMs: USUAL_SPACING_MS }
  },
  follow: ({ cursor, records, total }, position) => {
    const read = position.read + records
    // Crossref's cursor is the same on every page; an empty page follows the last one.
    if (cursor !== null && records > 0 && !(total !== null && read >= total))
      return { position: { ...position, read, cursor }, isOver: false }
    return { position: endList({ ...position, read }, { total, overlapDays }), isOver: true }
  },
})

const crossrefProtocol = catalogueProtocol({ since: 'from-created-date', pageParameter: 'rows', overlapDays: 2 })

/** OpenAlex finds works some weeks after they are published. */
const openalexProtocol = catalogueProtocol({
  since: 'from_publication_date',
  pageParameter: 'per-page',
  overlapDays: 30,
})

/** OAI-PMH 2.0: lists in parts linked by resumption tokens. */
const OAI_OVERLAP_DAYS = 1
const MAX_REPEATS = 3

const followError = ({ errors }: PageFacts, position: SourcePosition) => {
  const [error = { code: '', text: '' }] = errors
  // Nothing is new.
  if (error.code === 'noRecordsMatch')
    return { position: endList(position, { total: null, overlapDays: OAI_OVERLAP_DAYS }), isOver: true }
  if (error.code === 'badResumptionToken' && position.cursor !== null)
    return {
      position: restartList(position, 'The repository does not recognise its own resumption token'),
      isOver: false,
    }
  throw new SourceFault(`The repository answered ${error.code}: ${error.text}`)
}

const oaiProtocol: SourceProtocol = {
  request: ({ address, query, metadataPrefix }, { from, cursor }) => {
    const first = {
      metadataPrefix,
      ...(query === '' ? {} : { set: query }),
      ...(from === null ? {} : { from }),
    }
    const parameters = cursor === null ? first : { resumptionToken: cursor }
    const url = withParameters(address, { verb: 'ListRecords', ...parameters })
    return { url, headers: { Accept: 'text/xml' }, spacingMs: USUAL_SPACING_MS }
  },
  follow: (page, position) => {
    if (page.root !== 'OAI-PMH') throw new SourceFault('The page is not OAI-PMH.')
    if (page.errors.length > 0) return followError(page, position)
    const read = position.read + page.records
    const { cursor, total } = page
    if (cursor === null)
      return { position: endList({ ...position, read }, { total, overlapDays: OAI_OVERLAP_DAYS }), isOver: true }
    if (cursor !== position.cursor) return { position: { ...position, read, cursor, repeats: 0 }, isOver: false }
    if (position.repeats < MAX_REPEATS)
      return { position: { ...position, read, repeats: position.repeats + 1 }, isOver: false }
    return { position: restartList(position, 'The repository repeats a resumption token'), isOver: false }
  },
}

export const protocols: Record<PagedKind, SourceProtocol> = {
  arxiv: arxivProtocol,
  oai: oaiProtocol,
  crossref: crossrefProtocol,
  openalex: openalexProtocol,
  feed: feedProtocol,
}

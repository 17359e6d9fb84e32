import type { SourcePosition } from '#core/sources/source-position.ts'
import type { WatchedSource } from '#core/sources/watched-source.ts'
import { endList } from './end-list.ts'
import { USUAL_SPACING_MS, withParameters, type SourceProtocol } from './source-protocol.ts'

/** Crossref and OpenAlex: works that fit a filter, in pages that are held together by cursors. */
type Catalogue = {
  /** The filter that leaves out what is old. */
  since: string
  pageParameter: string
  overlapDays: number
}

const PAGE = 100

const filterOf = ({ query }: WatchedSource, { from }: SourcePosition, since: string): string =>
  [query, from === null ? '' : `${since}:${from}`].filter((part) => part !== '').join(',')

const catalogueProtocol = ({ since, pageParameter, overlapDays }: Catalogue): SourceProtocol => ({
  request: (source, position) => {
    const filter = filterOf(source, position, since)
    const url = withParameters(source.address, {
      ...(filter === '' ? {} : { filter }),
      [pageParameter]: String(PAGE),
      cursor: position.cursor ?? '*',
    })
    return { url, headers: { Accept: 'application/json' }, spacingMs: USUAL_SPACING_MS }
  },
  follow: ({ cursor, records, total }, position) => {
    const read = position.read + records
    // The cursor of Crossref is the same on each page; an empty page is behind the last one.
    if (cursor !== null && records > 0 && !(total !== null && read >= total))
      return { position: { ...position, read, cursor }, isOver: false }
    return { position: endList({ ...position, read }, { total, overlapDays }), isOver: true }
  },
})

export const crossrefProtocol = catalogueProtocol({ since: 'from-created-date', pageParameter: 'rows', overlapDays: 2 })

/** Works are found by OpenAlex some weeks after they were published. */
export const openalexProtocol = catalogueProtocol({
  since: 'from_publication_date',
  pageParameter: 'per-page',
  overlapDays: 30,
})

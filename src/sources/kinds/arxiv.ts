import { afterList } from '#core/sources/source-position.ts'
import { SourceFault } from './source-fault.ts'
import { withParameters, type SourceProtocol } from './source-protocol.ts'

/** The API of arXiv (its user manual, section 3): Atom, in pages that are counted. */
const PAGE = 100
/** arXiv asks for no more than one request in three seconds. */
const SPACING_MS = 3_000
/** A paper appears in listings up to some days after it was submitted: weekends and moderation lie between. */
const OVERLAP_DAYS = 4
const CATEGORY = /^[a-z-]+(?:\.[A-Za-z-]+)?$/u

/** 2026-11-20T10:00:00.000Z as 202611201000. */
const stamp = (instant: string): string => instant.replaceAll(/[-:T]/gu, '').slice(0, 12)

const question = (query: string, from: string | null, until: string): string => {
  const asked = CATEGORY.test(query) ? `cat:${query}` : `(${query})`
  return from === null ? asked : `${asked} AND submittedDate:[${stamp(from)}0000 TO ${stamp(until)}]`
}

export const arxivProtocol: SourceProtocol = {
  request: ({ address, query }, { from, begunAt, read }) => ({
    url: withParameters(address, {
      search_query: question(query, from, begunAt ?? ''),
      sortBy: 'submittedDate',
      sortOrder: 'ascending',
      start: String(read),
      max_results: String(PAGE),
    }),
    headers: { Accept: 'application/atom+xml' },
    spacingMs: SPACING_MS,
  }),
  follow: ({ root, records, total }, position) => {
    if (root !== 'feed') throw new SourceFault('The page is not a feed of arXiv.')
    const read = position.read + records
    // The API sometimes answers with an empty page in the middle of a list.
    if (records === 0 && total !== null && read < total)
      throw new SourceFault(`An empty page came after ${read} of ${total} records.`)
    const isOver = total === null ? records < PAGE : read >= total
    if (isOver) return { position: afterList({ ...position, read }, OVERLAP_DAYS), isOver }
    return { position: { ...position, read, cursor: String(read) }, isOver }
  },
}

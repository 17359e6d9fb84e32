import type { SourcePosition } from '#core/sources/source-position.ts'
import { SourceFault } from './source-fault.ts'
import { beginAgain, endList } from './end-list.ts'
import { USUAL_SPACING_MS, withParameters, type PageFacts, type SourceProtocol } from './source-protocol.ts'

/** OAI-PMH 2.0: lists in parts, which are held together by resumption tokens. */
const OVERLAP_DAYS = 1
const MOST_REPEATS = 3

const followError = ({ errors }: PageFacts, position: SourcePosition) => {
  const [error = { code: '', text: '' }] = errors
  // Nothing is new.
  if (error.code === 'noRecordsMatch')
    return { position: endList(position, { total: null, overlapDays: OVERLAP_DAYS }), isOver: true }
  if (error.code === 'badResumptionToken' && position.cursor !== null)
    return { position: beginAgain(position, 'The repository does not know its own resumption token'), isOver: false }
  throw new SourceFault(`The repository answers ${error.code}: ${error.text}`)
}

export const oaiProtocol: SourceProtocol = {
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
    if (page.root !== 'OAI-PMH') throw new SourceFault('The page is not one of OAI-PMH.')
    if (page.errors.length > 0) return followError(page, position)
    const read = position.read + page.records
    const { cursor, total } = page
    if (cursor === null)
      return { position: endList({ ...position, read }, { total, overlapDays: OVERLAP_DAYS }), isOver: true }
    if (cursor !== position.cursor) return { position: { ...position, read, cursor, repeats: 0 }, isOver: false }
    if (position.repeats < MOST_REPEATS)
      return { position: { ...position, read, repeats: position.repeats + 1 }, isOver: false }
    return { position: beginAgain(position, 'The repository repeats a resumption token'), isOver: false }
  },
}

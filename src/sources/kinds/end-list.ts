import { afterList, restarted, type SourcePosition } from '#core/sources/source-position.ts'
import { SourceFault } from './source-fault.ts'

/** Lists in a row that end too soon, until we take what the server says of their size for wrong. */
const MOST_SHORT_LISTS = 3
const MOST_RESTARTS = 3

/** A list that ended too soon, and where to begin it again. */
export class ShortList extends SourceFault {
  readonly position: SourcePosition

  constructor(message: string, position: SourcePosition) {
    super(message)
    this.position = position
  }
}

type ListEnd = { total: number | null; overlapDays: number }

/**
 * The end of a list. One that ends before the size that it told has lost its thread: it is read again another time, from
 * where it began. Throws a `SourceFault` with that position.
 */
export const endList = (position: SourcePosition, { total, overlapDays }: ListEnd): SourcePosition => {
  if (total === null || position.read >= total || position.shortLists + 1 >= MOST_SHORT_LISTS)
    return afterList(position, overlapDays)
  throw new ShortList(`The list ended after ${position.read} of ${total} records; it is read again.`, {
    ...position,
    begunAt: null,
    cursor: null,
    read: 0,
    repeats: 0,
    restarts: 0,
    shortLists: position.shortLists + 1,
  })
}

/** The list from its beginning, unless that was tried often enough. */
export const beginAgain = (position: SourcePosition, why: string): SourcePosition => {
  if (position.restarts >= MOST_RESTARTS) throw new SourceFault(`${why}, also after ${MOST_RESTARTS} new beginnings.`)
  return restarted(position)
}

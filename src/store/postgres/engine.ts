import type { Engine } from '#store/sql/engine.ts'
import { isUniqueViolation } from './errors.ts'
import { raiseRevision } from './revision-watch.ts'
import { addToSearch, matchingKeys, removeFromSearch, searchCount, searchPage } from './search.ts'

export const postgresEngine: Engine = {
  searchPage,
  searchCount,
  matchingKeys,
  addToSearch,
  removeFromSearch,
  raiseRevision,
  // Letters that somebody holds, be it an operator's session, are passed over.
  locksRows: true,
  rowsAtOnce: 50,
  isUniqueViolation,
}

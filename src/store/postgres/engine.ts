import type { Engine } from '#store/sql/engine/engine.ts'
import { isUniqueViolation } from './connection/errors.ts'
import { raiseRevision } from './connection/revision-watch.ts'
import { addToSearch, clearSearch, matchingKeys, removeFromSearch, searchCount, searchPage } from './search/search.ts'

export const postgresEngine: Engine = {
  searchPage,
  searchCount,
  matchingKeys,
  addToSearch,
  removeFromSearch,
  clearSearch,
  raiseRevision,
  // Emails that somebody holds, be it an operator's session, are passed over.
  locksRows: true,
  insertBatchSize: 50,
  isUniqueViolation,
}

import type { Db } from '#store/rows.ts'
import type { Engine } from '#store/sql/engine/engine.ts'
import { isUniqueViolation } from './errors.ts'
import { addToSearch, clearSearch, matchingKeys, removeFromSearch, searchCount, searchPage } from './search.ts'

/** Others notice by the data version of the file. */
const raiseRevision = async (db: Db): Promise<number> => {
  const raised = await db
    .updateTable('corpus')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .returning('revision')
    .executeTakeFirstOrThrow()
  return raised.revision
}

export const sqliteEngine: Engine = {
  searchPage,
  searchCount,
  matchingKeys,
  addToSearch,
  removeFromSearch,
  clearSearch,
  raiseRevision,
  // The one who writes has the whole file.
  locksRows: false,
  insertBatchSize: 8,
  isUniqueViolation,
}

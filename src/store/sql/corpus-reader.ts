import type { PrivateReader } from '#ports/store/store.ts'
import type { Db } from '#store/rows.ts'

const corpusRow = (db: Db) => db.selectFrom('corpus').where('id', '=', 1)

/** What is true of the corpus as a whole. */
export const corpusReader = (db: Db): Pick<PrivateReader, 'revision' | 'secret'> => ({
  revision: async () => (await corpusRow(db).select('revision').executeTakeFirstOrThrow()).revision,
  secret: async () => (await corpusRow(db).select('secret').executeTakeFirstOrThrow()).secret,
})

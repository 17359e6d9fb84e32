import type { PaperWithText } from '#core/papers/paper.ts'
import type { Db } from '#store/rows.ts'
import { versionReader } from '#store/sql/papers/versions.ts'

const acceptedPaper = (db: Db, id: string) =>
  db
    .selectFrom('papers')
    .select(['seq', 'version'])
    .where('id', '=', id)
    .where('state', '=', 'accepted')
    .executeTakeFirst()

export const publicVersion = async (db: Db, id: string): Promise<number | null> =>
  (await acceptedPaper(db, id))?.version ?? null

/** Whether a version was still the newest one when its paper became public, or came after that. */
const wasPublic = async (db: Db, seq: number, version: number): Promise<boolean> => {
  const accepted = await db
    .selectFrom('review_steps')
    .select((eb) => eb.fn.max('at').as('at'))
    .where('paper_seq', '=', seq)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  const next = await db
    .selectFrom('paper_versions')
    .select('at')
    .where('paper_seq', '=', seq)
    .where('version', '=', version + 1)
    .executeTakeFirst()
  return accepted !== undefined && next !== undefined && next.at > accepted.at
}

/** A version of an accepted paper that the public has seen; null for everything else. */
export const findPublicVersion = async (db: Db, id: string, version: number): Promise<PaperWithText | null> => {
  const row = await acceptedPaper(db, id)
  if (row === undefined || version > row.version) return null
  if (version < row.version && !(await wasPublic(db, row.seq, version))) return null
  return (await versionReader(db).find(id, version))?.paper ?? null
}

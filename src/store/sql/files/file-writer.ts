import { sql } from 'kysely'
import { Failure } from '#core/failure.ts'
import { maySendFiles } from '#core/files/held-file.ts'
import type { FileWriter } from '#ports/store/files/paper-files.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { bibliographyFromColumn } from '#store/sql/engine/bibliography-column.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { getPaperRow } from '#store/sql/papers/paper-columns.ts'

const beingRemoved = (): Failure =>
  new Failure('unavailable', 'This file is being removed; send it again.', { retryAfter: 5 })

type FileColumns = Pick<PaperRow, 'file_sha256' | 'file_permission'>

/** Which file a public paper shows to anybody. */
const shownFile = ({ state, bibliography, file_sha256, file_permission }: PaperRow): string | null =>
  state === 'accepted' && maySendFiles(file_permission, bibliographyFromColumn(bibliography).license)
    ? file_sha256
    : null

/** Changes what is kept of a paper's files, and tells of it where readers see another file, or none, or one at last. */
const updatePaper = async (
  scope: TransactionContext,
  row: PaperRow,
  change: Partial<FileColumns>,
  at: string,
): Promise<void> => {
  const isSeen = shownFile(row) !== shownFile({ ...row, ...change })
  await scope.db
    .updateTable('papers')
    .set({ ...change, ...(isSeen ? { updated_at: at } : {}) })
    .where('seq', '=', row.seq)
    .execute()
  if (isSeen) scope.markPublicChange([{ kind: 'paper', id: row.id, event: 'revised' }])
  // Older files of a public paper are served, too.
  else if (row.state === 'accepted') scope.markPublicChange()
}

const newest = (db: Db, paperSeq: number) =>
  db
    .selectFrom('paper_files')
    .select(['sha256', 'number'])
    .where('paper_seq', '=', paperSeq)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

const announce: (db: Db) => FileWriter['announce'] =
  (db) =>
  async ({ sha256, bytes, mediaType, createdAt, createdBy }) => {
    const known = await db.selectFrom('files').select(['state']).where('sha256', '=', sha256).executeTakeFirst()
    if (known?.state === 'removing') throw beingRemoved()
    if (known === undefined)
      await db
        .insertInto('files')
        .values({
          sha256,
          bytes,
          media_type: mediaType,
          created_at: createdAt,
          created_by: createdBy,
          unused_since: createdAt,
          state: 'held',
        })
        .execute()
    // The wait before unused files are removed begins anew.
    else
      await db
        .updateTable('files')
        .set({ unused_since: createdAt })
        .where('sha256', '=', sha256)
        .where('unused_since', 'is not', null)
        .execute()
    return known === undefined
  }

const attach =
  (scope: TransactionContext): FileWriter['attach'] =>
  async (paperId, { sha256, name, addedAt, addedBy }) => {
    const { db } = scope
    const row = await getPaperRow(db, paperId)
    const held = await db
      .updateTable('files')
      .set({ unused_since: null })
      .where('sha256', '=', sha256)
      .where('state', '=', 'held')
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n) throw beingRemoved()
    const number = ((await newest(db, row.seq))?.number ?? 0) + 1
    await db.deleteFrom('paper_files').where('paper_seq', '=', row.seq).where('sha256', '=', sha256).execute()
    await db
      .insertInto('paper_files')
      .values({
        paper_seq: row.seq,
        sha256,
        number,
        name,
        version: row.version,
        added_at: addedAt,
        added_by: addedBy,
      })
      .execute()
    await updatePaper(scope, row, { file_sha256: sha256 }, addedAt)
  }

/** Files that no paper has. */
const isUnused = sql<boolean>`not exists (select 1 from paper_files where paper_files.sha256 = files.sha256)`

const noteUnused = async (db: Db, now: string): Promise<void> => {
  await db.updateTable('files').set({ unused_since: now }).where('unused_since', 'is', null).where(isUnused).execute()
}

const detach =
  (scope: TransactionContext): FileWriter['detach'] =>
  async (paperId, sha256, at) => {
    const { db } = scope
    const row = await getPaperRow(db, paperId)
    const { numDeletedRows } = await db
      .deleteFrom('paper_files')
      .where('paper_seq', '=', row.seq)
      .where('sha256', '=', sha256)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new Failure('not_found', `The paper ${paperId} has no file ${sha256}.`)
    await noteUnused(db, at)
    await updatePaper(scope, row, { file_sha256: (await newest(db, row.seq))?.sha256 ?? null }, at)
  }

const takeUnused = async (db: Db, before: string, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('files')
    .select('sha256')
    .where('unused_since', '<', before)
    .where(isUnused)
    .orderBy('unused_since')
    .limit(limit)
    .execute()
  const taken = rows.map(({ sha256 }) => sha256)
  if (taken.length > 0)
    await db.updateTable('files').set({ state: 'removing' }).where('sha256', 'in', paddedKeys(taken)).execute()
  return taken
}

export const fileWriter = (scope: TransactionContext): FileWriter => {
  const { db } = scope
  return {
    announce: announce(db),
    retract: async (sha256) => {
      await db.deleteFrom('files').where('sha256', '=', sha256).where(isUnused).execute()
    },
    attach: attach(scope),
    detach: detach(scope),
    permit: async (paperId, permission, at) => {
      const row = await getPaperRow(db, paperId)
      await updatePaper(scope, row, { file_permission: permission }, at)
      return row.file_permission
    },
    noteUnused: (now) => noteUnused(db, now),
    takeUnused: (before, limit) => takeUnused(db, before, limit),
    forget: async (sha256) => {
      await db.deleteFrom('files').where('sha256', '=', sha256).where('state', '=', 'removing').execute()
    },
  }
}

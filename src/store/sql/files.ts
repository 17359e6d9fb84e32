import { sql } from 'kysely'
import { Failure } from '#core/failure.ts'
import { maySendFiles } from '#core/files.ts'
import type { ListedFile, PrivateFileReader, PublicFileReader, ServedFile, FileWriter } from '#ports/store/files.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { bibliographyFromColumn } from '#store/sql/engine/paper-from-row.ts'
import { type TransactionContext, paddedKeys } from '#store/sql/engine/engine.ts'
import { getPaperRow } from '#store/sql/papers/paper-reader.ts'

/** Papers of a file, with what decides whether it may be shared. */
const papersOf = (db: Db, sha256: string) =>
  db
    .selectFrom('paper_files')
    .innerJoin('files', 'files.sha256', 'paper_files.sha256')
    .innerJoin('papers', 'papers.seq', 'paper_files.paper_seq')
    .select(['files.sha256', 'files.bytes', 'files.media_type', 'papers.id'])
    .select(['papers.bibliography', 'papers.file_permission'])
    .where('paper_files.sha256', '=', sha256)
    .orderBy('papers.seq')

type Row = Awaited<ReturnType<ReturnType<typeof papersOf>['executeTakeFirstOrThrow']>>

const servedFromRow = ({ sha256, bytes, media_type, id }: Row): ServedFile => ({
  sha256,
  bytes,
  mediaType: media_type,
  paperId: id,
})

export const publicFileReader = (db: Db): PublicFileReader => ({
  findOpen: async (sha256) => {
    const rows = await papersOf(db, sha256).where('papers.state', '=', 'accepted').execute()
    const open = rows.find((row) => maySendFiles(row.file_permission, bibliographyFromColumn(row.bibliography).license))
    return open === undefined ? null : servedFromRow(open)
  },
})

const filesOfPaper: (db: Db) => PrivateFileReader['getByPaper'] = (db) => async (paperId) => {
  const paper = await db
    .selectFrom('papers')
    .select(['seq', 'bibliography', 'file_permission'])
    .where('id', '=', paperId)
    .executeTakeFirst()
  if (paper === undefined) throw new Failure('not_found', `There is no paper ${paperId}.`)
  const rows = await db
    .selectFrom('paper_files')
    .innerJoin('files', 'files.sha256', 'paper_files.sha256')
    .select(['files.sha256', 'files.bytes', 'files.media_type', 'paper_files.name', 'paper_files.version'])
    .select(['paper_files.added_at', 'paper_files.added_by'])
    .where('paper_seq', '=', paper.seq)
    .orderBy('number', 'desc')
    .execute()
  return {
    files: rows.map(({ media_type, added_at, added_by, ...same }) => ({
      ...same,
      mediaType: media_type,
      addedAt: added_at,
      addedBy: added_by,
    })),
    permission: paper.file_permission,
    license: bibliographyFromColumn(paper.bibliography).license,
  }
}

const listFiles = async (db: Db, after: string | null, limit: number): Promise<ListedFile[]> => {
  const rows = await db
    .selectFrom('files')
    .selectAll()
    .where('sha256', '>', after ?? '')
    .orderBy('sha256')
    .limit(limit)
    .execute()
  const last = rows.at(-1)
  const papers =
    last === undefined
      ? []
      : await db
          .selectFrom('paper_files')
          .innerJoin('papers', 'papers.seq', 'paper_files.paper_seq')
          .select(['paper_files.sha256', 'papers.id'])
          .where('paper_files.sha256', '>', after ?? '')
          .where('paper_files.sha256', '<=', last.sha256)
          .orderBy('papers.seq')
          .execute()
  const byFile = Map.groupBy(papers, ({ sha256 }) => sha256)
  return rows.map(({ sha256, bytes, media_type, created_at, created_by, unused_since }) => ({
    sha256,
    bytes,
    mediaType: media_type,
    createdAt: created_at,
    createdBy: created_by,
    unusedSince: unused_since,
    papers: (byFile.get(sha256) ?? []).map(({ id }) => id),
  }))
}

export const privateFileReader = (db: Db): PrivateFileReader => ({
  findAny: async (sha256) => {
    const row = await papersOf(db, sha256).executeTakeFirst()
    return row === undefined ? null : servedFromRow(row)
  },
  getByPaper: filesOfPaper(db),
  list: (after, limit) => listFiles(db, after, limit),
  usage: async () => {
    const row = await db
      .selectFrom('files')
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .select((eb) => eb.fn.count<number>('unused_since').as('unused'))
      // The sum of integers is a decimal number in PostgreSQL.
      .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
      .executeTakeFirstOrThrow()
    return { files: row.files, bytes: row.bytes, unused: row.unused }
  },
})

const beingRemovedFailure = (): Failure =>
  new Failure('unavailable', 'This file is being removed; send it again.', { retryAfter: 5 })

type FileColumns = Pick<PaperRow, 'file_sha256' | 'file_permission'>

/** The file that a public paper offers to everyone. */
const shownFile = ({ state, bibliography, file_sha256, file_permission }: PaperRow): string | null =>
  state === 'accepted' && maySendFiles(file_permission, bibliographyFromColumn(bibliography).license)
    ? file_sha256
    : null

/** Updates a paper's file columns and records a public change if readers see another file, or none, or a first one. */
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
  // Older files of a public paper are served too.
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
    if (known?.state === 'removing') throw beingRemovedFailure()
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
    // Restarts the wait before unused files are removed.
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
    if (held.numUpdatedRows === 0n) throw beingRemovedFailure()
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

const markUnused = async (db: Db, now: string): Promise<void> => {
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
    await markUnused(db, at)
    await updatePaper(scope, row, { file_sha256: (await newest(db, row.seq))?.sha256 ?? null }, at)
  }

const claimUnused = async (db: Db, before: string, limit: number): Promise<string[]> => {
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
    markUnused: (now) => markUnused(db, now),
    claimUnused: (before, limit) => claimUnused(db, before, limit),
    forget: async (sha256) => {
      await db.deleteFrom('files').where('sha256', '=', sha256).where('state', '=', 'removing').execute()
    },
  }
}

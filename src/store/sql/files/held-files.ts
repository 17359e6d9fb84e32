import { sql } from 'kysely'
import { Failure } from '#core/failure.ts'
import { maySendFiles } from '#core/files/held-file.ts'
import type { ListedFile, PrivateFileReader, PublicFileReader, SentFile } from '#ports/store/files/paper-files.ts'
import type { Db } from '#store/rows.ts'
import { bibliographyFromColumn } from '#store/sql/engine/bibliography-column.ts'

/** Papers of a file, with what decides on passing it on. */
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

const sentFromRow = ({ sha256, bytes, media_type, id }: Row): SentFile => ({
  sha256,
  bytes,
  mediaType: media_type,
  paperId: id,
})

export const publicFileReader = (db: Db): PublicFileReader => ({
  findOpen: async (sha256) => {
    const rows = await papersOf(db, sha256).where('papers.state', '=', 'accepted').execute()
    const open = rows.find((row) => maySendFiles(row.file_permission, bibliographyFromColumn(row.bibliography).license))
    return open === undefined ? null : sentFromRow(open)
  },
})

const filesOfPaper: (db: Db) => PrivateFileReader['ofPaper'] = (db) => async (paperId) => {
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
    return row === undefined ? null : sentFromRow(row)
  },
  ofPaper: filesOfPaper(db),
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

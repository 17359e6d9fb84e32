import { withBibliography, paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { PaperVersion, VersionInfo, Paper } from '#core/papers/paper.ts'
import type { VersionReader } from '#ports/store/papers.ts'
import { type Db, type PaperRow } from '#store/rows.ts'
import { findFullText, findVersionText, storeForVersion, saveFullText } from '#store/sql/full-texts.ts'

const findPaperRow = (db: Db, id: string) => db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()

const serializeVersion = (paper: Paper): string => JSON.stringify({ ...paper, fullText: undefined })

/** Who stored the first version of a paper. */
const firstActor = async (db: Db, seq: number): Promise<string> => {
  const step = await db
    .selectFrom('review_steps')
    .select('actor')
    .where('paper_seq', '=', seq)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirstOrThrow()
  return step.actor
}

/** A paper that never changed is its only version. */
const currentVersionInfo = async (db: Db, row: PaperRow): Promise<VersionInfo> => ({
  version: row.version,
  at: row.submitted_at,
  actor: await firstActor(db, row.seq),
})

const findNewestSaved = (db: Db, seq: number) =>
  db
    .selectFrom('paper_versions')
    .select('text_version')
    .where('paper_seq', '=', seq)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A new version of a paper. */
export type NewVersion = {
  paper: Paper
  /** A changed full text; absent if it stays the same. */
  newText?: { text: string | null }
}

/**
 * Stores a new version of a paper with its text, and at the first change also the version before; returns the new
 * number.
 */
export const saveVersion = async (
  db: Db,
  row: PaperRow,
  { paper, newText, actor, at }: NewVersion & { actor: string; at: string },
): Promise<number> => {
  const { seq } = row
  const saved = await findNewestSaved(db, seq)
  if (saved === undefined)
    await db
      .insertInto('paper_versions')
      .values({
        paper_seq: seq,
        ...(await currentVersionInfo(db, row)),
        form: serializeVersion(paperFromRow(row)),
        text_version: row.version,
        full_text: await storeForVersion(db, { seq, version: row.version }),
      })
      .execute()
  const version = row.version + 1
  const isSameText = newText === undefined
  await db
    .insertInto('paper_versions')
    .values({
      paper_seq: seq,
      version,
      at,
      actor,
      form: serializeVersion(paper),
      text_version: isSameText ? (saved?.text_version ?? row.version) : version,
      full_text: isSameText ? null : await saveFullText(db, { seq, version }, newText.text),
    })
    .execute()
  return version
}

const listVersions = async (db: Db, id: string): Promise<VersionInfo[]> => {
  const row = await findPaperRow(db, id)
  if (row === undefined) return []
  const saved = await db
    .selectFrom('paper_versions')
    .select(['version', 'at', 'actor'])
    .where('paper_seq', '=', row.seq)
    .orderBy('version', 'desc')
    .execute()
  return saved.length > 0 ? saved : [await currentVersionInfo(db, row)]
}

const findSavedVersion = (db: Db, seq: number, version: number) =>
  db
    .selectFrom('paper_versions')
    .innerJoin('paper_versions as holder', (join) =>
      join
        .onRef('holder.paper_seq', '=', 'paper_versions.paper_seq')
        .onRef('holder.version', '=', 'paper_versions.text_version'),
    )
    .select(['paper_versions.version', 'paper_versions.at', 'paper_versions.actor', 'paper_versions.form'])
    .select(['holder.full_text', 'holder.version as text_version'])
    .where('paper_versions.paper_seq', '=', seq)
    .where('paper_versions.version', '=', version)
    .executeTakeFirst()

const findVersion = async (db: Db, id: string, version: number): Promise<PaperVersion | null> => {
  const row = await findPaperRow(db, id)
  if (row === undefined) return null
  const saved = await findSavedVersion(db, row.seq, version)
  if (saved !== undefined) {
    const { form, full_text, text_version, ...info } = saved
    const fullText = await findVersionText(db, { seq: row.seq, version: text_version }, full_text)
    return { ...info, paper: { ...withBibliography(JSON.parse(form) as Paper), fullText } }
  }
  if (version !== row.version) return null
  return {
    ...(await currentVersionInfo(db, row)),
    paper: { ...paperFromRow(row), fullText: await findFullText(db, row.seq) },
  }
}

export const versionReader = (db: Db): VersionReader => ({
  list: (id) => listVersions(db, id),
  find: (id, version) => findVersion(db, id, version),
})

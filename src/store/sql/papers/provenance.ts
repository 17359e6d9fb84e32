import {
  hasJudgedValue,
  type Provenance,
  provenanceAfter,
  type ProvenanceChange,
  provenanceOfNew,
  type PublicProvenance,
  publicProvenance,
} from '#core/assessment/provenance.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'

/**
 * A new paper has no row: what it says came from whoever stored it, which is its first step of review. Versions that an older
 * Longview stored have none either, and nothing is known of them.
 */

const findStored = async (db: Db, seq: number, version: number): Promise<Provenance | null> => {
  const row = await db
    .selectFrom('paper_provenance')
    .select('provenance')
    .where('paper_seq', '=', seq)
    .where('version', '=', version)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.provenance) as Provenance)
}

/** Who stored each paper. */
const findFirstActors = async (db: Db, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const first = db
    .selectFrom('review_steps')
    .select((eb) => eb.fn.min('seq').as('seq'))
    .where('paper_seq', 'in', paddedKeys(seqs))
    .groupBy('paper_seq')
  const rows = await db.selectFrom('review_steps').select(['paper_seq', 'actor']).where('seq', 'in', first).execute()
  return new Map(rows.map(({ paper_seq, actor }) => [paper_seq, actor]))
}

/** Of papers that never changed, by their numbers; others are left out. */
const findOfNew = async (db: Db, rows: readonly PaperRow[]): Promise<Map<number, Provenance>> => {
  const judged = rows
    .filter(({ version }) => version === 1)
    .map((row) => ({ ...row, values: paperFromRow(row) }))
    .filter(({ values }) => hasJudgedValue(values))
  const actors = await findFirstActors(
    db,
    judged.map(({ seq }) => seq),
  )
  const found = new Map<number, Provenance>()
  for (const { seq, values, submitted_at: at } of judged) {
    const actor = actors.get(seq)
    if (actor !== undefined) found.set(seq, provenanceOfNew(values, { actor, at }))
  }
  return found
}

/** Of a version without a row. */
const findUnstored = async (db: Db, row: PaperRow): Promise<Provenance> =>
  (await findOfNew(db, [row])).get(row.seq) ?? {}

const findPaperRow = (db: Db, id: string) => db.selectFrom('papers').selectAll().where('id', '=', id).executeTakeFirst()

/** @param version null for the current one */
export const findProvenance = async (db: Db, id: string, version: number | null): Promise<Provenance> => {
  const row = await findPaperRow(db, id)
  if (row === undefined) return {}
  const stored = await findStored(db, row.seq, version ?? row.version)
  return stored ?? (version === null || version === row.version ? findUnstored(db, row) : {})
}

/** Of public papers by id. */
export const findPublicProvenance = async (db: Db, ids: readonly string[]): Promise<Map<string, PublicProvenance>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_provenance', (join) =>
      join
        .onRef('paper_provenance.paper_seq', '=', 'papers.seq')
        .onRef('paper_provenance.version', '=', 'papers.version'),
    )
    .selectAll('papers')
    .select('paper_provenance.provenance')
    .where('papers.id', 'in', paddedKeys(ids))
    .where('papers.state', '=', 'accepted')
    .execute()
  const ofNew = await findOfNew(
    db,
    rows.filter(({ provenance }) => provenance === null),
  )
  return new Map(
    rows.map(({ id, seq, provenance }) => {
      const found = provenance === null ? (ofNew.get(seq) ?? {}) : (JSON.parse(provenance) as Provenance)
      return [id, publicProvenance(found)]
    }),
  )
}

const insertProvenance = async (db: Db, seq: number, version: number, provenance: Provenance): Promise<void> => {
  const values = { provenance: JSON.stringify(provenance) }
  await db
    .insertInto('paper_provenance')
    .values({ paper_seq: seq, version, ...values })
    .onConflict((conflict) => conflict.columns(['paper_seq', 'version']).doUpdateSet(values))
    .execute()
}

/** Stores the provenance of a new version; at the first change also that of the version before. */
export const saveProvenance = async (
  db: Db,
  row: PaperRow,
  { paper, version, by }: { paper: Paper; version: number; by: ProvenanceChange },
): Promise<void> => {
  const before = paperFromRow(row)
  if (!hasJudgedValue(before) && !hasJudgedValue(paper)) return
  const stored = await findStored(db, row.seq, row.version)
  const known = stored ?? (await findUnstored(db, row))
  if (stored === null && row.version === 1) await insertProvenance(db, row.seq, 1, known)
  await insertProvenance(db, row.seq, version, provenanceAfter(known, { before, after: paper }, by))
}

/** Replaces that of the current version. */
export const putProvenance = async (db: Db, id: string, provenance: Provenance): Promise<void> => {
  const row = await findPaperRow(db, id)
  if (row !== undefined) await insertProvenance(db, row.seq, row.version, provenance)
}

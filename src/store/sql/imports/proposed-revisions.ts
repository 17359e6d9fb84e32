import type { ProposedFields, ProposedRevision } from '#core/imports/proposed-revision.ts'
import type { ImportReader, ImportWriter } from '#ports/store/imports.ts'
import type { Db } from '#store/rows.ts'
import { getPaperRow } from '#store/sql/papers/paper-columns.ts'

const proposals = (db: Db) =>
  db
    .selectFrom('proposed_revisions as proposal')
    .innerJoin('papers', 'papers.seq', 'proposal.paper_seq')
    .innerJoin('source_records as source', 'source.seq', 'proposal.source_seq')
    .select(['proposal.seq', 'proposal.fields', 'proposal.proposed_at', 'proposal.state'])
    .select(['proposal.decided_by', 'proposal.decided_at', 'papers.id', 'papers.title'])
    .select(['source.format', 'source.place', 'source.position', 'source.record_id'])

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number]

const fromRow = (row: ProposalRow): ProposedRevision => ({
  id: row.seq,
  paperId: row.id,
  title: row.title,
  fields: JSON.parse(row.fields) as ProposedFields,
  proposedAt: row.proposed_at,
  state: row.state,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at,
  source: { format: row.format, place: row.place, position: row.position, recordId: row.record_id },
})

export const listProposals = async (
  db: Db,
  ...[state, after, limit]: Parameters<ImportReader['listProposals']>
): Promise<ProposedRevision[]> => {
  const rows = await proposals(db)
    .where('proposal.state', '=', state)
    .where('proposal.seq', '>', after ?? 0)
    .orderBy('proposal.seq')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

export const countOpenProposals = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('proposed_revisions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

export const findProposal = async (db: Db, id: number): Promise<ProposedRevision | null> => {
  const row = await proposals(db).where('proposal.seq', '=', id).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

export const addProposal = async (
  db: Db,
  ...[paperId, { source, fields, at }]: Parameters<ImportWriter['addProposal']>
): Promise<void> => {
  const { seq } = await getPaperRow(db, paperId)
  const proposal = { paper_seq: seq, source_seq: source, fields: JSON.stringify(fields), proposed_at: at }
  await db
    .insertInto('proposed_revisions')
    .values({ ...proposal, state: 'open', decided_by: null, decided_at: null })
    .execute()
}

export const saveProposalDecision = async (
  db: Db,
  ...[id, { state, actor, at }]: Parameters<ImportWriter['decideProposal']>
): Promise<void> => {
  await db
    .updateTable('proposed_revisions')
    .set({ state, decided_by: actor, decided_at: at })
    .where('seq', '=', id)
    .execute()
}

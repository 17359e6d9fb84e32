import { sameNumberIds } from '#core/papers/paper.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows, paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'
import { knownStates } from '#core/review/submission.ts'
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely'
import { addressSpellings, isSamePage } from '#core/papers/paper-link.ts'
import { compareWorks, type Work, type WorkLikeness } from '#core/papers/same-work/same-work.ts'
import { TITLE_START, titleBeginning, lookupTitleKeys, lookupWorkKeys } from '#core/papers/same-work/work-keys.ts'
import type { IdentifiedPaper, ImportReader, ImportWriter, KnownWork, WorkCandidate } from '#ports/store/imports.ts'
import { paperFromRow } from '#store/sql/engine/paper-from-row.ts'
import { recordColumns, sourceRecordFromRow } from '#store/sql/engine/source-record.ts'
import type {
  SourceRecord,
  ProposedFields,
  ProposedRevision,
  RecordedProposal,
  RecordOrigin,
} from '#core/imports/imported-record.ts'
import { isRetracting, type Notice } from '#core/imports/notice.ts'
import { getPaperRow } from '#store/sql/papers/paper-reader.ts'

const LOOKUP_BATCH = 100

const usedAmong = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('papers').select('id').where('id', 'in', paddedKeys(ids)).execute()
  return new Set(rows.map(({ id }) => id))
}

/**
 * The next unused ids, also by papers that have the same number with leading zeros. They come from a counter rather than
 * follow the highest: one paper with a very high number would leave none.
 */
const allocateIds = async (db: Db, count: number): Promise<string[]> => {
  const { next_paper_number: first } = await db
    .selectFrom('corpus')
    .select('next_paper_number')
    .executeTakeFirstOrThrow()
  const free: string[] = []
  let number = first
  while (free.length < count) {
    const wanted = count - free.length
    const numbers = Array.from({ length: LOOKUP_BATCH }, (_, index) => number + index)
    const used = await usedAmong(
      db,
      numbers.map((one) => `p${one}`),
    )
    const unused = numbers.filter((one) => !used.has(`p${one}`)).slice(0, wanted)
    const spellings = await usedAmong(
      db,
      unused.flatMap((one) => sameNumberIds(`p${one}`)),
    )
    for (const id of unused.map((one) => `p${one}`))
      if (!sameNumberIds(id).some((other) => spellings.has(other))) free.push(id)
    number = unused.length < wanted ? number + LOOKUP_BATCH : (unused.at(-1) ?? number) + 1
  }
  await db.updateTable('corpus').set({ next_paper_number: number }).execute()
  return free
}

/** Who added each paper. */
const firstActors = async (db: Db, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const steps = await db
    .selectFrom('review_steps')
    .select(['paper_seq', 'actor'])
    .where('paper_seq', 'in', paddedKeys(seqs))
    .orderBy('seq', 'desc')
    .execute()
  return new Map(steps.map(({ paper_seq, actor }) => [paper_seq, actor]))
}

const findUnknownIds = async (db: Db, ids: readonly string[], actor: string): Promise<Set<string>> => {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'id'])
    .where('id', 'in', paddedKeys(ids))
    .where('state', 'not in', knownStates)
    .execute()
  const adders = await firstActors(
    db,
    rows.map(({ seq }) => seq),
  )
  return new Set(rows.filter(({ seq }) => adders.get(seq) !== actor).map(({ id }) => id))
}

/** Maximum papers compared under one key. */
const MAX_COMPARED = 200
/** Sorts after every text with the same beginning. */
const LAST = '\u{10ffff}'

/**
 * The conditions are redundant: PostgreSQL uses the index on the start of the title key, SQLite that on the whole key.
 */
const beginsWith = (beginning: string) => {
  const end = beginning + LAST
  const start = sql`substr(title_key, 1, ${sql.lit(TITLE_START)})`
  return sql<boolean>`title_key >= ${beginning} and title_key < ${end} and ${start} >= ${beginning} and ${start} < ${end}`
}

/** Papers of the same work and how each was matched. Reads few columns, by several look-ups in one statement. */
const findSame = async (db: Db, work: Work): Promise<Map<number, WorkLikeness>> => {
  const papers = (where: Expression<SqlBool>) =>
    db
      .selectFrom(
        db
          .selectFrom('papers')
          .select(['seq', 'title', 'authors', 'year', 'doi', 'arxiv_id'])
          .where(where)
          .limit(sql.lit(MAX_COMPARED))
          .as('found'),
      )
      .selectAll()
  const eb = expressionBuilder<Tables, 'papers'>()
  const keys = paddedKeys(lookupWorkKeys(work))
  const byKeys = papers(eb('work_key', 'in', keys))
    .unionAll(papers(eb('subtitle_key', 'in', keys)))
    .unionAll(papers(eb('title_key', 'in', paddedKeys(lookupTitleKeys(work)))))
    .unionAll(papers(beginsWith(titleBeginning(work))))
    .$if(work.doi !== null, (query) => query.unionAll(papers(eb('doi', '=', work.doi))))
    .$if(work.arxivId !== null, (query) => query.unionAll(papers(eb('arxiv_id', '=', work.arxivId))))
  const compared = new Map<number, WorkLikeness | null>()
  for (const { seq, authors, arxiv_id: arxivId, ...row } of await byKeys.execute())
    if (!compared.has(seq))
      compared.set(seq, compareWorks({ ...row, arxivId, authors: JSON.parse(authors) as string[] }, work))
  const found = new Map<number, WorkLikeness>()
  for (const [seq, match] of compared) if (match !== null) found.set(seq, match)
  return found
}

const findWorkCandidates = async (db: Db, work: Work): Promise<WorkCandidate[]> => {
  const found = await findSame(db, work)
  if (found.size === 0) return []
  const seqs = [...found.keys()]
  const rows = await db.selectFrom('papers').selectAll().where('seq', 'in', paddedKeys(seqs)).orderBy('seq').execute()
  const adders = await firstActors(db, seqs)
  return rows.flatMap((row) => {
    const match = found.get(row.seq)
    const broughtBy = adders.get(row.seq) ?? ''
    return match === undefined ? [] : [{ paper: paperFromRow(row), state: row.state, broughtBy, match }]
  })
}

const findAtAddress = async (db: Db, url: string): Promise<KnownWork[]> => {
  const spelled = await db
    .selectFrom('papers')
    .selectAll()
    .where('url', 'in', paddedKeys(addressSpellings(url)))
    .orderBy('seq')
    .limit(MAX_COMPARED)
    .execute()
  const rows = spelled.filter((row) => row.url !== null && isSamePage(row.url, url))
  const adders = await firstActors(
    db,
    rows.map(({ seq }) => seq),
  )
  return rows.map((row) => ({ paper: paperFromRow(row), state: row.state, broughtBy: adders.get(row.seq) ?? '' }))
}

/** Papers whose texts may still change. */
const LIVING = ['accepted', 'pending', 'changes_requested'] as const

const findByIdentifiers = async (
  db: Db,
  { dois, arxivIds }: Parameters<ImportReader['findByIdentifiers']>[0],
): Promise<IdentifiedPaper[]> => {
  if (dois.length === 0 && arxivIds.length === 0) return []
  const rows = await db
    .selectFrom('papers')
    .select(['seq', 'id', 'state', 'doi', 'arxiv_id as arxivId'])
    .where((eb) =>
      eb.or([
        ...(dois.length === 0 ? [] : [eb('doi', 'in', paddedKeys(dois))]),
        ...(arxivIds.length === 0 ? [] : [eb('arxiv_id', 'in', paddedKeys(arxivIds))]),
      ]),
    )
    .where('state', 'in', LIVING)
    .orderBy('seq')
    .execute()
  return rows.map(({ id, state, doi, arxivId }) => ({ paperId: id, isPublic: state === 'accepted', doi, arxivId }))
}

const findByDigests = async (db: Db, digests: readonly string[]): Promise<Map<string, string>> => {
  if (digests.length === 0) return new Map()
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .select(['source_records.digest', 'papers.id'])
    .where('digest', 'in', paddedKeys(digests))
    .execute()
  return new Map(rows.map(({ digest, id }) => [digest, id]))
}

const listSources = async (db: Db, paperId: string): Promise<SourceRecord[]> => {
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .selectAll('source_records')
    .where('papers.id', '=', paperId)
    .orderBy('source_records.seq')
    .execute()
  return rows.map(sourceRecordFromRow)
}

const sourceColumns = (paperSeq: number, source: SourceRecord) => ({
  paper_seq: paperSeq,
  ...recordColumns(source),
  ingest_session: source.ingestSession ?? null,
})

const addSource = async (db: Db, paperId: string, source: SourceRecord): Promise<number> => {
  const { seq: paperSeq } = await getPaperRow(db, paperId)
  const { seq } = await db
    .insertInto('source_records')
    .values(sourceColumns(paperSeq, source))
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

const addSources = async (
  scope: TransactionContext,
  ...[records]: Parameters<ImportWriter['addSources']>
): Promise<void> => {
  for (let first = 0; first < records.length; first += LOOKUP_BATCH) {
    const some = records.slice(first, first + LOOKUP_BATCH)
    const ids = paddedKeys(some.map(({ paperId }) => paperId))
    const rows = await scope.db.selectFrom('papers').select(['id', 'seq']).where('id', 'in', ids).execute()
    const seqs = new Map(rows.map(({ id, seq }) => [id, seq]))
    await insertRows(
      scope,
      'source_records',
      some.flatMap(({ paperId, source }) => {
        const seq = seqs.get(paperId)
        return seq === undefined ? [] : [sourceColumns(seq, source)]
      }),
    )
  }
}

const proposals = (db: Db) =>
  db
    .selectFrom('proposed_revisions as proposal')
    .innerJoin('papers', 'papers.seq', 'proposal.paper_seq')
    .innerJoin('source_records as source', 'source.seq', 'proposal.source_seq')
    .select(['proposal.seq', 'proposal.paper_seq', 'proposal.fields', 'proposal.proposed_at', 'proposal.state'])
    .select(['proposal.notice', 'proposal.retracts', 'proposal.decided_by', 'proposal.decided_at'])
    .select(['papers.id', 'papers.title'])
    .select(['source.format', 'source.place', 'source.position', 'source.record_id'])

type ProposalRow = Awaited<ReturnType<ReturnType<typeof proposals>['execute']>>[number]

const originFromRow = (row: Pick<ProposalRow, 'format' | 'place' | 'position' | 'record_id'>): RecordOrigin => ({
  format: row.format,
  place: row.place,
  position: row.position,
  recordId: row.record_id,
})

const fromRow = (row: ProposalRow): ProposedRevision => {
  const notice = row.notice === null ? null : (JSON.parse(row.notice) as Notice)
  const fields = JSON.parse(row.fields) as ProposedFields
  return {
    id: row.seq,
    paperId: row.id,
    title: row.title,
    fields: notice === null ? fields : {},
    replaced: notice === null ? {} : fields,
    notices: notice === null ? [] : [notice],
    proposedAt: row.proposed_at,
    state: row.state,
    decidedBy: row.decided_by,
    decidedAt: row.decided_at,
    source: originFromRow(row),
    earlier: [],
  }
}

const merged = (all: readonly ProposedFields[]): ProposedFields => Object.assign({}, ...all)

/** Open proposals with what they join; of two values for a field the newer one counts. */
const joined = async (db: Db, rows: readonly ProposalRow[]): Promise<ProposedRevision[]> => {
  if (rows.length === 0) return []
  const all = await proposals(db)
    .where('proposal.paper_seq', 'in', paddedKeys(rows.map(({ paper_seq }) => paper_seq)))
    .where('proposal.state', '=', 'open')
    .orderBy('proposal.seq')
    .execute()
  const ofPapers = Map.groupBy(all, ({ paper_seq }) => paper_seq)
  return rows.map((row) => {
    const ofPaper = (ofPapers.get(row.paper_seq) ?? []).filter(({ retracts }) => retracts === row.retracts)
    const before = ofPaper.filter(({ seq }) => seq < row.seq).map(fromRow)
    const proposal = fromRow(row)
    const parts = [...before, proposal]
    return {
      ...proposal,
      fields: merged(parts.map(({ fields }) => fields)),
      replaced: merged(parts.map(({ replaced }) => replaced)),
      notices: parts.flatMap(({ notices }) => notices),
      earlier: before.map(({ source }) => source),
    }
  })
}

/** The last of what is joined in each open proposal for a paper that can be changed. */
export const openHeads = (db: Db) =>
  proposals(db)
    .where('proposal.state', '=', 'open')
    .where('papers.state', 'in', ['accepted', 'pending', 'changes_requested'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('proposed_revisions as later')
            .select('later.seq')
            .whereRef('later.paper_seq', '=', 'proposal.paper_seq')
            .whereRef('later.retracts', '=', 'proposal.retracts')
            .whereRef('later.seq', '>', 'proposal.seq')
            .where('later.state', '=', 'open'),
        ),
      ),
    )

const listProposals = async (
  db: Db,
  ...[state, after, limit]: Parameters<ImportReader['listProposals']>
): Promise<ProposedRevision[]> => {
  const listed = state === 'open' ? openHeads(db) : proposals(db).where('proposal.state', '=', state)
  const rows = await listed
    .where('proposal.seq', '>', after ?? 0)
    .orderBy('proposal.seq')
    .limit(limit)
    .execute()
  return state === 'open' ? joined(db, rows) : rows.map(fromRow)
}

const countOpenProposals = async (db: Db): Promise<number> => {
  const { count } = await openHeads(db)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const findProposal = async (db: Db, id: number): Promise<ProposedRevision | null> => {
  const row = await proposals(db).where('proposal.seq', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const [found = null] = row.state === 'open' ? await joined(db, [row]) : [fromRow(row)]
  return found
}

const listRecordedProposals = async (db: Db, paperId: string, limit: number): Promise<RecordedProposal[]> => {
  const rows = await proposals(db)
    .where('papers.id', '=', paperId)
    // A record that was separated from the paper says nothing about it.
    .whereRef('source.paper_seq', '=', 'proposal.paper_seq')
    .orderBy('proposal.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(fromRow)
}

const listOrigins = async (db: Db, paperId: string, limit: number): Promise<RecordOrigin[]> => {
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .select(['source_records.format', 'source_records.place', 'source_records.position', 'source_records.record_id'])
    .where('papers.id', '=', paperId)
    .orderBy('source_records.seq', 'desc')
    .limit(limit)
    .execute()
  return rows.map(originFromRow)
}

const findByOaiId = async (
  db: Db,
  ...[recordId, limit]: Parameters<ImportReader['findByOaiId']>
): ReturnType<ImportReader['findByOaiId']> => {
  const rows = await db
    .selectFrom('source_records')
    .innerJoin('papers', 'papers.seq', 'source_records.paper_seq')
    .select(['papers.id', 'papers.state'])
    .distinct()
    .where('source_records.record_id', '=', recordId)
    // As the condition of the index says it.
    .where('source_records.format', '=', sql.lit('oai-pmh' as const))
    .where('papers.state', 'in', ['accepted', 'pending', 'changes_requested'])
    .limit(limit)
    .execute()
  return rows.map(({ id, state }) => ({ paperId: id, isPublic: state === 'accepted' }))
}

const addProposal = async (
  db: Db,
  ...[paperId, { source, fields, notice, at }]: Parameters<ImportWriter['addProposal']>
): Promise<void> => {
  const { seq } = await getPaperRow(db, paperId)
  const proposal = {
    paper_seq: seq,
    source_seq: source,
    fields: JSON.stringify(fields),
    notice: notice === null ? null : JSON.stringify(notice),
    retracts: isRetracting(notice) ? 1 : 0,
    proposed_at: at,
  }
  await db
    .insertInto('proposed_revisions')
    .values({ ...proposal, state: 'open', decided_by: null, decided_at: null })
    .execute()
}

const saveProposalDecision = async (
  db: Db,
  ...[id, { state, actor, at }]: Parameters<ImportWriter['decideProposal']>
): Promise<void> => {
  const named = db.selectFrom('proposed_revisions').where('seq', '=', id)
  await db
    .updateTable('proposed_revisions')
    .set({ state, decided_by: actor, decided_at: at })
    .where('paper_seq', '=', named.select('paper_seq'))
    .where('retracts', '=', named.select('retracts'))
    .where('seq', '<=', id)
    .where('state', '=', 'open')
    .execute()
}

export const importReader = (db: Db): ImportReader => ({
  findByDigests: (digests) => findByDigests(db, digests),
  workCandidates: (work) => findWorkCandidates(db, work),
  findByIdentifiers: (given) => findByIdentifiers(db, given),
  atAddress: (url) => findAtAddress(db, url),
  findUnknownIds: (ids, actor) => findUnknownIds(db, ids, actor),
  listSources: (paperId) => listSources(db, paperId),
  listProposals: (...args) => listProposals(db, ...args),
  countOpenProposals: () => countOpenProposals(db),
  findProposal: (id) => findProposal(db, id),
  listOrigins: (...args) => listOrigins(db, ...args),
  findByOaiId: (...args) => findByOaiId(db, ...args),
  listRecordedProposals: (...args) => listRecordedProposals(db, ...args),
})

export const importWriter = (scope: TransactionContext, { db } = scope): ImportWriter => ({
  allocateIds: (count) => allocateIds(db, count),
  addSource: (...args) => addSource(db, ...args),
  addSources: (...args) => addSources(scope, ...args),
  addProposal: (...args) => addProposal(db, ...args),
  decideProposal: (...args) => saveProposalDecision(db, ...args),
})

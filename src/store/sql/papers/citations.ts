import { sql } from 'kysely'
import { type CitationSource, citationSources, type CitedWork, citedWorkKeys } from '#core/citations/cited-work.ts'
import { areOfOneWork, authorKey, referencesTo, withFurther } from '#core/citations/match-cited-work.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type {
  AddedReferences,
  CitationMap,
  CandidateCitations,
  CitationCounts,
  CitationReader,
  CitationWriter,
  OldReading,
  PaperReferenceEntry,
  PrivateCitationReader,
} from '#ports/store/citations.ts'
import type { Db, Tables } from '#store/rows.ts'
import { insertRows, paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'
import { paperFromRow, paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import { sourceRecordFromRow } from '#store/sql/engine/source-record.ts'
import { acceptedRows } from './paper-reader.ts'
import {
  inParts,
  papersOfWorks,
  type PlacedPaper,
  recountCitations,
  REFERENCES_AT_ONCE,
  workColumns,
  workFromRow,
  type WorkRow,
  worksByKeys,
} from './cited-works.ts'

/** A work while references are added: as it is stored, or new. */
type KnownWork = {
  seq: number
  work: CitedWork
  paperSeq: number | null
  isNew: boolean
  isChanged: boolean
  /** Public papers that cite it by these references. */
  added: number
}

const storedKeys = (work: CitedWork): string[] => [...new Set([...citedWorkKeys(work), ...authorKey(work)])]

type Citing = AddedReferences & { seq: number; isPublic: boolean }

/** The papers of records, with the references that are not to the paper itself. */
const citingPapers = async (db: Db, added: readonly AddedReferences[]): Promise<Citing[]> => {
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where('id', 'in', paddedKeys(added.map(({ paperId }) => paperId)))
    .execute()
  const papers = new Map(rows.map((row) => [row.id, row]))
  return added.flatMap((one) => {
    const row = papers.get(one.paperId)
    if (row === undefined) return []
    const isToItself = referencesTo(withIdentifiers(paperFromRow(row)))
    const references = one.references.filter((work) => !isToItself(work))
    return [{ ...one, references, seq: row.seq, isPublic: row.state === 'accepted' }]
  })
}

/** Finds or makes the work of each reference; joins those to one work. */
const openWorks = async (db: Db, references: readonly CitedWork[]) => {
  const keysOf = new Map<CitedWork, string[]>()
  const bySeq = new Map<number, KnownWork>()
  const byKey = new Map<string, KnownWork[]>()
  const keep = (key: string, known: KnownWork): void => {
    const listed = byKey.get(key)
    if (listed === undefined) byKey.set(key, [known])
    else if (!listed.includes(known)) listed.push(known)
  }
  const keepStored = (key: string, rows: readonly WorkRow[]): void => {
    for (const row of rows) {
      const known = bySeq.get(row.seq) ?? {
        seq: row.seq,
        work: workFromRow(row),
        paperSeq: row.paper_seq,
        isNew: false,
        isChanged: false,
        added: 0,
      }
      bySeq.set(row.seq, known)
      keep(key, known)
    }
  }
  for (const some of inParts(references, REFERENCES_AT_ONCE)) {
    for (const work of some) keysOf.set(work, citedWorkKeys(work))
    const stored = await worksByKeys(
      db,
      some.flatMap((work) => keysOf.get(work) ?? []),
    )
    for (const [key, rows] of stored) keepStored(key, rows)
  }
  const last = await db
    .selectFrom('cited_works')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst()
  let next = (last?.last ?? 0) + 1
  return {
    take: (reference: CitedWork): KnownWork => {
      const keys = keysOf.get(reference) ?? citedWorkKeys(reference)
      const found = keys.flatMap((key) => byKey.get(key) ?? []).find(({ work }) => areOfOneWork(work, reference))
      if (found !== undefined) {
        const fuller = withFurther(found.work, reference)
        if (fuller !== null) {
          found.work = fuller
          found.isChanged = true
        }
        for (const key of keys) keep(key, found)
        return found
      }
      const made = { seq: next, work: reference, paperSeq: null, isNew: true, isChanged: false, added: 0 }
      next += 1
      bySeq.set(made.seq, made)
      for (const key of keys) keep(key, made)
      return made
    },
    all: (): KnownWork[] => [...bySeq.values()],
  }
}

type Edge = Tables['paper_references']

/** The references of papers so far, by paper and work. */
const edgesOf = async (db: Db, seqs: readonly number[]) => {
  const edges = new Map<number, Map<number, Edge & { cited: number | null }>>()
  for (const some of inParts([...new Set(seqs)])) {
    const rows = await db
      .selectFrom('paper_references as reference')
      .innerJoin('cited_works as work', 'work.seq', 'reference.work_seq')
      .selectAll('reference')
      .select('work.paper_seq as cited')
      .where('reference.paper_seq', 'in', paddedKeys(some))
      .execute()
    for (const row of rows) edges.set(row.paper_seq, (edges.get(row.paper_seq) ?? new Map()).set(row.work_seq, row))
  }
  return edges
}

const withSource = (sources: string, source: CitationSource): string =>
  sources.split(' ').includes(source) ? sources : `${sources} ${source}`

const saveWorks = async (scope: TransactionContext, works: readonly KnownWork[]): Promise<void> => {
  const { db } = scope
  const fresh = works.filter(({ isNew }) => isNew)
  const keysOf = ({ seq, work }: KnownWork) => storedKeys(work).map((key) => ({ key, work_seq: seq }))
  for (const some of inParts(fresh, REFERENCES_AT_ONCE)) {
    await insertRows(
      scope,
      'cited_works',
      some.map(({ seq, work, paperSeq, added }) => ({
        seq,
        ...workColumns(work),
        paper_seq: paperSeq,
        citations: added,
      })),
    )
    await insertRows(scope, 'cited_work_keys', some.flatMap(keysOf))
  }
  for (const known of works) {
    if (known.isNew) continue
    const { seq, work, paperSeq, isChanged, added } = known
    if (isChanged) {
      await db
        .updateTable('cited_works')
        .set({ ...workColumns(work), paper_seq: paperSeq })
        .where('seq', '=', seq)
        .execute()
      await db
        .insertInto('cited_work_keys')
        .values(keysOf(known))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if (added > 0)
      await db
        .updateTable('cited_works')
        .set((eb) => ({ citations: eb('citations', '+', added) }))
        .where('seq', '=', seq)
        .execute()
  }
}

/** Of OpenAlex’s ids alone nobody learns what a paper cites beyond the library, where another record says it. */
const isBareId = ({ work, isNew, paperSeq }: KnownWork): boolean =>
  isNew && paperSeq === null && work.title === null && work.doi === null && work.arxivId === null && work.text === null

const addReferences = async (scope: TransactionContext, added: readonly AddedReferences[]): Promise<void> => {
  const { db } = scope
  const citing = await citingPapers(db, added)
  const own = citing.flatMap(({ openalexId, seq }) => (openalexId === null ? [] : [{ openalexId, seq }]))
  if (own.length === 0 && citing.every(({ references }) => references.length === 0)) return
  const selves = own.map(({ openalexId, seq }) => ({ seq, reference: bareWork(openalexId) }))
  const works = await openWorks(db, [
    ...citing.flatMap(({ references }) => references),
    ...selves.map(({ reference }) => reference),
  ])
  const touched = new Set<number>()
  for (const { seq, reference } of selves) {
    const known = works.take(reference)
    if (known.paperSeq === null) {
      known.paperSeq = seq
      known.isChanged = true
      touched.add(seq)
    }
  }
  const taken = citing.map((one) => ({ ...one, works: one.references.map(works.take) }))
  const unknown = works.all().filter(({ paperSeq, isNew, isChanged }) => paperSeq === null && (isNew || isChanged))
  const papers = await papersOfWorks(
    db,
    unknown.map(({ work }) => work),
  )
  for (const [index, known] of unknown.entries()) {
    const paperSeq = papers[index] ?? null
    if (paperSeq === null) continue
    known.paperSeq = paperSeq
    // Others may cite it already.
    if (!known.isNew) touched.add(paperSeq)
  }
  const edges = await edgesOf(
    db,
    citing.map(({ seq }) => seq),
  )
  const fresh: Edge[] = []
  const further = new Map<string, Edge>()
  const cited = new Map<number, number>()
  const unused = new Set<KnownWork>()
  for (const { seq, source, isPublic, works: listed } of taken) {
    const known = edges.get(seq) ?? new Map<number, Edge & { cited: number | null }>()
    edges.set(seq, known)
    const byPaper = new Map([...known.values()].flatMap((edge) => (edge.cited === null ? [] : [[edge.cited, edge]])))
    const isTold = [...known.values()].some(({ sources }) => sources !== 'openalex')
    let position = Math.max(0, ...[...known.values()].map((edge) => edge.position))
    for (const work of listed) {
      if (work.paperSeq === seq) continue
      const before = known.get(work.seq) ?? (work.paperSeq === null ? undefined : byPaper.get(work.paperSeq))
      if (before !== undefined) {
        const sources = withSource(before.sources, source)
        if (sources !== before.sources) {
          before.sources = sources
          further.set(`${seq} ${before.work_seq}`, before)
        }
        continue
      }
      if (isTold && isBareId(work)) {
        unused.add(work)
        continue
      }
      position += 1
      const edge = { paper_seq: seq, work_seq: work.seq, position, sources: source, cited: work.paperSeq }
      known.set(work.seq, edge)
      fresh.push(edge)
      if (isPublic) work.added += 1
      if (work.paperSeq === null) continue
      byPaper.set(work.paperSeq, edge)
      if (isPublic) cited.set(work.paperSeq, (cited.get(work.paperSeq) ?? 0) + 1)
    }
  }
  const used = new Set(fresh.map((edge) => edge.work_seq))
  await saveWorks(
    scope,
    works.all().filter((work) => !unused.has(work) || used.has(work.seq)),
  )
  await insertRows(
    scope,
    'paper_references',
    fresh.map(({ paper_seq, work_seq, position, sources }) => ({ paper_seq, work_seq, position, sources })),
  )
  const isFresh = new Set<Edge>(fresh)
  for (const edge of further.values())
    if (!isFresh.has(edge))
      await db
        .updateTable('paper_references')
        .set({ sources: edge.sources })
        .where('paper_seq', '=', edge.paper_seq)
        .where('work_seq', '=', edge.work_seq)
        .execute()
  for (const [seq, citations] of cited)
    if (!touched.has(seq))
      await db
        .insertInto('cited_papers')
        .values({ paper_seq: seq, citations })
        .onConflict((conflict) =>
          conflict
            .column('paper_seq')
            .doUpdateSet((eb) => ({ citations: eb('cited_papers.citations', '+', citations) })),
        )
        .execute()
  await recountCitations(db, [...touched])
  if (citing.some(({ isPublic }) => isPublic)) scope.markPublicChange()
}

const bareWork = (openalexId: string): CitedWork => ({
  doi: null,
  arxivId: null,
  openalexId,
  title: null,
  year: null,
  authors: [],
  text: null,
})

export const citationWriter = (scope: TransactionContext): CitationWriter => ({
  add: (added) => addReferences(scope, added),
  setReadUntil: async (record) => {
    await scope.db
      .updateTable('reference_reading')
      .set({ read_until: record })
      .where('read_until', '<', record)
      .execute()
  },
  setCandidate: async (work, candidate) => {
    await scope.db.updateTable('cited_works').set({ candidate_seq: candidate }).where('seq', '=', work).execute()
  },
})

/** Counts the references of papers that become public (1), or no longer are (-1). */
export const countPublicReferences = async (db: Db, seqs: readonly number[], sign: 1 | -1): Promise<void> => {
  if (seqs.length === 0) return
  const some = paddedKeys(seqs)
  await sql`
    update cited_works set citations = cited_works.citations + ${sql.lit(sign)} * counted.papers
    from (select work_seq, count(*) as papers from paper_references where paper_seq in (${sql.join(some)}) group by work_seq) as counted
    where cited_works.seq = counted.work_seq`.execute(db)
  await sql`
    insert into cited_papers (paper_seq, citations)
    select work.paper_seq, ${sql.lit(sign)} * count(distinct reference.paper_seq)
    from paper_references as reference join cited_works as work on work.seq = reference.work_seq
    where reference.paper_seq in (${sql.join(some)}) and work.paper_seq is not null
    group by work.paper_seq
    on conflict (paper_seq) do update set citations = cited_papers.citations + excluded.citations`.execute(db)
}

/** Makes the references of a duplicate, and those to it, references of and to the paper that it was merged into. */
export const mergeReferences = async (db: Db, from: number, into: number): Promise<void> => {
  await countPublicReferences(db, [from, into], -1)
  const known = db.selectFrom('paper_references').select('work_seq').where('paper_seq', '=', into)
  const { last } = await db
    .selectFrom('paper_references')
    .select((eb) => eb.fn.coalesce(eb.fn.max('position'), sql<number>`0`).as('last'))
    .where('paper_seq', '=', into)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('paper_references')
    .set((eb) => ({ paper_seq: into, position: eb('position', '+', last) }))
    .where('paper_seq', '=', from)
    .where('work_seq', 'not in', known)
    .execute()
  await db.deleteFrom('paper_references').where('paper_seq', '=', from).execute()
  await db.updateTable('cited_works').set({ paper_seq: into }).where('paper_seq', '=', from).execute()
  // No paper cites itself.
  await db
    .deleteFrom('paper_references')
    .where('paper_seq', '=', into)
    .where('work_seq', 'in', db.selectFrom('cited_works').select('seq').where('paper_seq', '=', into))
    .execute()
  await countPublicReferences(db, [into], 1)
  await recountCitations(db, [from, into])
}

/** Ends the match of works with a paper that they no longer describe. */
export const releaseWorks = async (db: Db, { seq, paper }: PlacedPaper): Promise<void> => {
  const rows = await db.selectFrom('cited_works').selectAll().where('paper_seq', '=', seq).execute()
  const isMeantBy = referencesTo(withIdentifiers(paper))
  const gone = rows.filter((row) => row.title !== null && !isMeantBy(workFromRow(row)))
  if (gone.length === 0) return
  await db
    .updateTable('cited_works')
    .set({ paper_seq: null })
    .where('seq', 'in', paddedKeys(gone.map((row) => row.seq)))
    .execute()
  await recountCitations(db, [seq])
}

const seqOf = async (db: Db, paperId: string): Promise<number | null> =>
  (await db.selectFrom('papers').select('seq').where('id', '=', paperId).executeTakeFirst())?.seq ?? null

const counts = async (db: Db, paperId: string): Promise<CitationCounts> => {
  const seq = await seqOf(db, paperId)
  if (seq === null) return { references: 0, inLibrary: 0, citations: 0 }
  const listed = await db
    .selectFrom('paper_references as reference')
    .innerJoin('cited_works as work', 'work.seq', 'reference.work_seq')
    .leftJoin('papers as cited', (join) =>
      join.onRef('cited.seq', '=', 'work.paper_seq').on('cited.state', '=', 'accepted'),
    )
    .select((eb) => [eb.fn.countAll<number>().as('references'), eb.fn.count<number>('cited.seq').as('inLibrary')])
    .where('reference.paper_seq', '=', seq)
    .executeTakeFirstOrThrow()
  const citing = await db.selectFrom('cited_papers').select('citations').where('paper_seq', '=', seq).executeTakeFirst()
  return { ...listed, citations: citing?.citations ?? 0 }
}

const references = async (
  db: Db,
  ...[paperId, after, limit]: Parameters<CitationReader['references']>
): ReturnType<CitationReader['references']> => {
  const seq = await seqOf(db, paperId)
  if (seq === null) return { references: [], next: null }
  const rows = await db
    .selectFrom('paper_references as reference')
    .innerJoin('cited_works as work', 'work.seq', 'reference.work_seq')
    .selectAll('work')
    .select(['reference.position', 'reference.sources'])
    .where('reference.paper_seq', '=', seq)
    .$if(after !== null, (query) => query.where('reference.position', '>', after ?? 0))
    .orderBy('reference.position')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const cited = await acceptedRows(
    db,
    shown.flatMap(({ paper_seq: paper }) => (paper === null ? [] : [paper])),
  )
  const entries = shown.map((row): PaperReferenceEntry => {
    const paper = row.paper_seq === null ? undefined : cited.get(row.paper_seq)
    return {
      position: row.position,
      work: workFromRow(row),
      sources: row.sources.split(' ') as CitationSource[],
      citations: row.citations,
      paper: paper === undefined ? null : paperWithFileFromRow(paper),
    }
  })
  return { references: entries, next: rows.length > limit ? (shown.at(-1)?.position ?? null) : null }
}

type CitingPage = { after: number | null; limit: number }

/** Of each work that the paper is, the index gives the papers that cite it in order; few papers are more than a few works. */
const citingSeqs = async (db: Db, seq: number | null, { after, limit }: CitingPage): Promise<number[]> => {
  const works =
    seq === null ? [] : await db.selectFrom('cited_works').select('seq').where('paper_seq', '=', seq).execute()
  const found = new Set<number>()
  for (const { seq: work } of works) {
    const rows = await db
      .selectFrom('paper_references as reference')
      .innerJoin('papers as cited', 'cited.seq', 'reference.paper_seq')
      .select('reference.paper_seq')
      .where('reference.work_seq', '=', work)
      .where('reference.paper_seq', '<>', seq ?? 0)
      .where('cited.state', '=', 'accepted')
      .$if(after !== null, (query) => query.where('reference.paper_seq', '<', after ?? 0))
      .orderBy('reference.paper_seq', 'desc')
      .limit(limit + 1)
      .execute()
    for (const { paper_seq: one } of rows) found.add(one)
  }
  return [...found].toSorted((a, b) => b - a)
}

const citing = async (
  db: Db,
  ...[paperId, after, limit]: Parameters<CitationReader['citing']>
): ReturnType<CitationReader['citing']> => {
  const seqs = await citingSeqs(db, await seqOf(db, paperId), { after, limit })
  const shown = seqs.slice(0, limit)
  const rows = await acceptedRows(db, shown)
  const papers = shown.flatMap((one) => {
    const row = rows.get(one)
    return row === undefined ? [] : [paperWithFileFromRow(row)]
  })
  return { papers, next: seqs.length > limit ? (shown.at(-1) ?? null) : null }
}

/** Works that more papers cite say little about what two of them have in common. */
const MOST_CITED = 300
/** The works of a paper whose citing papers are compared, the rarest. */
const MOST_WORKS = 60

const sharing = async (
  db: Db,
  ...[paperId, limit]: Parameters<CitationReader['sharing']>
): ReturnType<CitationReader['sharing']> => {
  const seq = await seqOf(db, paperId)
  if (seq === null) return []
  const works = await db
    .selectFrom('paper_references as reference')
    .innerJoin('cited_works as work', 'work.seq', 'reference.work_seq')
    .select('work.seq')
    .where('reference.paper_seq', '=', seq)
    .where('work.citations', '>', 1)
    .where('work.citations', '<=', MOST_CITED)
    .orderBy('work.citations')
    .orderBy('work.seq')
    .limit(MOST_WORKS)
    .execute()
  if (works.length === 0) return []
  const found = await db
    .selectFrom('paper_references as reference')
    .innerJoin('papers as citing', 'citing.seq', 'reference.paper_seq')
    .select(['reference.paper_seq as seq', (eb) => eb.fn.countAll<number>().as('shared')])
    .where('reference.work_seq', 'in', paddedKeys(works.map((work) => work.seq)))
    .where('reference.paper_seq', '<>', seq)
    .where('citing.state', '=', 'accepted')
    .groupBy('reference.paper_seq')
    .orderBy('shared', 'desc')
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  const rows = await acceptedRows(
    db,
    found.map((one) => one.seq),
  )
  return found.flatMap((one) => {
    const row = rows.get(one.seq)
    return row === undefined ? [] : [{ paper: paperWithFileFromRow(row), shared: one.shared }]
  })
}

const countsOf = async (db: Db, ids: readonly string[]): Promise<Map<string, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('cited_papers as cited')
    .innerJoin('papers', 'papers.seq', 'cited.paper_seq')
    .select(['papers.id', 'cited.citations'])
    .where('papers.id', 'in', paddedKeys(ids))
    .execute()
  return new Map(rows.map(({ id, citations }) => [id, citations]))
}

/** Only of papers that are public now. */
const mostCited = (db: Db) =>
  db
    .selectFrom('cited_papers as cited')
    .innerJoin('papers', 'papers.seq', 'cited.paper_seq')
    .where('papers.state', '=', 'accepted')
    .where('cited.citations', '>', sql.lit(0))
    .orderBy('cited.citations', 'desc')
    .orderBy('cited.paper_seq', 'desc')

/** The most cited papers; where these are few, each leaves as much room as any other for papers that cite it. */
const mappedSeqs = async (db: Db, most: number): Promise<number[]> => {
  const cited = await mostCited(db).select('papers.seq').limit(most).execute()
  const seqs = new Set(cited.map(({ seq }) => seq))
  const limit = Math.ceil((most - cited.length) / Math.max(1, cited.length))
  for (const { seq } of cited) {
    if (seqs.size >= most) break
    const found = (await citingSeqs(db, seq, { after: null, limit })).filter((one) => !seqs.has(one))
    for (const one of found.slice(0, Math.min(limit, most - seqs.size))) seqs.add(one)
  }
  return [...seqs]
}

const citationMap = async (db: Db, most: number): Promise<CitationMap> => {
  const seqs = await mappedSeqs(db, most)
  if (seqs.length === 0) return { papers: [], edges: [] }
  const rows = await db
    .selectFrom('papers')
    .leftJoin('cited_papers as cited', 'cited.paper_seq', 'papers.seq')
    .select(['papers.seq', 'papers.id', 'title', 'year', 'chapter', 'cited.citations'])
    .where('papers.seq', 'in', paddedKeys(seqs))
    .where('papers.state', '=', 'accepted')
    .execute()
  const edges = await db
    .selectFrom('paper_references as reference')
    .innerJoin('cited_works as work', 'work.seq', 'reference.work_seq')
    .innerJoin('papers as from', 'from.seq', 'reference.paper_seq')
    .innerJoin('papers as to', 'to.seq', 'work.paper_seq')
    .select(['from.id as from', 'to.id as to'])
    .distinct()
    .where('reference.paper_seq', 'in', paddedKeys(seqs))
    .where('work.paper_seq', 'in', paddedKeys(seqs))
    .where('from.state', '=', 'accepted')
    .where('to.state', '=', 'accepted')
    .whereRef('from.seq', '<>', 'to.seq')
    .orderBy('from')
    .orderBy('to')
    .execute()
  const papers = rows
    .toSorted((a, b) => (b.citations ?? 0) - (a.citations ?? 0) || b.seq - a.seq)
    .map(({ id, title, year, chapter, citations }) => ({ id, title, year, chapter, citations: citations ?? 0 }))
  return { papers, edges }
}

export const citationReader = (db: Db): CitationReader => ({
  map: (most) => citationMap(db, most),
  hasCitedPapers: async () => (await mostCited(db).select('papers.seq').limit(1).executeTakeFirst()) !== undefined,
  countsOf: (ids) => countsOf(db, ids),
  counts: (paperId) => counts(db, paperId),
  references: (...args) => references(db, ...args),
  citing: (...args) => citing(db, ...args),
  sharing: (...args) => sharing(db, ...args),
})

/** Citing papers that are named for a candidate. */
const NAMED_PAPERS = 5

const ofCandidates = async (db: Db, ids: readonly number[]): ReturnType<PrivateCitationReader['ofCandidates']> => {
  const found = new Map<number, CandidateCitations>()
  if (ids.length === 0) return found
  const works = await db
    .selectFrom('cited_works')
    .select(['seq', 'candidate_seq', 'citations'])
    .where('candidate_seq', 'in', paddedKeys(ids))
    .where('citations', '>', 0)
    .execute()
  for (const { seq, candidate_seq: candidate, citations } of works) {
    if (candidate === null) continue
    const papers = await db
      .selectFrom('paper_references as reference')
      .innerJoin('papers', 'papers.seq', 'reference.paper_seq')
      .select(['papers.id', 'papers.title'])
      .where('reference.work_seq', '=', seq)
      .where('papers.state', '=', 'accepted')
      .orderBy('reference.paper_seq', 'desc')
      .limit(NAMED_PAPERS)
      .execute()
    found.set(candidate, { citations, papers })
  }
  return found
}

/** Of a PDF only its digest is stored. */
const STORED_SOURCES = citationSources.filter((source) => source !== 'pdf')

const oldReading = async (db: Db): Promise<OldReading | null> => {
  const row = await db.selectFrom('reference_reading').select(['read_until', 'last_record']).executeTakeFirst()
  return row === undefined ? null : { readUntil: row.read_until, lastRecord: row.last_record }
}

/** Records that one statement looks through. */
const RECORDS_AT_ONCE = 1_000

const oldRecords = async (db: Db, limit: number): ReturnType<PrivateCitationReader['oldRecords']> => {
  const reading = await oldReading(db)
  if (reading === null) return { records: [], readUntil: 0 }
  const end = Math.min(reading.readUntil + RECORDS_AT_ONCE, reading.lastRecord)
  const rows = await db
    .selectFrom('source_records as source')
    .leftJoin('paper_redirects as redirect', 'redirect.paper_seq', 'source.paper_seq')
    .innerJoin('papers as paper', (join) =>
      join.on((eb) => eb('paper.seq', '=', eb.fn.coalesce('redirect.into_seq', 'source.paper_seq'))),
    )
    .selectAll('source')
    .select((eb) => [
      'paper.id as paper_id',
      eb
        .selectFrom('review_steps as step')
        .select('step.actor')
        .whereRef('step.paper_seq', '=', 'source.paper_seq')
        .orderBy('step.seq')
        .limit(1)
        .as('brought_by'),
    ])
    .where('source.seq', '>', reading.readUntil)
    .where('source.seq', '<=', end)
    .where('source.format', 'in', STORED_SOURCES)
    .orderBy('source.seq')
    .limit(limit)
    .execute()
  const records = rows.map((row) => ({
    id: row.seq,
    paperId: row.paper_id,
    broughtBy: row.brought_by,
    source: sourceRecordFromRow(row),
  }))
  return { records, readUntil: rows.length < limit ? end : (rows.at(-1)?.seq ?? end) }
}

export const privateCitationReader = (db: Db): PrivateCitationReader => ({
  oldReading: () => oldReading(db),
  oldRecords: (limit) => oldRecords(db, limit),
  missingWorks: async (least, limit) => {
    const rows = await db
      .selectFrom('cited_works')
      .selectAll()
      .where('paper_seq', 'is', null)
      // The first condition is that of the index.
      .where('citations', '>', sql.lit(1))
      .where('citations', '>=', least)
      .where('candidate_seq', 'is', null)
      .where((eb) => eb.or([eb('doi', 'is not', null), eb('arxiv_id', 'is not', null), eb('title', 'is not', null)]))
      .orderBy('citations', 'desc')
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => ({ id: row.seq, work: workFromRow(row), citations: row.citations }))
  },
  countOpenCandidates: async () => {
    const { count } = await db
      .selectFrom('cited_works as work')
      .innerJoin('paper_candidates as candidate', 'candidate.seq', 'work.candidate_seq')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('work.candidate_seq', 'is not', null)
      .where('candidate.state', '=', 'open')
      .executeTakeFirstOrThrow()
    return count
  },
  arrivedWorks: async (limit) => {
    const rows = await db
      .selectFrom('cited_works as work')
      .innerJoin('papers', 'papers.seq', 'work.paper_seq')
      .select(['work.seq as id', 'work.candidate_seq', 'papers.id as paperId'])
      .where('work.candidate_seq', 'is not', null)
      .where('work.paper_seq', 'is not', null)
      .orderBy('work.seq')
      .limit(limit)
      .execute()
    return rows.flatMap(({ id, candidate_seq: candidate, paperId }) =>
      candidate === null ? [] : [{ id, candidate, paperId }],
    )
  },
  ofCandidates: (ids) => ofCandidates(db, ids),
})

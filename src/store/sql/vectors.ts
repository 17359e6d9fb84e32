import { sql } from 'kysely'
import { textDigest } from '#core/embedding.ts'
import { placeName, shortPassages } from '#core/passages/anchor.ts'
import type { Paper } from '#core/papers/paper.ts'
import type {
  NewVector,
  PendingText,
  PublicVectorReader,
  VectorReader,
  VectorSet,
  VectorSetState,
  VectorWriter,
} from '#ports/store/vectors.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { seqOf } from '#core/papers/score.ts'
import { acceptedRows } from '#store/sql/papers/paper-reader.ts'
import { seqsOfIds } from './passages.ts'
import { insertRows, paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'
import { paperFromRow, unmarkedPaper } from '#store/sql/engine/paper-from-row.ts'

/** Every paper has a text here, with its title. It is stored last, so a paper with this vector has all of them. */
const LAST_PLACE = placeName({ source: 'abstract', number: 1 })

const setColumns = ['seq', 'model', 'dimension', 'state'] as const

const listSets = async (db: Db): Promise<VectorSet[]> => {
  const rows = await db
    .selectFrom('vector_sets')
    .select(setColumns)
    .where('state', '<>', 'dropped')
    .orderBy('seq')
    .execute()
  return rows.map(({ state, ...row }) => ({ ...row, state: state as VectorSetState }))
}

const findDropped = (db: Db): Promise<{ seq: number } | undefined> =>
  db.selectFrom('vector_sets').select('seq').where('state', '=', 'dropped').limit(1).executeTakeFirst()

export const publicVectorReader = (db: Db): PublicVectorReader => ({
  current: async () => (await listSets(db)).findLast(({ state }) => state === 'complete') ?? null,
  listAfter: async (set, after, limit) => {
    const rows = await db
      .selectFrom('text_vectors')
      .select(['seq', 'paper_seq', 'vector'])
      .where('set_seq', '=', set)
      .where('seq', '>', after)
      .where('place', 'is not', null)
      .orderBy('seq')
      .limit(limit)
      .execute()
    return rows.map(({ seq, paper_seq, vector }) => ({ seq, paperSeq: paper_seq, vector }))
  },
  findPlaces: async (seqs) => {
    if (seqs.length === 0) return new Map()
    const rows = await db
      .selectFrom('text_vectors')
      .innerJoin('papers', 'papers.seq', 'text_vectors.paper_seq')
      .select(['text_vectors.seq', 'text_vectors.paper_seq', 'text_vectors.place'])
      .where('text_vectors.seq', 'in', paddedKeys(seqs))
      .where('papers.state', '=', 'accepted')
      .execute()
    return new Map(
      rows.flatMap(({ seq, paper_seq, place }) => (place === null ? [] : [[seq, { paperSeq: paper_seq, place }]])),
    )
  },
  findPaperSeqs: (ids) => seqsOfIds(db, ids),
})

/** Sent in one request. */
const TEXTS_AT_ONCE = 32
const PAPERS_LOOKED_AT = 500

type Text = { place: string; text: string }

/** The title and what is said about the paper, in the order in which their vectors are stored. */
const shortTexts = (paper: Paper): Text[] => {
  const abstracts = shortPassages('abstract', paper.abstract).map(({ place, text }) => ({
    place: placeName(place),
    text: `${paper.title}\n\n${text.trim()}`,
  }))
  const commentaries = shortPassages('commentary', paper.commentary).map(({ place, text }) => ({
    place: placeName(place),
    text: text.trim(),
  }))
  const first = abstracts[0] ?? { place: LAST_PLACE, text: paper.title }
  return [...commentaries, ...abstracts.slice(1), first]
}

/** The first texts of a paper that lack a vector. */
const missingTexts = async (db: Db, set: number, { row, most }: { row: PaperRow; most: number }): Promise<Text[]> => {
  const passages = await db
    .selectFrom('passages')
    .select(['section', 'number', 'text'])
    .where('paper_seq', '=', row.seq)
    .where(
      sql<boolean>`not exists (select 1 from text_vectors known where known.paper_seq = passages.paper_seq
        and known.set_seq = ${set} and known.place = 's' || passages.section || '.' || passages.number)`,
    )
    .orderBy('seq')
    .limit(most)
    .execute()
  const inText = passages.map(({ section, number, text }) => ({
    place: placeName({ source: 'fullText', section, number }),
    text: text.trim(),
  }))
  if (inText.length === most) return inText
  const known = await db
    .selectFrom('text_vectors')
    .select('place')
    .where('paper_seq', '=', row.seq)
    .where('set_seq', '=', set)
    .where('place', 'not like', 's%')
    .execute()
  const places = new Set(known.map(({ place }) => place))
  const short = shortTexts(unmarkedPaper(paperFromRow(row))).filter(({ place }) => !places.has(place))
  return [...inText, ...short].slice(0, most)
}

/** Vectors that these papers had for the same texts before they were edited. */
const findFormer = async (
  db: Db,
  set: number,
  texts: readonly { paperSeq: number; digest: Buffer }[],
): Promise<Map<string, Buffer>> => {
  const rows = await db
    .selectFrom('text_vectors')
    .select(['paper_seq', 'digest', 'vector'])
    .where('set_seq', '=', set)
    .where('paper_seq', 'in', paddedKeys([...new Set(texts.map(({ paperSeq }) => paperSeq))]))
    .where('place', 'is', null)
    .where(
      'digest',
      'in',
      texts.map(({ digest }) => digest),
    )
    .execute()
  return new Map(rows.map(({ paper_seq, digest, vector }) => [`${paper_seq} ${digest.toString('hex')}`, vector]))
}

/**
 * The papers after a key that lack vectors, as far as they are among the next in public order, and the key of the last of those; null
 * at the end. Only indexes are read, since mostly all papers have theirs.
 */
const papersWithout = async (
  db: Db,
  set: number,
  after: number,
): Promise<{ rows: PaperRow[]; last: number | null }> => {
  const keys = await db
    .selectFrom('papers')
    .select('rank_key')
    .where('state', '=', 'accepted')
    .where('rank_key', '>', after)
    .orderBy('rank_key')
    .limit(PAPERS_LOOKED_AT)
    .execute()
  const last = keys.length < PAPERS_LOOKED_AT ? null : (keys.at(-1)?.rank_key ?? null)
  const seqs = keys.map(({ rank_key }) => seqOf(rank_key))
  if (seqs.length === 0) return { rows: [], last }
  const known = await db
    .selectFrom('text_vectors')
    .select('paper_seq')
    .where('set_seq', '=', set)
    .where('place', '=', LAST_PLACE)
    .where('paper_seq', 'in', paddedKeys(seqs))
    .execute()
  const done = new Set(known.map(({ paper_seq }) => paper_seq))
  const missing = seqs.filter((seq) => !done.has(seq)).slice(0, TEXTS_AT_ONCE)
  const papers = await acceptedRows(db, missing)
  return { rows: missing.flatMap((seq) => papers.get(seq) ?? []), last }
}

const findPending = async (db: Db, ...[set, after]: Parameters<VectorReader['pending']>) => {
  const { rows, last } = await papersWithout(db, set, after)
  const texts: Omit<PendingText, 'vector'>[] = []
  for (const row of rows) {
    const missing = await missingTexts(db, set, { row, most: TEXTS_AT_ONCE - texts.length })
    for (const { place, text } of missing)
      texts.push({ paperSeq: row.seq, version: row.version, place, text, digest: textDigest(text) })
    if (texts.length === TEXTS_AT_ONCE) break
  }
  if (texts.length > 0) {
    const former = await findFormer(db, set, texts)
    const vectorOf = ({ paperSeq, digest }: (typeof texts)[number]): Buffer | null =>
      former.get(`${paperSeq} ${digest.toString('hex')}`) ?? null
    return { texts: texts.map((text) => ({ ...text, vector: vectorOf(text) })), next: after }
  }
  return { texts: [], next: last }
}

/** Counts no further than it has to, as a large corpus has millions. */
const countUpTo = async (db: Db, rows: ReturnType<typeof sql>): Promise<number> => {
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from (${rows}) counted`.execute(db)
  return counted[0]?.count ?? 0
}

export const vectorReader = (db: Db): VectorReader => ({
  sets: () => listSets(db),
  hasDropped: async () => (await findDropped(db)) !== undefined,
  countVectors: async (set) => {
    const { count } = await db
      .selectFrom('text_vectors')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('set_seq', '=', set)
      .executeTakeFirstOrThrow()
    return count
  },
  countTexts: async (most) => {
    const papers = await countUpTo(db, sql`select 1 from papers where state = 'accepted' limit ${most + 1}`)
    const passages = await countUpTo(db, sql`select 1 from passages limit ${most + 1}`)
    return Math.min(papers + passages, most + 1)
  },
  pending: (set, after) => findPending(db, set, after),
})

const stateOf = async (db: Db, set: number): Promise<VectorSetState | 'dropped' | null> =>
  (await db.selectFrom('vector_sets').select('state').where('seq', '=', set).executeTakeFirst())?.state ?? null

/** Which vectors may be stored: of papers that are public and as they were, for places that have none. */
const stillWanted = async (db: Db, set: number, vectors: readonly NewVector[]): Promise<NewVector[]> => {
  const seqs = [...new Set(vectors.map(({ paperSeq }) => paperSeq))]
  if (seqs.length === 0) return []
  const papers = await db
    .selectFrom('papers')
    .select(['seq', 'version'])
    .where('seq', 'in', paddedKeys(seqs))
    .where('state', '=', 'accepted')
    .execute()
  const known = await db
    .selectFrom('text_vectors')
    .select(['paper_seq', 'place'])
    .where('set_seq', '=', set)
    .where('paper_seq', 'in', paddedKeys(seqs))
    .where(
      'place',
      'in',
      vectors.map(({ place }) => place),
    )
    .execute()
  const versions = new Map(papers.map(({ seq, version }) => [seq, version]))
  const taken = new Set(known.map(({ paper_seq, place }) => `${paper_seq} ${place}`))
  return vectors.filter(
    ({ paperSeq, version, place }) => versions.get(paperSeq) === version && !taken.has(`${paperSeq} ${place}`),
  )
}

const saveVectors = async (
  scope: TransactionContext,
  ...[set, vectors]: Parameters<VectorWriter['save']>
): Promise<void> => {
  const { db } = scope
  const state = await stateOf(db, set)
  if (state === null || state === 'dropped') return
  const wanted = await stillWanted(db, set, vectors)
  await insertRows(
    scope,
    'text_vectors',
    wanted.map(({ paperSeq, place, digest, vector }) => ({ set_seq: set, paper_seq: paperSeq, place, digest, vector })),
  )
  const finished = wanted.filter(({ place }) => place === LAST_PLACE).map(({ paperSeq }) => paperSeq)
  if (finished.length > 0)
    await db
      .deleteFrom('text_vectors')
      .where('set_seq', '=', set)
      .where('paper_seq', 'in', paddedKeys(finished))
      .where('place', 'is', null)
      .execute()
  if (state === 'complete' && wanted.length > 0) scope.markPublicChange()
}

const ROWS_AT_ONCE = 500

/** A dropped set goes with its last vectors. */
const deleteDropped = async (db: Db): Promise<boolean> => {
  const set = await findDropped(db)
  if (set === undefined) return false
  const rows = await db
    .selectFrom('text_vectors')
    .select('seq')
    .where('set_seq', '=', set.seq)
    .orderBy('seq')
    .limit(ROWS_AT_ONCE)
    .execute()
  const seqs = rows.map(({ seq }) => seq)
  if (seqs.length > 0) await db.deleteFrom('text_vectors').where('seq', 'in', paddedKeys(seqs)).execute()
  else await db.deleteFrom('vector_sets').where('seq', '=', set.seq).execute()
  return true
}

export const vectorWriter = (scope: TransactionContext): VectorWriter => {
  const { db } = scope
  const setState = async (set: number, state: VectorSetState | 'dropped'): Promise<void> => {
    const before = await stateOf(db, set)
    if (before === null || before === 'dropped' || before === state) return
    await db.updateTable('vector_sets').set({ state }).where('seq', '=', set).execute()
    // Searches give other answers from now on.
    if (before === 'complete' || state === 'complete') scope.markPublicChange()
  }
  return {
    beginSet: async (model, dimension) => {
      const state = 'building'
      const row = await db
        .insertInto('vector_sets')
        .values({ model, dimension, state, builder: null, lease_until: null })
        .returning('seq')
        .executeTakeFirstOrThrow()
      return { seq: row.seq, model, dimension, state }
    },
    leaseSet: async (set, { by, now, until }) => {
      const { numUpdatedRows } = await db
        .updateTable('vector_sets')
        .set({ builder: by, lease_until: until })
        .where('seq', '=', set)
        .where('state', '<>', 'dropped')
        .where((eb) => eb.or([eb('builder', 'is', null), eb('builder', '=', by), eb('lease_until', '<', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0
    },
    save: (set, vectors) => saveVectors(scope, set, vectors),
    setState,
    drop: (set) => setState(set, 'dropped'),
    deleteDropped: () => deleteDropped(db),
  }
}

import type { Selectable } from 'kysely'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { keysOfPaper, referencesTo } from '#core/citations/match-cited-work.ts'
import { parseReference } from '#core/cited-references.ts'
import { withIdentifiers } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { lookupTitleKeys, workKeys } from '#core/papers/same-work/work-keys.ts'
import type { Db, Tables } from '#store/rows.ts'
import { paddedKeys, type TransactionContext } from '#store/sql/engine/engine.ts'

export type WorkRow = Selectable<Tables['cited_works']>

export const workFromRow = (row: Omit<WorkRow, 'seq' | 'paper_seq' | 'citations' | 'candidate_seq'>): CitedWork => ({
  doi: row.doi,
  arxivId: row.arxiv_id,
  openalexId: row.openalex_id,
  title: row.title,
  year: row.year,
  authors: JSON.parse(row.authors) as string[],
  text: row.printed,
})

export const workColumns = (work: CitedWork) => ({
  doi: work.doi,
  arxiv_id: work.arxivId,
  openalex_id: work.openalexId,
  title: work.title,
  year: work.year,
  authors: JSON.stringify(work.authors),
  printed: work.text,
})

/** Keys that one statement looks up. */
const KEYS_AT_ONCE = 500

export const inParts = <Item>(items: readonly Item[], size = KEYS_AT_ONCE): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size))

/** Making the keys of so many references takes a few milliseconds. Between two statements a process may serve others. */
export const REFERENCES_AT_ONCE = 200

export const hasCitedWorks = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('cited_works').select('seq').limit(1).executeTakeFirst()) !== undefined

/** Works by the keys that they have. */
export const worksByKeys = async (db: Db, keys: readonly string[]): Promise<Map<string, WorkRow[]>> => {
  const found = new Map<string, WorkRow[]>()
  for (const some of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom('cited_work_keys as named')
      .innerJoin('cited_works as work', 'work.seq', 'named.work_seq')
      .selectAll('work')
      .select('named.key')
      .where('named.key', 'in', paddedKeys(some))
      .orderBy('work.seq')
      .execute()
    for (const { key, ...row } of rows) found.set(key, [...(found.get(key) ?? []), row])
  }
  return found
}

/** A paper that references may be to. */
type Target = { seq: number; isMeantBy: (cited: CitedWork) => boolean; isPublic: boolean }

/** Papers with the same first author and first word of their titles that one look-up compares. */
const MOST_ALIKE = 5_000

const targetColumns = ['seq', 'title', 'authors', 'year', 'doi', 'arxiv_id', 'title_key', 'work_key', 'state'] as const

type TargetRow = Pick<Selectable<Tables['papers']>, (typeof targetColumns)[number]>

const toTarget = ({ seq, authors, arxiv_id: arxivId, state, title, year, doi }: TargetRow): Target => ({
  seq,
  isMeantBy: referencesTo({ title, year, doi, arxivId, authors: JSON.parse(authors) as string[] }),
  isPublic: state === 'accepted',
})

/** What a title needs to be found in a printed reference. */
const WORDS = /\p{L}/u

/** What papers are looked up by to find the one that a reference is to, in this order. */
const LOOK_UPS = {
  doi: ({ doi }: CitedWork) => (doi === null ? [] : [doi]),
  arxiv_id: ({ arxivId }: CitedWork) => (arxivId === null ? [] : [arxivId]),
  title_key: ({ title, authors, text }: CitedWork) => [
    ...(title === null ? [] : lookupTitleKeys({ title, authors })),
    // Of a printed reference any part may be the title, if it has words.
    ...(text === null ? [] : parseReference(text).titleKeys.filter((key) => WORDS.test(key))),
  ],
  work_key: ({ title, authors }: CitedWork) =>
    title === null || authors.length === 0 ? [] : [workKeys({ title, authors })[0]],
} satisfies Partial<Record<keyof TargetRow, (work: CitedWork) => string[]>>

type Column = keyof typeof LOOK_UPS

const COLUMNS = ['doi', 'arxiv_id', 'title_key', 'work_key'] as const satisfies readonly Column[]

const targetsBy = async (db: Db, column: Column, keys: readonly string[]): Promise<Map<string, Target[]>> => {
  const found = new Map<string, Target[]>()
  for (const some of inParts([...new Set(keys)])) {
    const rows = await db
      .selectFrom('papers')
      .select(targetColumns)
      .where(column, 'in', paddedKeys(some))
      .where('state', '<>', 'merged')
      .limit(MOST_ALIKE)
      .execute()
    for (const row of rows) {
      const key = row[column] ?? ''
      const listed = found.get(key)
      if (listed === undefined) found.set(key, [toTarget(row)])
      else listed.push(toTarget(row))
    }
  }
  return found
}

/** The paper that a work is, of several a public one: whoever comes after the first public one need not be compared. */
const meantBy = (work: CitedWork, alike: readonly Target[]): number | null => {
  let first: number | null = null
  for (const target of alike) {
    if ((first !== null && !target.isPublic) || !target.isMeantBy(work)) continue
    if (target.isPublic) return target.seq
    first = target.seq
  }
  return first
}

const papersOfSome = async (db: Db, works: readonly CitedWork[]): Promise<(number | null)[]> => {
  const found: (number | null)[] = works.map(() => null)
  for (const column of COLUMNS) {
    const wanted = works.map((work, index) => (found[index] === null ? LOOK_UPS[column](work) : []))
    const targets = await targetsBy(db, column, wanted.flat())
    for (const [index, work] of works.entries()) {
      const alike = (wanted[index] ?? []).flatMap((key) => targets.get(key) ?? [])
      found[index] ??= meantBy(work, alike)
    }
  }
  return found
}

/**
 * The paper that each work is, of several a public one; null where the library has none. What an identifier has found is not looked
 * up by its title, and what a title has found not by its author, whom many papers share.
 */
export const papersOfWorks = async (db: Db, works: readonly CitedWork[]): Promise<(number | null)[]> => {
  const found: (number | null)[] = []
  for (const some of inParts(works, REFERENCES_AT_ONCE)) found.push(...(await papersOfSome(db, some)))
  return found
}

/** Counts anew how many public papers cite each of these. */
export const recountCitations = async (db: Db, seqs: readonly number[]): Promise<void> => {
  for (const seq of new Set(seqs)) {
    const { citations } = await db
      .selectFrom('cited_works as work')
      .innerJoin('paper_references as reference', 'reference.work_seq', 'work.seq')
      .innerJoin('papers as citing', 'citing.seq', 'reference.paper_seq')
      .select((eb) => eb.fn.count<number>('citing.seq').distinct().as('citations'))
      .where('work.paper_seq', '=', seq)
      .where('citing.state', '=', 'accepted')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('cited_papers')
      .values({ paper_seq: seq, citations })
      .onConflict((conflict) => conflict.column('paper_seq').doUpdateSet({ citations }))
      .execute()
  }
}

export type PlacedPaper = { seq: number; paper: Paper }

/**
 * Matches works that no public paper is yet to papers that came, were changed or became public. Each paper costs a few look-ups by
 * key, in a library without references none.
 */
export const linkPapers = async (
  { db }: Pick<TransactionContext, 'db'>,
  papers: readonly PlacedPaper[],
): Promise<void> => {
  if (papers.length === 0 || !(await hasCitedWorks(db))) return
  const named = papers.map(({ seq, paper }) => {
    const work = withIdentifiers(paper)
    return { seq, work, keys: keysOfPaper(work) }
  })
  const found = await worksByKeys(
    db,
    named.flatMap(({ keys }) => keys),
  )
  const held = new Set([...found.values()].flat().map(({ paper_seq: seq }) => seq))
  const taken = [...held].filter((seq) => seq !== null)
  const isPublic = new Set<number>()
  for (const some of inParts(taken)) {
    const rows = await db
      .selectFrom('papers')
      .select('seq')
      .where('seq', 'in', paddedKeys(some))
      .where('state', '=', 'accepted')
      .execute()
    for (const { seq } of rows) isPublic.add(seq)
  }
  const changed = new Set<number>()
  for (const { seq, work, keys } of named) {
    const isMeantBy = referencesTo(work)
    const rows = new Map(keys.flatMap((key) => found.get(key) ?? []).map((row) => [row.seq, row]))
    const free = [...rows.values()].filter(
      (row) =>
        row.paper_seq !== seq &&
        (row.paper_seq === null || !isPublic.has(row.paper_seq)) &&
        isMeantBy(workFromRow(row)),
    )
    if (free.length === 0) continue
    for (const row of free) {
      if (row.paper_seq !== null) changed.add(row.paper_seq)
      row.paper_seq = seq
    }
    await db
      .updateTable('cited_works')
      .set({ paper_seq: seq })
      .where('seq', 'in', paddedKeys(free.map((row) => row.seq)))
      .execute()
    changed.add(seq)
  }
  await recountCitations(db, [...changed])
}

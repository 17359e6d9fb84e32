import type { Paper } from '#core/papers/paper.ts'
import { rankKey } from '#core/papers/rank-key.ts'
import { textKey } from '#core/text/tokenize.ts'
import { countMarks, shelfMarks, shelves, type Shelf, type ShelfMark } from '#core/search/facet-token.ts'
import { spellingsOf } from '#core/search/spelling.ts'
import type { Db } from '#store/rows.ts'
import { addCounts, type Count } from './add-to-counters.ts'
import type { Scope } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { institutionNumbers } from './institutions.ts'
import type { ShelfFacet } from './counters.ts'

/** Counts of papers by shelf, in the whole library or in one chapter. */
export const shelfFacet = (chapter: number | null, shelf: Shelf): ShelfFacet => `shelf:${chapter ?? ''}:${shelf}`

/** Numbers as texts that keep their order. */
const DIGITS = 10
export const tallyValue = (number: number): string => String(number).padStart(DIGITS, '0')

/** `marks` as the table holds them. */
type Marked = { chapter: number | null; marks: string }

const countsIn = (chapter: number | null, marked: readonly Marked[], change: 1 | -1): Count[] => {
  const counts = countMarks(marked.map(({ marks }) => marks).join(' '))
  return shelves.flatMap((shelf) =>
    [...counts[shelf]].map(([number, papers]): Count => [
      shelfFacet(chapter, shelf),
      tallyValue(number),
      papers * change,
    ]),
  )
}

const countOnShelves = async (db: Db, marked: readonly Marked[], change: 1 | -1): Promise<void> => {
  const inChapters = [...Map.groupBy(marked, ({ chapter }) => chapter)].flatMap(([chapter, some]) =>
    chapter === null ? [] : countsIn(chapter, some, change),
  )
  await addCounts(db, 'tallies', [...countsIn(null, marked, change), ...inChapters])
}

const countSpellings = async (db: Db, papers: readonly (readonly string[])[], change: 1 | -1): Promise<void> => {
  const sums = new Map<string, [string, number, string, number]>()
  for (const spellings of papers)
    for (const word of spellings) {
      const sum = sums.get(word)
      if (sum === undefined) sums.set(word, [word.slice(0, 1), word.length, word, change])
      else sum[3] += change
    }
  await addCounts(db, 'spellings', [...sums.values()])
}

const SEQS_AT_ONCE = 500

const withText = async (db: Db, seqs: readonly number[]): Promise<Set<number>> => {
  const found = new Set<number>()
  for (let first = 0; first < seqs.length; first += SEQS_AT_ONCE) {
    const some = seqs.slice(first, first + SEQS_AT_ONCE)
    const rows = await db.selectFrom('paper_texts').select('paper_seq').where('paper_seq', 'in', some).execute()
    for (const { paper_seq } of rows) found.add(paper_seq)
  }
  return found
}

/** A paper that becomes public, with the numbers of its concepts and the words that may be meant. */
export type Shelving = { seq: number; paper: Paper; concepts: readonly number[]; spellings: readonly string[] }

/** Marks papers that become public with all they can be narrowed down by, and counts them; the marks, in their order. */
export const shelve = async (
  scope: Pick<Scope, 'db' | 'engine'>,
  papers: readonly Shelving[],
): Promise<ShelfMark[][]> => {
  const { db } = scope
  const names = papers.flatMap(({ paper }) => (paper.institution === null ? [] : [paper.institution]))
  const institutions = await institutionNumbers(db, names)
  const texts = await withText(
    db,
    papers.map(({ seq }) => seq),
  )
  const marked = papers.map(({ seq, paper, concepts }) => {
    const institution = paper.institution === null ? null : (institutions.get(textKey(paper.institution)) ?? null)
    const each = shelfMarks(paper, { concepts, institution, hasText: texts.has(seq) })
    return { rank_key: rankKey(paper.longHorizon, seq), chapter: paper.chapter, each, marks: each.join(' ') }
  })
  const rows = marked.map(({ rank_key, marks }) => ({ rank_key, marks }))
  await insertRows(
    scope,
    'shelf_marks',
    rows.toSorted((a, b) => a.rank_key - b.rank_key),
  )
  await countOnShelves(db, marked, 1)
  await countSpellings(
    db,
    papers.map(({ spellings }) => spellings),
    1,
  )
  return marked.map(({ each }) => each)
}

/** The reverse, for papers as they were when they were shelved. */
export const unshelve = async (
  { db }: Pick<Scope, 'db'>,
  papers: readonly { seq: number; paper: Paper }[],
): Promise<void> => {
  const marked: Marked[] = []
  const shelved: string[][] = []
  for (const { seq, paper } of papers) {
    const key = rankKey(paper.longHorizon, seq)
    const row = await db.deleteFrom('shelf_marks').where('rank_key', '=', key).returning('marks').executeTakeFirst()
    if (row === undefined) continue
    marked.push({ chapter: paper.chapter, marks: row.marks })
    shelved.push(spellingsOf(paper))
  }
  await countOnShelves(db, marked, -1)
  await countSpellings(db, shelved, -1)
}

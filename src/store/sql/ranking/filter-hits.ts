import { MAX_RANKED_HITS } from '#core/search/ranking/ranked-query.ts'
import type { RankedFilter, RankedSort } from '#ports/store/ranking.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'
import { MAX_CANDIDATES, type Candidate } from './find-candidates.ts'

const EXAMINED_AT_ONCE = 500

type Attributes = Pick<PaperRow, 'seq' | 'chapter' | 'type' | 'year' | 'long_horizon' | 'enterprise'> & {
  text: number | null
}

const readAttributes = async (db: Db, seqs: readonly number[]): Promise<Map<number, Attributes>> => {
  const rows = await db
    .selectFrom('papers')
    .leftJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
    .select([
      'papers.seq',
      'papers.chapter',
      'papers.type',
      'papers.year',
      'papers.long_horizon',
      'papers.enterprise',
      'paper_texts.paper_seq as text',
    ])
    .where('papers.seq', 'in', paddedKeys(seqs))
    .where('papers.state', '=', 'accepted')
    .execute()
  return new Map(rows.map((row) => [row.seq, row]))
}

const passes = (
  { chapter, type, yearFrom, yearTo, minLongHorizon, withText }: RankedFilter,
  row: Attributes,
): boolean =>
  (chapter === null || row.chapter === chapter) &&
  (type === null || row.type === type) &&
  (yearFrom === null || row.year >= yearFrom) &&
  (yearTo === null || row.year <= yearTo) &&
  (minLongHorizon === null || (row.long_horizon ?? -1) >= minLongHorizon) &&
  (!withText || row.text !== null)

const hasAttributes = ({ chapter, type, yearFrom, yearTo, minLongHorizon, withText }: RankedFilter): boolean =>
  withText || [chapter, type, yearFrom, yearTo, minLongHorizon].some((value) => value !== null)

const orderBy: Record<Exclude<RankedSort, 'best'>, (row: Attributes) => number> = {
  longHorizon: (row) => row.long_horizon ?? -1,
  enterprise: (row) => row.enterprise ?? -1,
  newest: (row) => row.year,
}

/** How many candidates a filter may have to look at. */
export const candidatesFor = (filter: RankedFilter): number =>
  hasAttributes(filter) ? MAX_CANDIDATES : MAX_RANKED_HITS

/** The candidates that a filter lets through, in the order that was asked for, up to the end of the ranking. */
export const filterHits = async (
  db: Db,
  candidates: readonly Candidate[],
  { filter, sort }: { filter: RankedFilter; sort: RankedSort },
): Promise<Candidate[]> => {
  if (!hasAttributes(filter) && sort === 'best') return candidates.slice(0, MAX_RANKED_HITS)
  const found: { hit: Candidate; row: Attributes }[] = []
  for (let first = 0; first < Math.min(candidates.length, MAX_CANDIDATES); first += EXAMINED_AT_ONCE) {
    const some = candidates.slice(first, first + EXAMINED_AT_ONCE)
    const rows = await readAttributes(
      db,
      some.map(({ seq }) => seq),
    )
    for (const hit of some) {
      const row = rows.get(hit.seq)
      if (row !== undefined && passes(filter, row)) found.push({ hit, row })
    }
    if (found.length >= MAX_RANKED_HITS) break
  }
  const hits = found.slice(0, MAX_RANKED_HITS)
  const keyOf = sort === 'best' ? null : orderBy[sort]
  const ordered = keyOf === null ? hits : hits.toSorted((a, b) => keyOf(b.row) - keyOf(a.row))
  return ordered.map(({ hit }) => hit)
}

import type { LibraryFacet } from '#core/search/library-filter.ts'
import { researchTypes } from '#core/papers/paper.ts'
import type { ConceptLink, FacetCount } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import type { FacetNumberCount } from './count-facets.ts'

export const conceptLinks = async (db: Db, seqs: readonly number[]): Promise<Map<number, ConceptLink>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('concepts').select(['seq', 'id', 'name']).where('seq', 'in', seqs).execute()
  return new Map(rows.map(({ seq, id, name }) => [seq, { id, name }]))
}

const institutionNames = async (db: Db, seqs: readonly number[]): Promise<Map<number, string>> => {
  if (seqs.length === 0) return new Map()
  const rows = await db.selectFrom('institutions').select(['seq', 'name']).where('seq', 'in', seqs).execute()
  return new Map(rows.map(({ seq, name }) => [seq, name]))
}

const numbersOf = (counted: readonly FacetNumberCount[]): number[] => counted.map(({ number }) => number)

const numberLabel = ({ number, papers }: FacetNumberCount): FacetCount => ({
  value: String(number),
  label: String(number),
  papers,
})

/** The labels of the numbers of each facet; `value` is what a filter takes. */
export const labelFacets = async (
  db: Db,
  counts: Record<LibraryFacet, FacetNumberCount[]>,
): Promise<Record<LibraryFacet, FacetCount[]>> => {
  const concepts = await conceptLinks(db, numbersOf(counts.concept))
  const institutions = await institutionNames(db, numbersOf(counts.institution))
  return {
    chapter: counts.chapter.map(numberLabel).toSorted((a, b) => Number(a.value) - Number(b.value)),
    year: counts.year.map(numberLabel).toSorted((a, b) => Number(b.value) - Number(a.value)),
    type: counts.type.flatMap(({ number, papers }) => {
      const type = researchTypes[number]
      return type === undefined ? [] : [{ value: type, label: type.replaceAll('_', ' '), papers }]
    }),
    concept: counts.concept.flatMap(({ number, papers }) => {
      const concept = concepts.get(number)
      return concept === undefined ? [] : [{ value: concept.id, label: concept.name, papers }]
    }),
    institution: counts.institution.flatMap(({ number, papers }) => {
      const name = institutions.get(number)
      return name === undefined ? [] : [{ value: name, label: name, papers }]
    }),
    text: counts.text.map(({ papers }) => ({ value: 'yes', label: 'with full text', papers })),
  }
}

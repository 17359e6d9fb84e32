import type { ConceptWithTrend, ConceptTimeline } from '#core/editorial/concept.ts'
import { evaluateTrend } from '#core/editorial/trend.ts'
import type { PublicReader, Store } from '#ports/store/store.ts'
import { Failure } from '#core/failure.ts'
import type { PublicConceptReader } from '#ports/store/editorial.ts'
import { oncePerRevision } from './once-per-revision.ts'

const listTrends = async (reader: PublicReader): Promise<ConceptWithTrend[]> => {
  const counted = await reader.concepts.list()
  if (counted === null) return []
  const { window, corpus, concepts } = counted
  return concepts.map((counts) => ({ ...counts, evidence: evaluateTrend(window, counts, corpus) }))
}

/** All concepts of public papers with their trends, most papers first. */
export type ConceptTrends = () => Promise<readonly ConceptWithTrend[]>

/** Reads and evaluates the concepts once for each corpus revision. */
export const conceptTrends = (store: Pick<Store, 'public' | 'currentRevision'>): ConceptTrends =>
  oncePerRevision(store, () => listTrends(store.public))

/** One concept with its trend, from its own years and those of the corpus. */
export const withTrend = ({ counts, window, corpus }: ConceptTimeline): ConceptWithTrend => ({
  ...counts,
  evidence: evaluateTrend(window, counts, corpus),
})

/** The failure for an id without a concept: `merged` if it was merged into another, or `not_found`. */
export const unknownConcept = async (concepts: PublicConceptReader, id: string): Promise<Failure> => {
  const mergedInto = await concepts.findRedirect(id)
  return mergedInto === null
    ? new Failure('not_found', `There is no concept ${id}.`)
    : new Failure('merged', `The concept ${id} was merged into ${mergedInto}.`, { members: { mergedInto } })
}

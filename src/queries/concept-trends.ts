import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import { evaluateTrend } from '#core/editorial/trend.ts'
import type { PublicConceptReader } from '#ports/store/editorial.ts'

/** All concepts with the trend that follows from their years today. */
export const judgedConcepts = async (reader: PublicConceptReader): Promise<ConceptWithTrend[]> => {
  const counted = await reader.list()
  if (counted === null) return []
  const { window, corpus, concepts } = counted
  return concepts.map(({ id, name, definition, papers, recent, before, oldestYear }) => ({
    id,
    name,
    definition,
    papers,
    evidence: evaluateTrend(window, { recent, before, oldestYear }, corpus),
  }))
}

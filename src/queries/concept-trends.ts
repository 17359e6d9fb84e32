import type { JudgedConcept } from '#core/editorial/concept.ts'
import { judgeTrend } from '#core/editorial/trend.ts'
import type { ConceptReader } from '#ports/store/editorial.ts'

/** All concepts with the trend that follows from their years today. */
export const judgedConcepts = async (reader: ConceptReader): Promise<JudgedConcept[]> => {
  const counted = await reader.list()
  if (counted === null) return []
  const { window, corpus, concepts } = counted
  return concepts.map(({ id, name, definition, papers, recent, before, oldestYear }) => ({
    id,
    name,
    definition,
    papers,
    evidence: judgeTrend(window, { recent, before, oldestYear }, corpus),
  }))
}

import { matchReference, type ReferenceResult } from '#core/references/match-reference.ts'
import { parseReference } from '#core/references/parse-reference.ts'
import type { ReferenceReader } from '#ports/store/references.ts'

/** Which papers of the corpus some references mean, in their order. */
export const checkReferences = async (
  reader: ReferenceReader,
  references: readonly string[],
): Promise<ReferenceResult[]> => {
  const results: ReferenceResult[] = []
  for (const text of references) {
    const reference = parseReference(text)
    results.push(matchReference(reference, await reader.find(reference)))
  }
  return results
}

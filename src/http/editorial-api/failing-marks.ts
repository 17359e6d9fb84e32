import type { z } from 'zod'
import { doInTurns } from '#http/routing/turns.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { examineText, readAsIfPublic, type WaitingPaper } from '#queries/evidence.ts'
import { parseEvidenceSearch } from '#schemas/evidence-search.ts'
import { presentFailingMarks, type presentedFailingMarks } from '#schemas/present-evidence.ts'

type Answered = { evidence?: z.infer<typeof presentedFailingMarks> }

/**
 * What does not hold of texts that are written, as a member of an answer; without that member if all holds.
 *
 * @param waiting the paper that they are about, if it waits for a decision
 */
export const failingMarksOf = async (
  { store, clock }: { store: Store; clock: Clock },
  texts: readonly string[],
  { waiting = null, showsAll = true }: { waiting?: WaitingPaper | null; showsAll?: boolean } = {},
): Promise<Answered> => {
  const reader = waiting === null ? store.private : readAsIfPublic(store.private, waiting)
  const ports = { reader, clock, doInTurns, parseSearch: parseEvidenceSearch }
  const evidence: z.infer<typeof presentedFailingMarks> = []
  for (const text of texts) evidence.push(...presentFailingMarks(await examineText(ports, text), { showsAll }))
  return evidence.length === 0 ? {} : { evidence }
}

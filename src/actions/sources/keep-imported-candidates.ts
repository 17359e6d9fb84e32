import type { ActionContext } from '#actions/run-action.ts'
import type { Identifiers } from '#core/papers/identifiers.ts'

type ImportedCandidate = { identifiers: Identifiers; paperId: string }

/** Takes candidates out of the inbox that have become papers by another way. */
export const keepImportedCandidates = async (
  tx: ActionContext,
  { imported, actor }: { imported: readonly ImportedCandidate[]; actor: string },
): Promise<void> => {
  const at = tx.now.toISOString()
  for (const { identifiers, paperId } of imported)
    for (const { id, state } of await tx.candidates.named(identifiers))
      if (state === 'open') await tx.candidates.decide(id, { state: 'kept', actor, at, paperId })
}

import type { ActionContext } from '#actions/run-action.ts'
import { savePaperVersion } from '#actions/papers/save-paper-version.ts'
import { Failure } from '#core/failure.ts'
import { withProposed } from '#core/imports/enrich-paper.ts'
import type { PaperWithText } from '#core/papers/paper.ts'

type DecideProposalInput = { id: number; decision: 'take' | 'leave'; actor: string }

/**
 * Takes what a record proposes for a public paper, as a new version of it, or leaves it; the paper's id and version then.
 * Throws `not_found`, and `wrong_state` for a proposal that somebody decided on, or for a paper that was merged.
 */
export const decideProposal = async (
  tx: ActionContext,
  { id, decision, actor }: DecideProposalInput,
): Promise<{ paperId: string; version: number | null }> => {
  const proposal = await tx.imports.findProposal(id)
  if (proposal === null) throw new Failure('not_found', `There is no proposal ${id}.`)
  const { paperId, fields } = proposal
  if (proposal.state !== 'open') throw new Failure('wrong_state', `The proposal ${id} was decided on already.`)
  const at = tx.now.toISOString()
  if (decision === 'leave') {
    await tx.imports.decideProposal(id, { state: 'left', actor, at })
    await tx.audit.record({ at, actor, act: 'proposal.leave', subject: paperId, before: null, after: { proposal: id } })
    return { paperId, version: null }
  }
  // What was written since the record came in stays.
  const change = (paper: PaperWithText): PaperWithText => withProposed(paper, fields)
  const version = await savePaperVersion(tx, { id: paperId, change, version: null, actor, act: 'proposal.take' })
  await tx.imports.decideProposal(id, { state: 'taken', actor, at })
  return { paperId, version }
}

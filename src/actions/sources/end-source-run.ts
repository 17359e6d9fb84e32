import type { ActionContext } from '#actions/run-action.ts'
import type { RunEnd, SourceLease } from '#ports/store/sources.ts'

type EndSourceRunInput = { lease: SourceLease; end: Omit<RunEnd, 'at'> }

/** Ends a run: what came of it, and from where the next one goes on. */
export const endSourceRun = async (tx: ActionContext, { lease, end }: EndSourceRunInput): Promise<void> => {
  await tx.sources.end(lease, { ...end, at: tx.now.toISOString() })
}

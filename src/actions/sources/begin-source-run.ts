import type { ActionContext } from '#actions/run-action.ts'
import { leaseEnd } from '#core/sources/source-lease.ts'
import type { SourceLease } from '#ports/store/sources.ts'

/** Begins a run of an active source; false when somebody else is reading it, or it is paused or gone. */
export const beginSourceRun = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.begin(lease, tx.now.toISOString(), leaseEnd(tx.now))

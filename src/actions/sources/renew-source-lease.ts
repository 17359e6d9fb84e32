import type { ActionContext } from '#actions/run-action.ts'
import { leaseEnd } from '#core/sources/source-lease.ts'
import type { SourceLease } from '#ports/store/sources.ts'

/** Keeps a source for its reader; false when it was taken over, paused or removed. */
export const renewSourceLease = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.renew(lease, leaseEnd(tx.now))

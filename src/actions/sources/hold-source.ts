import type { ActionContext } from '#actions/run-action.ts'
import type { RunEnd, SourceLease } from '#ports/store/sources.ts'

/** A reader that was killed is replaced after so long. */
const LEASE_MS = 30_000
/** How often a reader says that it is still there. */
export const RENEW_EVERY_MS = 10_000

const leaseEnd = (now: Date): string => new Date(now.getTime() + LEASE_MS).toISOString()

/** Begins a run of an active source; false when somebody else is reading it, or it is paused or gone. */
export const beginSourceRun = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.begin(lease, tx.now.toISOString(), leaseEnd(tx.now))

/** Keeps a source for its reader; false when it was taken over, paused or removed. */
export const renewSourceLease = (tx: ActionContext, lease: SourceLease): Promise<boolean> =>
  tx.sources.renew(lease, leaseEnd(tx.now))

export const endSourceRun = async (
  tx: ActionContext,
  { lease, end }: { lease: SourceLease; end: Omit<RunEnd, 'at'> },
): Promise<void> => {
  await tx.sources.end(lease, { ...end, at: tx.now.toISOString() })
}

type HostTurn = { host: string; reader: string }

/** Takes a turn at a host; null, or when it may be tried again. Taking it once more keeps it. */
export const enterHost = (tx: ActionContext, { host, reader }: HostTurn): Promise<string | null> =>
  tx.sources.enterHost(host, { reader, at: tx.now.toISOString(), until: leaseEnd(tx.now) })

export const keepHost = (tx: ActionContext, { host, reader }: HostTurn): Promise<void> =>
  tx.sources.keepHost(host, reader, leaseEnd(tx.now))

export const leaveHost = (
  tx: ActionContext,
  { host, reader, notBefore }: HostTurn & { notBefore: Date },
): Promise<void> => tx.sources.leaveHost(host, reader, notBefore.toISOString())

import type { ActionContext } from '#actions/run-action.ts'

type LeaveHostInput = { host: string; reader: string; notBefore: Date }

/** Ends a turn at a host, which nobody may ask again before an instant. */
export const leaveHost = (tx: ActionContext, { host, reader, notBefore }: LeaveHostInput): Promise<void> =>
  tx.sources.leaveHost(host, reader, notBefore.toISOString())

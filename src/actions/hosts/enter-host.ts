import type { ActionContext } from '#actions/run-action.ts'
import { leaseEnd } from '#core/sources/source-lease.ts'

type HostTurn = { host: string; reader: string }

/** Takes a turn at a host; null, or when it may be tried again. Taking it once more keeps it. */
export const enterHost = (tx: ActionContext, { host, reader }: HostTurn): Promise<string | null> =>
  tx.sources.enterHost(host, { reader, at: tx.now.toISOString(), until: leaseEnd(tx.now) })

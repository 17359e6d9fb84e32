import type { ActionContext } from '#actions/run-action.ts'
import { leaseEnd } from '#core/sources/source-lease.ts'

type HostTurn = { host: string; reader: string }

/** Keeps a turn at a host for longer. */
export const keepHost = (tx: ActionContext, { host, reader }: HostTurn): Promise<void> =>
  tx.sources.keepHost(host, reader, leaseEnd(tx.now))

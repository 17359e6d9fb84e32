import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { recordFailedSignIn } from '#actions/sessions/record-failed-sign-in.ts'
import type { SignInMethod } from '#core/access/session.ts'
import { Failure } from '#core/failure.ts'
import type { ClientNetworks } from '#core/quota.ts'
import type { Log } from '#ports/log.ts'
import { clientName } from './client-address.ts'

/** Runs an attempt to sign in and reports when it fails, then throws the same failure. */
export type ReportFailedSignIn = <T>(
  context: Context,
  tried: { email: string | null; method: SignInMethod },
  attempt: () => Promise<T>,
) => Promise<T>

type Ports = {
  run: RunAction
  log: Log
  clientAddress: (context: Context) => string
  clientNetworks: (context: Context) => ClientNetworks
}

/**
 * A failure is recorded in the audit log under the keyed hash of the address. One line of the log holds the address
 * itself, for programs that block it; an attempt that was refused unread makes that line, too.
 */
export const reportFailedSignIn =
  ({ run, log, clientAddress, clientNetworks }: Ports): ReportFailedSignIn =>
  async (context, tried, attempt) => {
    try {
      return await attempt()
    } catch (error) {
      const code = error instanceof Failure ? error.code : null
      if (code !== 'not_signed_in' && code !== 'quota_exceeded') throw error
      log.warn({ client: clientAddress(context) }, 'sign-in failed')
      if (code === 'not_signed_in')
        await run(recordFailedSignIn, { ...tried, client: clientName(clientNetworks(context)) })
      throw error
    }
  }

import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { Failure } from '#core/failure.ts'
import type { OwnHosts } from './own-hosts.ts'

const incomingOf = (context: Context): IncomingMessage | undefined =>
  (context.env as { incoming?: IncomingMessage } | undefined)?.incoming

const isForeign = (context: Context, hosts: OwnHosts): boolean => {
  const incoming = incomingOf(context)
  return incoming !== undefined && hosts.check(incoming) === 'foreign'
}

/** Before anything else, for two readers might choose differently. Throws `malformed`. */
export const refuseSeveralHosts = (context: Context, hosts: OwnHosts): void => {
  const incoming = incomingOf(context)
  if (incoming !== undefined && hosts.check(incoming) === 'several')
    throw new Failure('malformed', 'The request names more than one host.')
}

/** Before any route. Throws `misdirected` for a host that is not ours. */
export const refuseForeignHost = (context: Context, hosts: OwnHosts): void => {
  if (!hosts.isUndeclared && isForeign(context, hosts))
    throw new Failure(
      'misdirected',
      'This host is not served here. If it should be, the operator adds it to ALLOWED_HOSTS.',
    )
}

/** Where nobody has said what our hosts are, any is taken for public reads and for nothing else. Throws `insecure`. */
export const refuseUndeclaredHost = (context: Context, hosts: OwnHosts): void => {
  if (!hosts.isUndeclared || !isForeign(context, hosts)) return
  throw new Failure(
    'insecure',
    'Only public reads are answered at an address that the service does not know: the operator sets PUBLIC_URL.',
  )
}

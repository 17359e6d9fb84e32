import type { Context } from 'hono'
import type { IncomingMessage } from 'node:http'
import { isLoopbackHost } from '#core/access/is-loopback-host.ts'
import { parseHost } from './own-hosts.ts'

const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Whether a request shows that it came by way of a proxy: by what proxies add, by a host that is not this machine, by a
 * peer that is a trusted proxy, or by a version of HTTP that proxies still speak and browsers do not.
 */
export const isThroughProxy = ({ env, req }: Context, isTrusted: (address: string) => boolean): boolean => {
  const incoming = (env as { incoming?: IncomingMessage } | undefined)?.incoming
  const host = parseHost(incoming?.headers.host ?? 'localhost')
  return (
    FORWARDING_HEADERS.some((name) => req.header(name) !== undefined) ||
    incoming?.httpVersion === '1.0' ||
    (host !== null && !isLoopbackHost(host.name)) ||
    isTrusted(incoming?.socket.remoteAddress ?? '')
  )
}

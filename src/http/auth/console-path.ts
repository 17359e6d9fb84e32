import { isIP } from 'node:net'

/** Whether a path belongs to the console. */
export const isConsolePath = (path: string): boolean => path === '/console' || path.startsWith('/console/')

/** Where to go on after signing in: a page of the console and nowhere else. */
export const safeRedirectPath = (path: string | undefined): string =>
  path !== undefined && path.length <= 500 && !path.includes('..') && /^\/console(?:[/?][\w\-./?=&%~+]*)?$/u.test(path)
    ? path
    : '/console'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname)

/** How safe the way to the console is: over https, on this machine itself, or through the open network. */
export const transportSecurity = (publicUrl: string): 'https' | 'loopback' | 'open' => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? 'https' : isLoopback(hostname) ? 'loopback' : 'open'
}

/** The host name that passkeys are bound to; null where there is only an address, to which browsers bind none. */
export const relyingPartyId = (publicUrl: string): string | null => {
  const { hostname } = new URL(publicUrl)
  return hostname.startsWith('[') || isIP(hostname) !== 0 ? null : hostname
}

import { isLoopbackHost } from '#core/access/is-loopback-host.ts'

/** How safe the way to the console is: over https, on this machine itself, or through the open network. */
export const transportSecurity = (publicUrl: string): 'https' | 'loopback' | 'open' => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? 'https' : isLoopbackHost(hostname) ? 'loopback' : 'open'
}

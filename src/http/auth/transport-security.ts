const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/u.test(hostname)

/** How safe the way to the console is: over https, on this machine itself, or through the open network. */
export const transportSecurity = (publicUrl: string): 'https' | 'loopback' | 'open' => {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? 'https' : isLoopback(hostname) ? 'loopback' : 'open'
}

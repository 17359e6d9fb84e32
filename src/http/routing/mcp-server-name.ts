/**
 * What this server is called in the Model Context Protocol: the parts of its host from the last, and what it is, such as
 * `org.example.papers/longview`. Its card and the server itself say the same.
 */
export const mcpServerName = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  const host = /^[\d.]+$|^\[/u.test(hostname) ? hostname : hostname.split('.').toReversed().join('.')
  return `${host.replaceAll(/[^a-zA-Z\d.-]/gu, '-').replaceAll(/^-|-$/gu, '')}/longview`
}

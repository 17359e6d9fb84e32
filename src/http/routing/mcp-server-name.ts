/** The name of this server in the Model Context Protocol: its reversed host name, as in `org.example.papers/longview`. */
export const mcpServerName = (publicUrl: string): string => {
  const { hostname } = new URL(publicUrl)
  const host = /^[\d.]+$|^\[/u.test(hostname) ? hostname : hostname.split('.').toReversed().join('.')
  return `${host.replaceAll(/[^a-zA-Z\d.-]/gu, '-').replaceAll(/^-|-$/gu, '')}/longview`
}

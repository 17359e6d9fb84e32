/** How we name ourselves to other servers: who we are, where to find us, and whom to write to. */
export const userAgentOf = (about: { version: string; publicUrl: string | null; contact: string | null }): string => {
  const { version, publicUrl, contact } = about
  const facts = [publicUrl, contact === null ? null : `mailto:${contact}`].filter((fact) => fact !== null)
  return `Longview/${version}${facts.length === 0 ? '' : ` (${facts.join('; ')})`}`
}

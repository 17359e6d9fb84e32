/** Where an email comes from: an address, and the name shown beside it; empty for none. */
export type Mailbox = { name: string; address: string }

const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/u
const QUOTED_NAME = /^"(?<name>[^"\\\p{Cc}]*)"$/u
/** Outside quotes these characters begin a list, a comment or another address (RFC 5322 section 3.2.3). */
const BARE_NAME = /^[^"<>,;:@()[\]\\\p{Cc}]*$/u
const NAMED = /^(?<name>[^<>]*)<(?<address>[^<>]+)>$/u

const parseName = (text: string): string | null =>
  QUOTED_NAME.exec(text)?.groups?.name?.trim() ?? (BARE_NAME.test(text) ? text : null)

/** `team@example.org`, `Team <team@example.org>` or `"Team, Example" <team@example.org>`; null for anything else. */
export const parseMailbox = (text: string): Mailbox | null => {
  if (ADDRESS.test(text)) return { name: '', address: text }
  const { name = '', address = '' } = NAMED.exec(text)?.groups ?? {}
  const parsed = parseName(name.trim())
  return parsed !== null && ADDRESS.test(address) ? { name: parsed, address } : null
}

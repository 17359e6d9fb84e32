/** An address and its display name, which may be empty. */
export type Mailbox = { name: string; address: string }

const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/u
const QUOTED_NAME = /^"(?<name>[^"\\\p{Cc}]*)"$/u
/** Outside quotes the excluded characters begin a list, a comment or another address (RFC 5322 section 3.2.3). */
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

/** Gmail ignores dots in the local part, and has two names in some countries. */
const GMAIL = new Set(['gmail.com', 'googlemail.com'])

export const recipientDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/**
 * The address in lower case, without the part after a plus, which many servers ignore, and in the one form that Gmail has for its
 * mailboxes.
 */
export const baseMailbox = (email: string): string => {
  const domain = recipientDomain(email)
  const [name = ''] = email
    .slice(0, Math.max(0, email.lastIndexOf('@')))
    .toLowerCase()
    .split('+')
  return GMAIL.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}

const ADDRESS_IN_TEXT = /(?<first>[^\s<>@])[^\s<>@]*@[^\s<>@]*/gu

/** Reduces each address in a text to its first character: enough to distinguish two, too little to write to. */
export const maskAddresses = (text: string): string => text.replaceAll(ADDRESS_IN_TEXT, '$<first>…@…')

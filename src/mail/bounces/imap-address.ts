import { Failure } from '#core/failure.ts'

export type ImapAddress = { host: string; port: number; isSecure: boolean; user: string; mailbox: string }

const PORTS: Record<string, number> = { 'imap:': 143, 'imaps:': 993 }

/**
 * `imaps://user@host/Mailbox`, INBOX without one. Throws `invalid` for another address, and for one with a password in it, which
 * everybody on the machine could read.
 */
export const parseImapAddress = (text: string): ImapAddress => {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url === null ? undefined : PORTS[url.protocol]
  if (url === null || port === undefined || url.hostname === '' || url.username === '')
    throw new Failure('invalid', 'An IMAP address reads like imaps://bounces%40example.org@mail.example.org/INBOX.')
  if (url.password !== '')
    throw new Failure('invalid', 'Put the password in BOUNCE_IMAP_PASSWORD or BOUNCE_IMAP_PASSWORD_FILE.')
  return {
    host: url.hostname.replaceAll(/[[\]]/gu, ''),
    port: url.port === '' ? port : Number(url.port),
    isSecure: url.protocol === 'imaps:',
    user: decodeURIComponent(url.username),
    mailbox: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  }
}

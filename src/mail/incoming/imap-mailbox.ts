import { Failure } from '#core/failure.ts'
import { ImapFlow } from 'imapflow'
import { isLoopbackHost } from '#core/outbound.ts'
import { INCOMING_EMAIL_BYTES } from '#core/mail/bounces.ts'

type ImapAddress = { host: string; port: number; isSecure: boolean; user: string; mailbox: string }

const PORTS: Record<string, number> = { 'imap:': 143, 'imaps:': 993 }

/**
 * Parses `imaps://user@host/Mailbox`; the default mailbox is INBOX. Throws `invalid` for other addresses, and for one with a
 * password, which everybody on the machine could read.
 */
export const parseImapAddress = (text: string): ImapAddress => {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url === null ? undefined : PORTS[url.protocol]
  if (url === null || port === undefined || url.hostname === '' || url.username === '')
    throw new Failure('invalid', 'An IMAP address looks like imaps://bounces%40example.org@mail.example.org/INBOX.')
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

const CONNECT_WITHIN_MS = 15_000
const ANSWER_WITHIN_MS = 60_000

const connect = async ({ host, port, isSecure, user }: ImapAddress, password: string): Promise<ImapFlow> => {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // Otherwise a man in the middle could strip the offer of STARTTLS and read the password.
    ...(isSecure || isLoopbackHost(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  })
  // Later errors are thrown by the command that they interrupt.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Passes each unseen email of a mailbox to `take`, one after another, and then marks it as seen. Throws `unavailable` if the
 * server refuses access or the connection is lost.
 */
export const readImapMailbox = async (
  address: ImapAddress,
  password: string,
  take: (raw: Buffer) => Promise<void>,
): Promise<void> => {
  let client: ImapFlow | undefined
  const request = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const { responseText, message } = error as { responseText?: string; message?: string }
      const reason = responseText ?? message ?? String(error)
      throw new Failure(
        'unavailable',
        `${address.host} does not let ${address.user} read ${address.mailbox}: ${reason}`,
        {
          cause: error,
        },
      )
    }
  }
  try {
    const opened = (client = await request(() => connect(address, password)))
    await request(() => opened.mailboxOpen(address.mailbox))
    const unseen = (await request(() => opened.search({ seen: false }, { uid: true }))) || []
    for (const uid of unseen) {
      const query = { source: { maxLength: INCOMING_EMAIL_BYTES } }
      const email = await request(() => opened.fetchOne(String(uid), query, { uid: true }))
      // Another reader may have removed it.
      if (email === false || email.source === undefined) continue
      await take(email.source)
      await request(() => opened.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
    }
    await request(() => opened.logout())
  } finally {
    client?.close()
  }
}

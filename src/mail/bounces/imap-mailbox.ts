import { ImapFlow } from 'imapflow'
import { isLoopbackHost } from '#core/access/is-loopback-host.ts'
import { INCOMING_EMAIL_BYTES } from '#core/mail/bounces/incoming-email.ts'
import { Failure } from '#core/failure.ts'
import type { ImapAddress } from './imap-address.ts'

const CONNECT_WITHIN_MS = 15_000
const ANSWER_WITHIN_MS = 60_000

const connect = async ({ host, port, isSecure, user }: ImapAddress, password: string): Promise<ImapFlow> => {
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    // Otherwise anybody on the way could strike the offer out and read the password.
    ...(isSecure || isLoopbackHost(host) ? {} : { doSTARTTLS: true }),
    auth: { user, pass: password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_WITHIN_MS,
    greetingTimeout: CONNECT_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS,
  })
  // What breaks later is told by the command that it breaks.
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * Hands each unseen email of a mailbox to `take`, one after another, and marks it as seen once that is done. Throws
 * `unavailable` when the server does not let us in or goes away.
 */
export const readImapMailbox = async (
  address: ImapAddress,
  password: string,
  take: (raw: Buffer) => Promise<void>,
): Promise<void> => {
  let client: ImapFlow | undefined
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const { responseText, message } = error as { responseText?: string; message?: string }
      const said = responseText ?? message ?? String(error)
      throw new Failure(
        'unavailable',
        `${address.host} does not let ${address.user} read ${address.mailbox}: ${said}`,
        {
          cause: error,
        },
      )
    }
  }
  try {
    const opened = (client = await asked(() => connect(address, password)))
    await asked(() => opened.mailboxOpen(address.mailbox))
    const unseen = (await asked(() => opened.search({ seen: false }, { uid: true }))) || []
    for (const uid of unseen) {
      const query = { source: { maxLength: INCOMING_EMAIL_BYTES } }
      const email = await asked(() => opened.fetchOne(String(uid), query, { uid: true }))
      // Another reader may have taken it away.
      if (email === false || email.source === undefined) continue
      await take(email.source)
      await asked(() => opened.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true }))
    }
    await asked(() => opened.logout())
  } finally {
    client?.close()
  }
}

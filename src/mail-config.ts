import { BOUNCE_NAME_LENGTH } from './core/mail/bounces/keyed-address.ts'
import { dkimKeyFault, type DkimKey } from './core/mail/dkim-key.ts'
import { parseMailbox, type Mailbox } from './core/mail/mailbox.ts'
import { readMailAddress, readSecret, type Env } from './environment.ts'

/** `MAIL_FROM`: an address, alone or with a name. */
export const readMailFrom = ({ text, refuse }: Env): Mailbox | null => {
  const given = text('MAIL_FROM')
  if (given === null) return null
  return (
    parseMailbox(given) ??
    refuse('MAIL_FROM', 'must be one mail address, such as team@example.org or Example Team <team@example.org>')
  )
}

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]+$/iu
const SELECTOR = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/iu

/** The three that belong together; `DKIM_KEY` is mostly given as `DKIM_KEY_FILE`. */
export const readDkim = ({ text, refuse }: Env): DkimKey | null => {
  const [domain, selector, privateKey] = [text('DKIM_DOMAIN'), text('DKIM_SELECTOR'), text('DKIM_KEY')]
  if (domain === null && selector === null && privateKey === null) return null
  if (domain === null || !DOMAIN.test(domain))
    return refuse('DKIM_DOMAIN', 'must be the domain of MAIL_FROM, such as example.org')
  if (selector === null || !SELECTOR.test(selector))
    return refuse('DKIM_SELECTOR', 'must be the name of the key in DNS, such as longview2026')
  const fault = privateKey === null ? 'must name the file of the private key' : dkimKeyFault(privateKey)
  return privateKey === null || fault !== null ? refuse('DKIM_KEY_FILE', fault ?? '') : { domain, selector, privateKey }
}

const readBounceAddress = (env: Env): string | null => {
  const address = readMailAddress(env, 'BOUNCE_ADDRESS')
  if (address === null || address.lastIndexOf('@') <= BOUNCE_NAME_LENGTH) return address
  return env.refuse(
    'BOUNCE_ADDRESS',
    `must have at most ${BOUNCE_NAME_LENGTH} characters before its @: each email adds a token of its own`,
  )
}

/** Where emails come back to, and what lets us read them there. */
export const readBounces = (
  env: Env,
): { address: string | null; webhookSecret: string | null; imapPassword: string | null } => ({
  address: readBounceAddress(env),
  webhookSecret: readSecret(env, 'BOUNCE_WEBHOOK_SECRET'),
  imapPassword: env.text('BOUNCE_IMAP_PASSWORD'),
})

import { BOUNCE_NAME_LENGTH } from '#core/mail/keyed-address.ts'
import { dkimAlgorithm, dkimKeyFault, type DkimKey } from './core/mail/dkim-key.ts'
import { parseMailbox, type Mailbox } from '#core/mail/mailbox.ts'
import { readMailAddress, readSecret, type Env } from './environment.ts'

/** `MAIL_FROM`: an address, alone or with a name. */
export const readMailFrom = ({ text, refuse }: Env): Mailbox | null => {
  const given = text('MAIL_FROM')
  if (given === null) return null
  return (
    parseMailbox(given) ??
    refuse('MAIL_FROM', 'must be one email address, such as team@example.org or Example Team <team@example.org>')
  )
}

const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z\d-]+$/iu
const SELECTOR = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/iu

const readKey = ({ text, refuse }: Env, domain: string, names: { selector: string; key: string }): DkimKey | null => {
  const [selector, privateKey] = [text(names.selector), text(names.key)]
  if (selector === null || !SELECTOR.test(selector))
    return refuse(names.selector, 'must be the name of the key in DNS, such as longview2026')
  const fault = privateKey === null ? 'must name the file of the private key' : dkimKeyFault(privateKey)
  return privateKey === null || fault !== null
    ? refuse(`${names.key}_FILE`, fault ?? '')
    : { domain, selector, privateKey, algorithm: dkimAlgorithm(privateKey) }
}

const FIRST = { selector: 'DKIM_SELECTOR', key: 'DKIM_KEY' }
const SECOND = { selector: 'DKIM_SECOND_SELECTOR', key: 'DKIM_SECOND_KEY' }

/** The three variables of a DKIM key, and optionally a second key; `DKIM_KEY` is usually given as `DKIM_KEY_FILE`. */
export const readDkim = (env: Env): DkimKey[] => {
  const { text, refuse } = env
  const isGiven = ({ selector, key }: typeof FIRST): boolean => text(selector) !== null || text(key) !== null
  const domain = text('DKIM_DOMAIN')
  const hasSecond = isGiven(SECOND)
  if (domain === null && !isGiven(FIRST) && !hasSecond) return []
  if (domain === null || !DOMAIN.test(domain)) {
    refuse('DKIM_DOMAIN', 'must be the domain of MAIL_FROM, such as example.org')
    return []
  }
  const keys = [readKey(env, domain, FIRST), hasSecond ? readKey(env, domain, SECOND) : null]
  const [first, second] = keys
  if (second !== null && second?.selector === first?.selector)
    refuse(SECOND.selector, 'must differ from DKIM_SELECTOR: each key has its own DNS record')
  return keys.filter((key) => key !== null)
}

const readBounceAddress = (env: Env): string | null => {
  const address = readMailAddress(env, 'BOUNCE_ADDRESS')
  if (address === null || address.lastIndexOf('@') <= BOUNCE_NAME_LENGTH) return address
  return env.refuse(
    'BOUNCE_ADDRESS',
    `must have at most ${BOUNCE_NAME_LENGTH} characters before its @, because each email adds a token`,
  )
}

/** Where bounced emails go, and the credentials for receiving them. */
export const readBounces = (
  env: Env,
): { address: string | null; webhookSecret: string | null; imapPassword: string | null } => ({
  address: readBounceAddress(env),
  webhookSecret: readSecret(env, 'BOUNCE_WEBHOOK_SECRET'),
  imapPassword: env.text('BOUNCE_IMAP_PASSWORD'),
})

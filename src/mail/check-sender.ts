import { dkimPublicPart, type DkimKey } from '#core/mail/dkim-key.ts'

/** The result of a check of a sender's DNS records, with an explanation. */
export type SenderCheck = { name: 'SPF' | 'DKIM' | 'DMARC'; ok: boolean; told: string }

/** The TXT records of a name, each joined; empty if there are none. Throws if the lookup fails. */
export type ResolveTexts = (name: string) => Promise<readonly string[]>

type Answer = { ok: boolean; told: string }

const none = (name: string, remedy: string): Answer => ({ ok: false, told: `${name} has no such record: ${remedy}` })

/** Tag of a record such as `v=DKIM1; p=…` (RFC 6376 section 3.2). */
const tag = (record: string, name: string): string | undefined =>
  record
    .split(';')
    .map((part) => part.split('='))
    .find(([given]) => given?.trim() === name)
    ?.slice(1)
    .join('=')
    .replaceAll(/\s/gu, '')

/** RFC 7208: exactly one record, whose last term covers all other senders. */
const spf = (domain: string, texts: readonly string[]): Answer => {
  const [record, ...more] = texts.filter((text) => /^v=spf1(?: |$)/iu.test(text))
  if (record === undefined)
    return none(domain, 'add the TXT record that your mail provider specifies, such as v=spf1 … -all.')
  if (more.length > 0)
    return { ok: false, told: `${domain} has ${more.length + 1} SPF records, which invalidates them all: keep one.` }
  return /\+all\b|\s\?all\b/iu.test(record)
    ? { ok: false, told: `${domain} lets anybody send in its name: end the record with ~all or -all.` }
    : { ok: true, told: record }
}

const dkim = (key: DkimKey, texts: readonly string[]): Answer => {
  const name = `${key.selector}._domainkey.${key.domain}`
  const record = texts.find((text) => tag(text, 'p') !== undefined)
  const wanted = dkimPublicPart(key)
  const remedy = `add the TXT record v=DKIM1; k=${key.algorithm}; p=${wanted}`
  if (record === undefined) return none(name, remedy)
  // Without the tag, verifiers assume RSA (RFC 6376 section 3.6.1).
  const kind = tag(record, 'k') ?? 'rsa'
  if (tag(record, 'p') === wanted && kind === key.algorithm)
    return { ok: true, told: `${name} has the key that signs emails (${key.algorithm}).` }
  const problem =
    tag(record, 'p') === wanted ? `says that the key is ${kind}` : 'has a different key from DKIM_KEY_FILE'
  return { ok: false, told: `${name} ${problem}: ${remedy}` }
}

/** RFC 7489 section 6.3. */
const dmarc = (domain: string, texts: readonly string[]): Answer => {
  const record = texts.find((text) => /^v=DMARC1\b/iu.test(text))
  return record === undefined
    ? none(`_dmarc.${domain}`, 'add a TXT record; start with v=DMARC1; p=none.')
    : { ok: true, told: record }
}

const checkRecords = async (
  resolve: ResolveTexts,
  name: string,
  evaluate: (texts: readonly string[]) => Answer,
): Promise<Answer> => {
  try {
    return evaluate(await resolve(name))
  } catch (error) {
    return {
      ok: false,
      told: `DNS lookup of ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

type Sender = {
  domain: string
  /** The domain of envelope senders if it differs: providers check SPF there. */
  bounceDomain?: string | null
  keys: readonly DkimKey[]
}

/** Checks the DNS records that providers look up before accepting mail from a sender. */
export const checkSender = async (
  { domain, bounceDomain = null, keys }: Sender,
  resolve: ResolveTexts,
): Promise<SenderCheck[]> => {
  const envelopes = bounceDomain === null || bounceDomain === domain ? [domain] : [domain, bounceDomain]
  const senders = envelopes.map(async (name) => ({
    name: 'SPF' as const,
    ...(await checkRecords(resolve, name, (texts) => spf(name, texts))),
  }))
  const unsigned = { ok: false, told: 'Emails are not signed: set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE.' }
  const signatures = keys.map(async (key) => ({
    name: 'DKIM' as const,
    ...(await checkRecords(resolve, `${key.selector}._domainkey.${key.domain}`, (texts) => dkim(key, texts))),
  }))
  return [
    ...(await Promise.all(senders)),
    ...(keys.length === 0 ? [{ name: 'DKIM' as const, ...unsigned }] : await Promise.all(signatures)),
    { name: 'DMARC', ...(await checkRecords(resolve, `_dmarc.${domain}`, (texts) => dmarc(domain, texts))) },
  ]
}

import { createPublicKey } from 'node:crypto'
import type { DkimKey } from '#core/mail/dkim-key.ts'

/** What DNS says of a sender, in words. */
export type SenderCheck = { name: 'SPF' | 'DKIM' | 'DMARC'; ok: boolean; told: string }

/** The texts of a name in DNS, each whole; none for a name that has none. Throws when DNS cannot be asked. */
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

/** RFC 7208: one record, which ends by saying what of all others. */
const spf = (domain: string, texts: readonly string[]): Answer => {
  const [record, ...more] = texts.filter((text) => /^v=spf1(?: |$)/iu.test(text))
  if (record === undefined)
    return none(domain, 'add the TXT record that your mail server names, such as v=spf1 … -all.')
  if (more.length > 0)
    return { ok: false, told: `${domain} has ${more.length + 1} SPF records, which count as none: keep one.` }
  return /\+all\b|\s\?all\b/iu.test(record)
    ? { ok: false, told: `${domain} lets everybody send in its name: end the record with ~all or -all.` }
    : { ok: true, told: record }
}

const publicPart = ({ privateKey }: DkimKey): string =>
  createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

const dkim = (key: DkimKey, texts: readonly string[]): Answer => {
  const name = `${key.selector}._domainkey.${key.domain}`
  const found = texts.map((text) => tag(text, 'p')).find((text) => text !== undefined)
  const remedy = `add the TXT record v=DKIM1; k=rsa; p=${publicPart(key)}`
  if (found === undefined) return none(name, remedy)
  return found === publicPart(key)
    ? { ok: true, told: `${name} has the key that emails are signed with.` }
    : { ok: false, told: `${name} has another key than DKIM_KEY_FILE: ${remedy}` }
}

/** RFC 7489 section 6.3. */
const dmarc = (domain: string, texts: readonly string[]): Answer => {
  const record = texts.find((text) => /^v=DMARC1\b/iu.test(text))
  return record === undefined
    ? none(`_dmarc.${domain}`, 'add a TXT record, to begin with v=DMARC1; p=none.')
    : { ok: true, told: record }
}

const asked = async (
  resolve: ResolveTexts,
  name: string,
  judge: (texts: readonly string[]) => Answer,
): Promise<Answer> => {
  try {
    return judge(await resolve(name))
  } catch (error) {
    return {
      ok: false,
      told: `DNS could not be asked for ${name}: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/** What providers look up of a sender before they take its mail. */
export const checkSender = async (
  { domain, key }: { domain: string; key: DkimKey | null },
  resolve: ResolveTexts,
): Promise<SenderCheck[]> => {
  const unsigned = { ok: false, told: 'Emails are not signed: set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE.' }
  const signed =
    key === null
      ? unsigned
      : await asked(resolve, `${key.selector}._domainkey.${key.domain}`, (texts) => dkim(key, texts))
  return [
    { name: 'SPF', ...(await asked(resolve, domain, (texts) => spf(domain, texts))) },
    { name: 'DKIM', ...signed },
    { name: 'DMARC', ...(await asked(resolve, `_dmarc.${domain}`, (texts) => dmarc(domain, texts))) },
  ]
}

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deliveryAddress, unsubscribeAddress, unsubscribeToken } from '#core/mail/keyed-address.ts'

export type Mailbox = { name: string; address: string }

/** An email as a strict mail program reads it. */
export type ReadEmail = {
  /** The names of the header fields in lower case, sorted, repetitions kept. */
  names: string[]
  /** The one value of a field, unfolded but not decoded; throws when it is missing or repeated. */
  field(name: string): string
  /** The one value of a field of free text, decoded. */
  textField(name: string): string
  /** The one mailbox in a field; throws when it is a list. */
  mailbox(name: string): Mailbox
  /** Decoded; lines end with a bare line feed. */
  text: string
  /** The same as a page; null in an email of plain text alone. */
  html: string | null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const fromQuotedPrintable = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/gu, '')
      .replaceAll(/=(?<hex>[0-9A-F]{2})/gu, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  )

const WORD = /=\?utf-8\?(?<kind>[QB])\?(?<text>[!->@-~]*)\?=/giu

/** RFC 2047: white space between two encoded words is none; each word is whole by itself. */
const decodeWords = (value: string): string =>
  value.replaceAll(/(?<=\?=)[ \t]+(?==\?utf-8\?)/giu, '').replaceAll(WORD, (_, kind: string, text: string) => {
    const bytes =
      kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : fromQuotedPrintable(text.replaceAll('_', ' '))
    return utf8.decode(bytes)
  })

const MAILBOX =
  /^(?:(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^"<>()[\]\\,;:@]*)) <)?(?<address>(?:"(?:[^"\\]|\\.)*"|[^\s"<>()[\]\\,;:@]+)@[^\s"<>()[\]\\,;:@]+)>?$/u

const parseMailbox = (value: string): Mailbox => {
  const { quoted, bare = '', address = '' } = MAILBOX.exec(value)?.groups ?? {}
  assert.notEqual(address, '', `this is not one mailbox: ${value}`)
  return { name: quoted?.replaceAll(/\\(?<sign>.)/gu, '$<sign>') ?? decodeWords(bare), address }
}

const decodeBody = (body: string, encoding: string): string => {
  if (encoding === '7bit') return body
  assert.ok(encoding === 'base64' || encoding === 'quoted-printable', encoding)
  return utf8.decode(encoding === 'base64' ? Buffer.from(body, 'base64') : fromQuotedPrintable(body))
}

const parseField = (line: string): [name: string, value: string] => {
  const { name = '', value = '' } = /^(?<name>[!-9;-~]+):(?<value>.*)$/u.exec(line)?.groups ?? {}
  assert.notEqual(name, '', `this is not a header field: ${JSON.stringify(line)}`)
  return [name.toLowerCase(), value.trim()]
}

/** The two parts of an email with a page, plain text first (RFC 2046, section 5.1.4), decoded. */
const partsOf = (body: string, type: string): string[] => {
  const boundary = /boundary="(?<boundary>[^"]+)"/u.exec(type)?.groups?.boundary ?? ''
  assert.notEqual(boundary, '')
  const parts = body.split(`--${boundary}`)
  assert.equal(parts.length, 4)
  return parts.slice(1, 3).map((part, index) => {
    const end = part.indexOf('\r\n\r\n')
    const head = part.slice(2, end)
    assert.match(
      head,
      [/^Content-Type: text\/plain; charset=utf-8\r\n/u, /^Content-Type: text\/html; charset=utf-8\r\n/u][index] ??
        /$^/u,
    )
    const encoding = /^Content-Transfer-Encoding: (?<encoding>.+)$/mu.exec(head)?.groups?.encoding ?? ''
    return decodeBody(part.slice(end + 4, -2), encoding)
  })
}

/**
 * Takes an email apart without the library that wrote it. Throws for what RFC 5322 forbids: bare line ends, lines
 * of more than 998 characters, NUL, fields that are none, and, without SMTPUTF8, anything but ASCII in the header.
 */
export const readEmail = (raw: Buffer, { smtpUtf8 = false }: { smtpUtf8?: boolean } = {}): ReadEmail => {
  const whole = raw.toString('latin1')
  assert.doesNotMatch(whole, /(?<!\r)\n|\r(?!\n)|\0|[^\r\n]{999}/u)
  const end = whole.indexOf('\r\n\r\n')
  const head = whole.slice(0, end)
  if (!smtpUtf8) assert.match(head, /^[\t\r\n -~]*$/u)
  const fields = utf8
    .decode(Buffer.from(head, 'latin1'))
    .replaceAll(/\r\n(?=[ \t])/gu, '')
    .split('\r\n')
    .map(parseField)
  const field = (name: string): string => {
    const values = fields.filter(([known]) => known === name.toLowerCase()).map(([, value]) => value)
    assert.equal(values.length, 1, `${name} stands there ${values.length} times`)
    return values[0] ?? ''
  }
  const body = whole.slice(end + 4)
  const type = field('content-type')
  const isAlternative = type.startsWith('multipart/alternative;')
  if (!isAlternative) assert.equal(type, 'text/plain; charset=utf-8')
  const [text = '', html = null] = isAlternative
    ? partsOf(body, type)
    : [decodeBody(body, field('content-transfer-encoding'))]
  return {
    names: fields.map(([name]) => name).toSorted(),
    field,
    textField: (name) => decodeWords(field(name)),
    mailbox: (name) => parseMailbox(field(name)),
    text: text.replaceAll('\r\n', '\n'),
    html: html === null ? null : html.replaceAll('\r\n', '\n'),
  }
}

const FOLDER = join(import.meta.dirname, '../../fixtures/bounces')

/** The samples: the kind that each is of by its folder, its name, and its text with places for what is ours. */
export const sampleBounces = (): { kind: string; name: string; text: string }[] =>
  globSync('**/*.eml', { cwd: FOLDER })
    .toSorted()
    .map((path) => ({
      kind: path.split('/')[0] ?? '',
      name: path,
      text: readFileSync(join(FOLDER, path), 'utf8'),
    }))

export const BOUNCE_ADDRESS = 'bounces@library.example'

/** A sample as it comes back of one email to one subscriber. */
export const addressed = (text: string, secret: Buffer, subscriberId: string, uuid: string): Buffer => {
  const site = { secret, bounceAddress: BOUNCE_ADDRESS }
  const sender = deliveryAddress(site, { subscriberId, messageId: `<${uuid}@library.example>` })
  return Buffer.from(
    text
      .replaceAll('bounces+TOKEN@library.example', sender)
      .replaceAll('bounces+LEAVE@library.example', unsubscribeAddress(site, subscriberId))
      .replaceAll('token=LINK', `token=${unsubscribeToken(secret, subscriberId)}`)
      .replaceAll('MESSAGE@', `${uuid}@`),
  )
}

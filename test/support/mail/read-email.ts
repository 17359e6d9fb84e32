import assert from 'node:assert/strict'

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
  assert.equal(field('content-type'), 'text/plain; charset=utf-8')
  return {
    names: fields.map(([name]) => name).toSorted(),
    field,
    textField: (name) => decodeWords(field(name)),
    mailbox: (name) => parseMailbox(field(name)),
    text: decodeBody(whole.slice(end + 4), field('content-transfer-encoding')).replaceAll('\r\n', '\n'),
  }
}

/** The content codings of cached responses, best first. */
export const contentEncodings = ['br', 'gzip', 'identity'] as const
export type ContentEncoding = (typeof contentEncodings)[number]

const ITEM = /^(?<name>[\w*-]+)(?:\s*;\s*q=(?<weight>[01](?:\.\d{0,3})?))?$/iu

const bestEncoding = (header: string): ContentEncoding => {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const { name, weight } = ITEM.exec(item.trim())?.groups ?? {}
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight ?? 1))
  }
  const weightOf = (encoding: ContentEncoding): number =>
    // Identity is acceptable unless refused, and is used only when no other coding is accepted (RFC 9110 section 12.5.3).
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.000_1 : 0)
  const best = contentEncodings.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  return best !== undefined && weightOf(best) > 0 ? best : 'identity'
}

const knownHeaders = new Map<string, ContentEncoding>()
const MAX_REMEMBERED_HEADERS = 200

const lookUp = (header: string): ContentEncoding => {
  const known = knownHeaders.get(header)
  if (known !== undefined) return known
  const encoding = bestEncoding(header)
  if (knownHeaders.size < MAX_REMEMBERED_HEADERS) knownHeaders.set(header, encoding)
  return encoding
}

/** Requests often have the same header in a row, and comparing costs less than looking up. */
let last: { header: string; encoding: ContentEncoding } = { header: '', encoding: 'identity' }

/** The encoding to answer an Accept-Encoding header with. */
export const negotiateEncoding = (header: string | undefined): ContentEncoding => {
  if (header === undefined || header === '') return 'identity'
  if (header !== last.header) last = { header, encoding: lookUp(header) }
  return last.encoding
}

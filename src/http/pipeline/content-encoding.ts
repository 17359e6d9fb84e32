/** Content codings that ready answers exist in, best first. */
export const encodings = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof encodings)[number]

const ITEM = /^(?<name>[\w*-]+)(?:\s*;\s*q=(?<weight>[01](?:\.\d{0,3})?))?$/iu

const choose = (header: string): Encoding => {
  const weights = new Map<string, number>()
  for (const item of header.split(',')) {
    const { name, weight } = ITEM.exec(item.trim())?.groups ?? {}
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight ?? 1))
  }
  const weightOf = (encoding: Encoding): number =>
    // Unless it is refused, identity is acceptable, but only where nothing else is wanted (RFC 9110 section 12.5.3).
    weights.get(encoding) ?? weights.get('*') ?? (encoding === 'identity' ? 0.000_1 : 0)
  const best = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))[0]
  return best !== undefined && weightOf(best) > 0 ? best : 'identity'
}

const chosen = new Map<string, Encoding>()
const HEADERS_REMEMBERED = 200

/** The encoding to answer an Accept-Encoding header with. */
export const encodingFor = (header: string | undefined): Encoding => {
  if (header === undefined || header === '') return 'identity'
  const known = chosen.get(header)
  if (known !== undefined) return known
  const encoding = choose(header)
  if (chosen.size < HEADERS_REMEMBERED) chosen.set(header, encoding)
  return encoding
}

/** The first and the last byte of a part. */
export type ByteRange = { first: number; last: number }

const ONE_RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{0,15})|-(?<suffix>\d{1,15}))$/iu

/**
 * What a `Range` header asks for of so many bytes (RFC 9110 section 14): null for all, which is also the answer to several ranges
 * and to what cannot be read; `unsatisfiable` for what lies behind the end.
 */
export const parseByteRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const asked = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '')?.groups
  if (asked === undefined) return null
  const { first: from, last: to, suffix } = asked
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== undefined && to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}

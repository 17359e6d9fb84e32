const QUALITY = /^q=(?<weight>[01](?:\.\d{0,3})?)$/iu

type MediaRange = { type: string; weight: number }

const parseRange = (text: string): MediaRange => {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weights = parameters.flatMap((parameter) => QUALITY.exec(parameter)?.groups?.weight ?? [])
  return { type: type.toLowerCase(), weight: Number(weights[0] ?? 1) }
}

/** How precisely a range matches a type: 3 is the type itself, 0 is no match (RFC 9110 section 12.5.1). */
const precision = (range: string, type: string): number => {
  if (range === type) return 3
  if (range === '*/*') return 1
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1)) ? 2 : 0
}

/** The weight of the most precise range. */
const weightOf = (ranges: readonly MediaRange[], type: string): number => {
  let best = { precision: 0, weight: 0 }
  for (const { type: range, weight } of ranges) {
    const fit = precision(range, type)
    if (fit > best.precision) best = { precision: fit, weight }
  }
  return best.weight
}

const bareType = (mediaType: string): string => mediaType.split(';')[0]?.trim().toLowerCase() ?? ''

/**
 * The index of the media type that an Accept header prefers, or null if it accepts none of them. The first one wins a tie,
 * and is used if the header is missing or malformed.
 */
export const negotiateType = (accept: string | undefined, mediaTypes: readonly string[]): number | null => {
  if (accept === undefined || accept.trim() === '') return 0
  const ranges = accept
    .split(',')
    .map(parseRange)
    .filter(({ type }) => type.includes('/'))
  if (ranges.length === 0) return 0
  const weights = mediaTypes.map((type) => weightOf(ranges, bareType(type)))
  const best = Math.max(...weights)
  return best > 0 ? weights.indexOf(best) : null
}

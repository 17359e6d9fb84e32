import { MAX_DEPTH, MAX_VALUES } from '#formats/record.ts'

/** Many more than any number of a catalogue has; the parser needs a hundred times their size. */
const MAX_DIGITS = 1_000

/** A bound that is exceeded, and the index where. */
export type JsonExcess = { at: number; reason: string }

/** Looks through the next piece of a text; null if it stays within all bounds. */
export type JsonBounds = (text: string) => JsonExcess | null

/**
 * Bounds what makes JSON expensive to read, before a parser sees it: its depth, the values of a record, the digits of a number. What
 * is in strings does not count.
 * @param recordDepth how many lists and objects enclose the records; 0 for a text that is one record
 */
export const jsonBounds = (recordDepth = 0): JsonBounds => {
  let isInString = false
  let isEscaped = false
  let depth = 0
  let values = 0
  let digits = 0
  const excessOf = (sign: string): string | null => {
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    values = depth <= recordDepth ? 0 : values + (sign === '}' || sign === ']' ? 0 : 1)
    if (depth > MAX_DEPTH) return `JSON may be nested at most ${MAX_DEPTH} levels deep.`
    if (values > MAX_VALUES)
      return `A record may have at most ${MAX_VALUES} members and items: leave out those that do not describe the work.`
    return null
  }
  return (text) => {
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? ''
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (sign === '\\') isEscaped = true
        else if (sign === '"') isInString = false
        continue
      }
      if (sign >= '0' && sign <= '9') {
        digits += 1
        if (digits > MAX_DIGITS)
          return { at, reason: `A number may have at most ${MAX_DIGITS} digits: write a longer one as text.` }
        continue
      }
      if (sign === '.') continue
      digits = 0
      if (sign === '"') isInString = true
      else if (sign === ',' || sign === '{' || sign === '[' || sign === '}' || sign === ']') {
        const reason = excessOf(sign)
        if (reason !== null) return { at, reason }
      }
    }
    return null
  }
}

/** Why the JSON of one record is too expensive to read; null if it is not. */
export const jsonExcess = (text: string): string | null => jsonBounds()(text)?.reason ?? null

import { Failure } from '#core/failure.ts'

const MAX_DEPTH = 16

const QUOTE_OR_PUNCTUATION = /["{}[\]:,]/gu

/** The end of the string that begins at a quote. A single pattern would overflow the stack on long strings. */
const endOfString = (text: string, begin: number): number => {
  for (let quote = text.indexOf('"', begin + 1); ; quote = text.indexOf('"', quote + 1)) {
    let escapes = 0
    while (text[quote - 1 - escapes] === '\\') escapes += 1
    if (escapes % 2 === 0) return quote + 1
  }
}

/** Strings and structural characters. The text is known to be valid JSON, so there are no error cases. */
function* signsOf(text: string): Generator<string> {
  const pattern = new RegExp(QUOTE_OR_PUNCTUATION)
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found[0] === '"') pattern.lastIndex = endOfString(text, found.index)
    yield text.slice(found.index, pattern.lastIndex)
  }
}

type Level = { names: Set<string> | null }

/** Rejects deep nesting and duplicate names, which parsers handle differently. */
const refuseDeepOrDuplicateKeys = (text: string): void => {
  const levels: Level[] = []
  let lastString = ''
  for (const sign of signsOf(text)) {
    if (sign === '{' || sign === '[') {
      levels.push({ names: sign === '{' ? new Set() : null })
      if (levels.length > MAX_DEPTH)
        throw new Failure('malformed', `The JSON is nested more than ${MAX_DEPTH} levels deep.`)
    } else if (sign === '}' || sign === ']') levels.pop()
    else if (sign === ':') {
      const name = JSON.parse(lastString) as string
      const names = levels.at(-1)?.names
      if (names?.has(name) === true) throw new Failure('malformed', `The JSON contains the name ${lastString} twice.`)
      names?.add(name)
    } else if (sign !== ',') lastString = sign
  }
}

/** Parses external JSON. Throws `malformed` for invalid JSON, more than 16 levels or duplicate names. */
export const parseStrictJson = (text: string): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Failure('malformed', 'This is not valid JSON.', { cause: error })
  }
  refuseDeepOrDuplicateKeys(text)
  return value
}

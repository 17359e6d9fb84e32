/** The fields of one entry in BibTeX, as far as checking a reference needs them: values as plain text. */

const ENTRY = /^\s*@[a-z]+\s*[{(]/iu
const FIELD = /(?<![a-z])(?<name>[a-z]+)\s*=\s*(?:(?<open>[{"])|(?<bare>[\w.-]+))/giu
/** Commands such as \"o or \textit, and what holds letters together; letters stay. */
const COMMAND = /\\[a-z]+\s?|\\[^a-z\s]|[{}~]/giu

export const isBibtex = (text: string): boolean => ENTRY.test(text)

/** The end of a value: where its brace closes, or its quotation mark outside of braces. */
const endOfValue = (text: string, from: number, open: string): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '"' && open === '"' && depth === 0) return at
    else if (sign === '}') {
      if (depth === 0) return at
      depth -= 1
    }
  }
  return text.length
}

const plain = (value: string): string =>
  value
    .replaceAll(COMMAND, (sign) => (sign === '~' ? ' ' : ''))
    .replaceAll(/\s+/gu, ' ')
    .trim()

/** Names in lower case; the first of equal names counts. */
export const readBibtexFields = (text: string): Partial<Record<string, string>> => {
  const fields: Record<string, string> = {}
  FIELD.lastIndex = 0
  const pattern = new RegExp(FIELD)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const { name = '', open, bare = '' } = match.groups ?? {}
    const end = open === undefined ? pattern.lastIndex : endOfValue(text, pattern.lastIndex, open)
    const key = name.toLowerCase()
    fields[key] ??= plain(open === undefined ? bare : text.slice(pattern.lastIndex, end))
    pattern.lastIndex = end
  }
  return fields
}

/** Above the longest abstract many times over. */
const LONGEST_ENTRY = 2_000_000

/** An entry as it stands in the file, or why it is none. `line` is where its @ stands. */
export type RawText = { line: number; text: string } | { line: number; reason: string }

const OPENING = /@\s*(?<type>[a-z]+)\s*(?<bracket>[{(])/iuy
/** A line that can only be the beginning of an entry, though a brace before it is still open. */
const NEXT_ENTRY = /\n[ \t]*@[a-z]+\s*\{\s*[^\s,{}"=]*\s*,/iu

/** The place behind the bracket that closes the one at `from`; -1 when it does not close. */
const endOf = (text: string, from: number): number => {
  const isRound = text[from] === '('
  let depth = isRound ? 0 : -1
  for (let at = from + (isRound ? 1 : 0); at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}') {
      if (depth === 0 && !isRound) return at + 1
      depth -= 1
    } else if (sign === ')' && isRound && depth === 0) return at + 1
  }
  return -1
}

/** Cuts a file of BibTeX into its entries; text between them, and comments, belong to none. */
export const entrySplitter = (longest = LONGEST_ENTRY) => {
  let rest = ''
  let line = 1
  /** An entry without an end yet is looked through again when it has doubled, not with each piece. */
  let lookAgainAt = 0
  const drop = (length: number): void => {
    for (let at = rest.indexOf('\n'); at !== -1 && at < length; at = rest.indexOf('\n', at + 1)) line += 1
    rest = rest.slice(length)
  }
  const refused = (length: number, reason: string): RawText => {
    const found = { line, reason }
    drop(length)
    return found
  }
  /** The next entry; null where more of the file is needed. */
  const next = (isEnd: boolean): RawText | null => {
    for (;;) {
      const at = rest.indexOf('@')
      if (at === -1) {
        drop(rest.length)
        return null
      }
      drop(at)
      OPENING.lastIndex = 0
      const opening = OPENING.exec(rest)
      if (opening === null) {
        if (!isEnd && rest.length < 100) return null
        drop(1)
        continue
      }
      const isComment = /^(?:comment|preamble)$/iu.test(opening.groups?.type ?? '')
      const end = endOf(rest, opening[0].length - 1)
      if (end !== -1) {
        const entry = { line, text: rest.slice(0, end) }
        drop(end)
        if (!isComment) return entry
        continue
      }
      const following = NEXT_ENTRY.exec(rest)
      if (following !== null) return refused(following.index + 1, 'The braces of this entry do not balance.')
      if (rest.length > longest) return refused(rest.length, `An entry may have ${longest} characters at most.`)
      if (isEnd) return refused(rest.length, 'The braces of this entry do not balance.')
      lookAgainAt = Math.min(2 * rest.length, longest + 1)
      return null
    }
  }
  return {
    push(text: string, isEnd = false): RawText[] {
      rest += text
      if (!isEnd && rest.length < lookAgainAt) return []
      lookAgainAt = 0
      const entries: RawText[] = []
      for (let entry = next(isEnd); entry !== null; entry = next(isEnd)) entries.push(entry)
      return entries
    },
  }
}

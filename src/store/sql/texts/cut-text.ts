/** The length of a part in UTF-16 code units: SQLite stores so much in some 2 ms. */
export const PART_LENGTH = 262_144

const isFirstOfPair = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Cuts a text into parts that joined are the text, never within a character; at least one. */
export const cutText = (text: string, length = PART_LENGTH): [string, ...string[]] => {
  const endOf = (from: number): number => {
    const end = from + length
    return end < text.length && isFirstOfPair(text, end - 1) ? end - 1 : end
  }
  let end = endOf(0)
  const parts: [string, ...string[]] = [text.slice(0, end)]
  while (end < text.length) {
    const from = end
    end = endOf(from)
    parts.push(text.slice(from, end))
  }
  return parts
}

/** A stretch of a text beside its later form: in both, only in the earlier, or only in the later one. */
export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** Cells of the table that is filled at most: about 10 ms of work. */
const MAX_TABLE_CELLS = 1_000_000

const WORDS = /\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu
const LINES = /[^\n]*\n|[^\n]+/gu

/** Appends to the last part where it is of the same kind. */
const appendPart = (parts: DiffPart[], kind: DiffPart['kind'], text: string): void => {
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += text
  else if (text !== '') parts.push({ kind, text })
}

/** Lengths of the longest common subsequences of all pairs of tails, row by row. */
const tailLengths = (before: readonly string[], after: readonly string[]): Uint16Array => {
  const width = after.length + 1
  const lengths = new Uint16Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  return lengths
}

const commonPrefixLength = (before: readonly string[], after: readonly string[]): number => {
  let count = 0
  while (count < before.length && count < after.length && before[count] === after[count]) count += 1
  return count
}

/** The difference of two rows of tokens by their longest common subsequence. */
export const tokenDiff = (before: readonly string[], after: readonly string[]): DiffPart[] => {
  const head = commonPrefixLength(before, after)
  const tail = commonPrefixLength(before.slice(head).toReversed(), after.slice(head).toReversed())
  const [old, young] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const parts: DiffPart[] = []
  appendPart(parts, 'same', before.slice(0, head).join(''))
  const whole = (old.length + 1) * (young.length + 1) > MAX_TABLE_CELLS
  const lengths = whole ? new Uint16Array() : tailLengths(old, young)
  const length = (i: number, j: number): number => lengths[i * (young.length + 1) + j] ?? 0
  let [i, j] = [0, 0]
  while (i < old.length || j < young.length)
    if (!whole && i < old.length && j < young.length && old[i] === young[j]) {
      appendPart(parts, 'same', old[i] ?? '')
      i += 1
      j += 1
    } else if (i < old.length && (j >= young.length || whole || length(i + 1, j) >= length(i, j + 1))) {
      appendPart(parts, 'gone', old[i] ?? '')
      i += 1
    } else {
      appendPart(parts, 'new', young[j] ?? '')
      j += 1
    }
  appendPart(parts, 'same', before.slice(before.length - tail).join(''))
  return parts
}

/** The difference of two texts word by word; of very long ones line by line. */
export const textDiff = (before: string, after: string): DiffPart[] => {
  const split = (pattern: RegExp): [string[], string[]] => [before.match(pattern) ?? [], after.match(pattern) ?? []]
  const words = split(WORDS)
  return words[0].length * words[1].length <= MAX_TABLE_CELLS ? tokenDiff(...words) : tokenDiff(...split(LINES))
}

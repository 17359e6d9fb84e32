// The main entry of the package loads every kind of diff and patch.
import { diffArrays } from 'diff/lib/diff/array.js'

/** A span of text that is in both versions, only in the earlier, or only in the later one. */
export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** The most edits before a comparison gives up: less than 100 ms for texts of 5,000 words. */
const MAX_EDITS = 500

const WORDS = /\s+|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu
const LINES = /[^\n]*\n|[^\n]+/gu

type Tokens = readonly string[]

/** Null for more than `MAX_EDITS` edits. */
const findDiff = (before: Tokens, after: Tokens): DiffPart[] | null =>
  diffArrays([...before], [...after], { maxEditLength: MAX_EDITS })?.map(({ value, added, removed }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value.join(''),
  })) ?? null

const commonPrefixLength = (before: Tokens, after: Tokens): number => {
  const end = before.findIndex((token, index) => token !== after[index])
  return end === -1 ? before.length : end
}

/** Everything between the common prefix and suffix, as removed and as added. */
const replaceMiddle = (before: Tokens, after: Tokens): DiffPart[] => {
  const head = commonPrefixLength(before, after)
  const tail = commonPrefixLength(before.slice(head).toReversed(), after.slice(head).toReversed())
  const parts: DiffPart[] = [
    { kind: 'same', text: before.slice(0, head).join('') },
    { kind: 'gone', text: before.slice(head, before.length - tail).join('') },
    { kind: 'new', text: after.slice(head, after.length - tail).join('') },
    { kind: 'same', text: before.slice(before.length - tail).join('') },
  ]
  return parts.filter(({ text }) => text !== '')
}

export const tokenDiff = (before: Tokens, after: Tokens): DiffPart[] =>
  findDiff(before, after) ?? replaceMiddle(before, after)

/** Word by word; line by line where very many words differ. */
export const textDiff = (before: string, after: string): DiffPart[] => {
  const split = (pattern: RegExp): [Tokens, Tokens] => [before.match(pattern) ?? [], after.match(pattern) ?? []]
  return findDiff(...split(WORDS)) ?? tokenDiff(...split(LINES))
}

import { texName } from '#core/text/tex-text.ts'
import type { Person } from './record.ts'

/** Affiliations follow a name in parentheses, and may contain commas. */
const withoutParentheses = (text: string): string => {
  let depth = 0
  let kept = ''
  for (const sign of text) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += sign
  }
  return kept
}

const SUFFIX = /,\s+(?<suffix>(?:Jr|Sr)\.?|I{2,3}|IV)(?=\s*(?:,|$)|\s+and\s)/gu
/** A group may precede its members. */
const COLLABORATION = /(?<=\b(?:collaborations?|consortium|team|group))\s*:\s+/giu

/** Authors in one line: "The X Collaboration: A. One, B. Two, Jr. (MIT) and C. Three". */
export const arxivPeople = (line: string): Person[] =>
  withoutParentheses(line)
    .replaceAll(SUFFIX, ' $<suffix>')
    .replaceAll(COLLABORATION, ', ')
    .split(/\s*,\s+and\s+|\s*,\s*|\s+and\s+/u)
    .map((name) => ({ name: texName(name.trim()) }))

import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'
import { isFormula, isInBrackets, isInDollars, MAX_FORMULA_LENGTH } from '#core/text/mathematics.ts'

/** Mathematics in Markdown: $…$, $$…$$, \(…\) and \[…\] within a paragraph. In code it is code. */

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    formula: 'formula'
    formulaText: 'formulaText'
  }
}

const DOLLAR = 36
const BACKSLASH = 92

const isLineEnding = (code: Code): boolean => code !== null && code < -2

/** A code of micromark as text: line endings, tabs and the spaces of tabs are negative. */
const signOf = (code: Code): string => {
  if (code === null) return ''
  if (code >= 0) return String.fromCodePoint(code)
  return isLineEnding(code) ? '\n' : ' '
}

type Delimiters = {
  closing: string
  /** Whether what stands between the delimiters is a formula. @param behind the character after the closing one */
  accepts: (tex: string, behind: string) => boolean
}

/** @param before the character before the first one */
const delimitersOf = (opening: string, before: string): Delimiters | null => {
  if (opening === '\\(') return { closing: '\\)', accepts: isInBrackets }
  if (opening === '\\[') return { closing: '\\]', accepts: isInBrackets }
  if (opening === '$$') return { closing: '$$', accepts: isFormula }
  if (opening.startsWith('$')) return { closing: '$', accepts: (tex, behind) => isInDollars(tex, before, behind) }
  return null
}

function tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = signOf(this.previous)
  let read = ''
  let isEscaped = false
  let delimiters: Delimiters | null = null
  let opened = 0

  const take = (code: Code): void => {
    const sign = signOf(code)
    isEscaped = sign === '\\' && !isEscaped
    read += sign
    effects.consume(code)
  }

  const start: State = (code) => {
    effects.enter('formula')
    effects.enter('formulaText')
    take(code)
    return second
  }

  const second: State = (code) => {
    delimiters = delimitersOf(read + signOf(code), before)
    if (delimiters === null || code === null || isLineEnding(code)) return nok(code)
    opened = delimiters.closing.length
    take(code)
    // A backslash directly behind a dollar sign begins a command; one before a bracket is part of the delimiter.
    return inside
  }

  const inside: State = (code) => {
    if (delimiters === null || code === null || read.length > MAX_FORMULA_LENGTH + 4) return nok(code)
    if (isLineEnding(code)) {
      effects.exit('formulaText')
      effects.enter('lineEnding')
      take(code)
      effects.exit('lineEnding')
      return nextLine
    }
    const { closing, accepts } = delimiters
    const isEnd = closing.startsWith('\\') ? isEscaped : !isEscaped
    const last = closing.at(-1)
    if (isEnd && signOf(code) === last && read.length >= opened && `${read}${last}`.endsWith(closing)) {
      take(code)
      return (behind) => {
        const tex = read.slice(opened, -closing.length)
        if (!accepts(tex, signOf(behind))) return nok(behind)
        effects.exit('formulaText')
        effects.exit('formula')
        return ok(behind)
      }
    }
    take(code)
    return inside
  }

  const nextLine: State = (code) => {
    if (code === null || isLineEnding(code)) return nok(code)
    effects.enter('formulaText')
    return inside(code)
  }

  return start
}

const formula: Construct = { name: 'formula', tokenize }

export const mathSyntax: Extension = { text: { [DOLLAR]: formula, [BACKSLASH]: formula } }

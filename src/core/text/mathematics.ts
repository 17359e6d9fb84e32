import type { MarkdownMarkup } from './markdown.ts'
import { lowered, mathematicalSigns, raised } from './tex-signs.ts'

/** Mathematics in a text is TeX between $…$, $$…$$, \(…\) or \[…\]. This file finds it, apart from prices, variables of shells and code. */

/** A piece of a text. `tex` is null for words; `source` is what stands in the text, with its delimiters. */
export type TextPiece = { source: string; tex: string | null; isDisplayed: boolean }

/** TeX of a formula, without its delimiters. */
export type Formula = { tex: string; isDisplayed: boolean }

/** One that fits into a line of a phone. */
export const SHORT_FORMULA = 30

/** Longer ones are not formulas that people write within a text. */
export const MAX_FORMULA_LENGTH = 1_000

const THREE_WORDS = /(?:(?<!\\)\b\p{L}{2,}[ ,;.:)(]+){2}\p{L}{2,}/u
const TEX_SIGN = /[\\^_]/u
const WORDS_IN_TEX = /\\(?:text[a-z]*|math[a-z]+|operatorname\*?|mbox|hbox)\s*\{[^{}]*\}/gu

const isBalanced = (tex: string): boolean => {
  let depth = 0
  for (let at = 0; at < tex.length; at += 1) {
    const sign = tex[at]
    if (sign === '\\') at += 1
    else if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

export const isFormula = (tex: string): boolean =>
  tex.trim() !== '' && tex.length <= MAX_FORMULA_LENGTH && !/\n[ \t]*\n/u.test(tex) && isBalanced(tex)

/** Brackets with a backslash are also plain brackets in Markdown, as in \[1\]. */
export const isInBrackets = (tex: string): boolean =>
  isFormula(tex) && /^\s*\p{L}\s*$|[\\^_=<>+]/u.test(tex) && !THREE_WORDS.test(tex.replaceAll(WORDS_IN_TEX, ' '))

/** What stands directly before and behind the dollar signs tells formulas from amounts of money. */
export const isInDollars = (tex: string, before: string, behind: string): boolean => {
  if (/^\s|\s$/u.test(tex) || !isFormula(tex)) return false
  const isPlain = !TEX_SIGN.test(tex)
  if (isPlain && (/^\d/u.test(behind) || (/^\d/u.test(tex) && /\p{L}$/u.test(before)))) return false
  if (/^[\d.,]+\s?(?:[kKMB]\b|\p{L}{3,})/u.test(tex) && isPlain) return false
  if (isPlain && /\p{L}{4,}/u.test(tex) && /^[\p{L}_]/u.test(behind)) return false
  return !THREE_WORDS.test(tex.replaceAll(WORDS_IN_TEX, ' '))
}

/** The place of a mark at or after a position. It looks at no character twice, however often it is asked. */
const finder = (text: string, mark: string): ((from: number) => number) => {
  let found = -2
  return (from) => {
    if (found !== -1 && found < from) found = text.indexOf(mark, from)
    return found
  }
}

const unescapedDollar = (text: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '$') return at
  }
  return -1
}

type Found = { start: number; end: number; tex: string; isDisplayed: boolean }

/** The first formula that starts exactly here; a number is the place where the search goes on. */
const formulaAt = (
  text: string,
  at: number,
  closing: Readonly<Record<'(' | '[' | '$', (from: number) => number>>,
): Found | number => {
  if (text[at] === '\\') {
    const bracket = text[at + 1]
    if (bracket !== '(' && bracket !== '[') return at + 2
    const end = closing[bracket](at + 2)
    const tex = end === -1 ? '' : text.slice(at + 2, Math.min(end, at + 3 + MAX_FORMULA_LENGTH))
    if (!isInBrackets(tex)) return at + 2
    return { start: at, end: end + 2, tex, isDisplayed: bracket === '[' }
  }
  if (text.startsWith('$$', at)) {
    const end = closing.$(at + 2)
    const tex = end === -1 ? '' : text.slice(at + 2, Math.min(end, at + 3 + MAX_FORMULA_LENGTH))
    if (tex.includes('$') || !isFormula(tex)) return at + 2
    return { start: at, end: end + 2, tex, isDisplayed: true }
  }
  const end = unescapedDollar(text, at + 1)
  if (end === -1) return text.length
  const tex = text.slice(at + 1, end)
  return isInDollars(tex, text.slice(Math.max(0, at - 2), at), text.slice(end + 1, end + 3))
    ? { start: at, end: end + 1, tex, isDisplayed: false }
    : at + 1
}

/** Where a formula may begin. */
const BEGINNING = /[$\\]/gu

/** Cuts a text into words and formulas, in order; joined, the sources are the text. */
export const splitMathematics = (text: string): TextPiece[] => {
  const pieces: TextPiece[] = []
  const closing = { '(': finder(text, '\\)'), '[': finder(text, '\\]'), $: finder(text, '$$') }
  let written = 0
  const words = (end: number): void => {
    if (end > written) pieces.push({ source: text.slice(written, end), tex: null, isDisplayed: false })
  }
  for (let at = text.search(BEGINNING); at !== -1;) {
    const found = formulaAt(text, at, closing)
    if (typeof found !== 'number') {
      words(found.start)
      const source = text.slice(found.start, found.end)
      pieces.push({ source, tex: found.tex, isDisplayed: found.isDisplayed })
      written = found.end
    }
    BEGINNING.lastIndex = typeof found === 'number' ? found : found.end
    at = BEGINNING.exec(text)?.index ?? -1
  }
  words(text.length)
  return pieces
}

/** Where the formulas of a text stand. */
export const formulaRanges = (text: string): { start: number; end: number }[] => {
  if (!/\$|\\[([]/u.test(text)) return []
  let end = 0
  return splitMathematics(text).flatMap(({ source, tex }) => {
    const start = end
    end += source.length
    return tex === null ? [] : [{ start, end }]
  })
}

declare const brand: unique symbol

/** MathML of a formula. Only the renderer produces it. */
export type MathMarkup = string & { readonly [brand]: true }

const LOOK =
  /\\(?:text(?:bf|it|tt|sc|sf|rm|normal)?|math(?:rm|bf|it|tt|sf|cal|bb|frak|scr|normal)|operatorname\*?|mbox|boldsymbol|bm|underline|emph)\s*\{(?<words>[^{}\\]*)\}/gu
const SPACES = /\\[,;:! ]|\\q?quad(?![A-Za-z])|~|\\(?:left|right|displaystyle|limits|nolimits)(?![A-Za-z])/gu
const FRACTION = /\\[dt]?frac\s*\{(?<above>[^{}\\]*)\}\s*\{(?<below>[^{}\\]*)\}/gu
const ROOT = /\\sqrt\s*\{(?<words>[^{}\\]*)\}/gu
const SCRIPT = /(?<mark>[\^_])(?:\{(?<group>[^{}\\^_]*)\}|(?<one>[^{}\\\s^_]))/gu
const NAMES = /\\(?<name>log|ln|exp|max|min|arg|sin|cos|tan|det|dim|inf|sup|lim|Pr|deg|gcd)(?![A-Za-z])/gu

/** Signs that are part of the words while the other ones are read. */
const KEPT_SIGNS: Readonly<Record<string, string>> = { '\uE010': '_', '\uE011': '{', '\uE012': '}' }

const joined = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`)

/** A formula in the signs of Unicode, such as τ² or x ≤ 5; TeX as it is where they do not suffice. */
export const plainFormula = (tex: string): string => {
  const plain = tex
    .replaceAll(LOOK, '$<words>')
    .replaceAll(SPACES, ' ')
    .replaceAll(NAMES, '$<name>')
    .replaceAll(/\\[_{}]/gu, (sign) => (sign === '\\_' ? '\uE010' : sign === '\\{' ? '\uE011' : '\uE012'))
    .replaceAll(/\\[%$&#]/gu, (sign) => sign.slice(1))
    .replaceAll(/\{,\}/gu, ',')
    .replaceAll(/\\(?<name>[A-Za-z]+)\s*/gu, (whole, name: string, at: number, text: string) => {
      const sign = mathematicalSigns.get(name)
      if (sign === undefined) return whole
      return /[\^_]\{?$/u.test(text.slice(0, at)) ? sign : `${sign}${/\s$/u.test(whole) ? ' ' : ''}`
    })
    .replaceAll(SCRIPT, (whole, mark: string, group?: string, one?: string) => {
      const words = group ?? one ?? ''
      return (mark === '^' ? raised(words) : lowered(words)) ?? `${mark}${words.length === 1 ? words : joined(words)}`
    })
    .replaceAll(FRACTION, (_whole, above: string, below: string) => `${joined(above)}/${joined(below)}`)
    .replaceAll(ROOT, (_whole, words: string) => `√${joined(words)}`)
    .replaceAll(LOOK, '$<words>')
    .replaceAll(/\{(?<words>[^{}\\]*)\}/gu, '$<words>')
  if (/[\\{}]/u.test(plain)) return tex.trim()
  return plain
    .replaceAll(/[\uE010-\uE012]/gu, (sign) => KEPT_SIGNS[sign] ?? sign)
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

const FORMULA_MARKUP = /<math alttext="(?<plain>[^"<>]*)"[^<>]*>[^]*?<\/math>/gu
const SCROLLING_FORMULA = /<span class="formula"[^<>]*>(?<plain>[^<>]*)<\/span>/gu

/** Markup for programs that do not show MathML, such as those for emails and feeds. */
export const withPlainFormulas = (markup: MarkdownMarkup): MarkdownMarkup =>
  markup.replaceAll(FORMULA_MARKUP, '$<plain>').replaceAll(SCROLLING_FORMULA, '$<plain>') as MarkdownMarkup

/** A text for places that cannot show formulas: titles of windows, emails, feeds, printed references. */
export const plainMathematics = (text: string): string =>
  splitMathematics(text)
    .map(({ source, tex }) => {
      const plain = tex === null ? source : plainFormula(tex)
      return tex !== null && plain === tex.trim() && /[\\{}]/u.test(plain) ? source : plain
    })
    .join('')

import temml from 'temml'
import { escapeMarkup } from '#core/text/escape-markup.ts'
import {
  MAX_FORMULA_LENGTH,
  plainFormula,
  SHORT_FORMULA,
  type Formula,
  type MathMarkup,
} from '#core/text/mathematics.ts'

/**
 * Mathematics as MathML Core. What the converter writes is read again: an element, attribute or class that is not listed here is
 * refused or left out, so that no formula can bring anything else into a page.
 */

const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts ' +
    'mtable mtr mtd mstyle mpadded mphantom'
  ).split(' '),
)
/** Elements of older MathML that browsers do not draw; a class does. */
const REPLACED: Readonly<Record<string, string>> = { menclose: 'mrow', none: 'mrow' }

const FLAG = /^(?:true|false)$/u
const LENGTH = /^-?(?:\d{1,3}(?:\.\d{0,5})?|\.\d{1,5})(?:em|ex|pt|px|mu|%)?$/u
const NUMBER = /^[+-]?\d{1,2}$/u

const ATTRIBUTES: Readonly<Record<string, RegExp>> = {
  display: /^block$/u,
  displaystyle: FLAG,
  scriptlevel: NUMBER,
  mathvariant: /^normal$/u,
  form: /^(?:prefix|infix|postfix)$/u,
  fence: FLAG,
  separator: FLAG,
  stretchy: FLAG,
  symmetric: FLAG,
  largeop: FLAG,
  movablelimits: FLAG,
  accent: FLAG,
  accentunder: FLAG,
  lspace: LENGTH,
  rspace: LENGTH,
  minsize: LENGTH,
  maxsize: LENGTH,
  width: LENGTH,
  height: LENGTH,
  depth: LENGTH,
  voffset: LENGTH,
  linethickness: LENGTH,
  columnspan: NUMBER,
  rowspan: NUMBER,
}

/** What the stylesheet can draw, by the class or the style of the converter. Colours are left out: they may be hard to read. */
const CLASSES: Readonly<Record<string, string>> = {
  'tml-overline': 'math-over',
  'tml-underline': 'math-under',
}
const STYLES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|;)\s*border:/u, 'math-boxed'],
  [/(?:^|;)\s*text-align:\s*(?:-webkit-)?left/u, 'math-left'],
  [/(?:^|;)\s*text-align:\s*(?:-webkit-)?right/u, 'math-right'],
]

const MAX_MARKUP_LENGTH = 20_000
const MAX_DEPTH = 40
/** Cells of a matrix, and groups: what the converter needs most time for. */
const MAX_SIGNS = 150

const PIECE = /<(?<slash>\/?)(?<name>[a-z]+)(?<attributes>(?:\s+[a-z-]+="[^"<>]*")*)\s*>|(?<text>[^<>]+)/uy
const ATTRIBUTE = /(?<name>[a-z-]+)="(?<value>[^"<>]*)"/gu
const OTHER_REFERENCE = /&(?!(?:amp|lt|gt|quot|#39);)/u

/** Letters of mathematical alphabets within words, which screen readers would spell and searches would not find. */
const plainWords = (text: string): string => text.replaceAll(/[\u{1d400}-\u{1d7ff}]+/gu, (run) => run.normalize('NFKC'))

const attributesOf = (written: string): string => {
  const classes = new Set<string>()
  let kept = ''
  for (const { groups } of written.matchAll(ATTRIBUTE)) {
    const { name = '', value = '' } = groups ?? {}
    if (name === 'class') for (const one of value.split(' ')) classes.add(CLASSES[one] ?? '')
    else if (name === 'style') for (const [style, one] of STYLES) classes.add(style.test(value) ? one : '')
    else if (name === 'mathbackground') classes.add('math-rule')
    else if (ATTRIBUTES[name]?.test(value) === true) kept += ` ${name}="${value}"`
  }
  classes.delete('')
  return classes.size === 0 ? kept : `${kept} class="${[...classes].join(' ')}"`
}

/** The same markup with nothing but listed elements and attributes; null if it has others, or is not well-formed. */
export const allowedMathematics = (markup: string): string | null => {
  const open: string[] = []
  let allowed = ''
  let hasEnded = false
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < markup.length) {
    const { slash, name = '', attributes = '', text } = PIECE.exec(markup)?.groups ?? {}
    if (text !== undefined) {
      if (open.length === 0 || OTHER_REFERENCE.test(text)) return null
      allowed += open.at(-1) === 'mtext' ? plainWords(text) : text
      continue
    }
    const element = REPLACED[name] ?? name
    if (!ELEMENTS.has(element) || hasEnded || (open.length === 0) !== (element === 'math')) {
      if (slash !== '/' || element !== 'math' || open.length !== 1) return null
    }
    if (slash === '/') {
      if (open.pop() !== element) return null
      hasEnded = open.length === 0
      allowed += `</${element}>`
    } else {
      open.push(element)
      if (open.length > MAX_DEPTH) return null
      allowed += `<${element}${attributesOf(attributes)}>`
    }
  }
  return hasEnded ? allowed : null
}

const OPTIONS = {
  trust: false,
  strict: false,
  throwOnError: true,
  maxExpand: 100,
  maxSize: [10, 50] as [number, number],
}

/** Formulas are not broken into lines: what may be wider than a phone scrolls in its own box, also by keys. */
const SCROLLING = '<span class="formula" tabindex="0" role="group" aria-label="Formula">'

/** A formula as MathML; null if it is not TeX that the converter knows, or is beyond the bounds. */
export const mathMarkup = ({ tex, isDisplayed }: Formula): MathMarkup | null => {
  if (tex.length > MAX_FORMULA_LENGTH || (tex.match(/[&{^_]|\\\\/gu) ?? []).length > MAX_SIGNS) return null
  try {
    const written = temml.renderToString(tex, { ...OPTIONS, displayMode: isDisplayed })
    const allowed = written.length > MAX_MARKUP_LENGTH ? null : allowedMathematics(written)
    if (allowed === null) return null
    const markup = allowed.replace('<math', `<math alttext="${escapeMarkup(plainFormula(tex))}"`)
    return (tex.length > SHORT_FORMULA ? `${SCROLLING}${markup}</span>` : markup) as MathMarkup
  } catch {
    // An unknown command, or one that is not trusted: readers see the TeX.
    return null
  }
}

import * as constants from '@citation-js/plugin-bibtex/lib/input/constants.js'
import { parse as parseValue } from '@citation-js/plugin-bibtex/lib/input/value.js'
import { normalizeUnchecked } from '#core/text/normalize-text.ts'

/** Mathematics between \( and \) or between dollar signs, distinguished from prices by what touches the signs. It is left as it is. */
const MATHEMATICS = /(?<math>(?<!\\)\$\$?(?=\S)(?:\\.|[^$\\])*(?<=\S)\$\$?(?!\d)|\\\((?:[^\\]|\\[^()])*\\\))/u

/** The library marks scripts with elements; private characters cannot be confused with elements in the text. */
const MARKS = { up: ['\uE010', '\uE011'], down: ['\uE012', '\uE013'] } as const

const SCRIPTS = /(?<mark>[\uE010\uE012])(?<text>[^\uE010-\uE013]*)[\uE011\uE013]/gu

const inScript = (text: string, script: '^' | '_'): string => {
  const signs = Array.from(text, (sign) => constants.mathScripts[script]?.[sign])
  return signs.every((sign) => sign !== undefined) ? signs.join('') : text
}

/** The library writes formatting as HTML; a paper's fields are plain text. */
const withPlainFormatting = <T>(work: () => T): T => {
  const { formatting } = constants
  const before = { ...formatting }
  for (const name of ['italics', 'bold', 'smallcaps', 'nocase']) formatting[name] = ['', '']
  formatting.superscript = MARKS.up
  formatting.subscript = MARKS.down
  try {
    return work()
  } finally {
    Object.assign(formatting, before)
  }
}

const DOTLESS = /[ıȷ](?=\p{M})/gu

/** Composes accents, also on dotless letters of TeX. */
export const composed = (text: string): string =>
  normalizeUnchecked(
    text.replaceAll(DOTLESS, (letter) => (letter === 'ı' ? 'i' : 'j')),
    'NFC',
  )

const plainScripts = (text: string): string =>
  text.replaceAll(SCRIPTS, (_whole, mark: string, inner: string) => inScript(inner, mark === '\uE010' ? '^' : '_'))

/** Removes commands that only control spacing and line breaks. */
const withoutSpacing = (latex: string): string =>
  latex.replaceAll(/(?<!\\)\\(?:[,;: ]|(?=\s))/gu, ' ').replaceAll(/(?<!\\)\\[-/!@]/gu, '')

/** Commands that the library does not convert. */
const FURTHER: Record<string, string> = {
  aa: 'å',
  AA: 'Å',
  ldots: '…',
  dots: '…',
  S: '§',
  P: '¶',
  pounds: '£',
  euro: '€',
  LaTeX: 'LaTeX',
  TeX: 'TeX',
  quad: ' ',
  dag: '†',
  ddag: '‡',
  backslash: '\\textbackslash{}',
}
const FURTHER_COMMAND =
  /\\(?<name>aa|AA|l?dots|S|P|pounds|euro|LaTeX|TeX|quad|dd?ag|backslash)(?![A-Za-z])(?:\{\}|\s)?/gu

/** Commands that only format their argument, and the addresses of links. */
const WRAPPER =
  /\\(?:(?:mbox|hbox|fbox|text|textnormal|underline|uline)\s*(?=\{)|(?:protect|relax|normalfont)(?![A-Za-z])\s?|href\s*\{[^{}]*\}\s*(?=\{))/gu

/** An accent over nothing stands for the character itself. */
const SIGN_ALONE = /\\(?<sign>["'`^~])\{\s*\}|\{\\(?<braced>["'`^~])\}/gu
const SIGNS: Record<string, string> = { '^': '\\textasciicircum{}', '~': '\\textasciitilde{}' }
/** Gives a title for the page and another for bookmarks. */
const FOR_BOOKMARKS =
  /\\texorpdfstring\s*(?<shown>\{(?:[^{}]|\{[^{}]*\})*\})\s*\{(?:[^{}]|\{[^{}]*\})*\}|\\[hv]space\*?\s*\{[^{}]*\}/gu

const withFurtherCommands = (latex: string): string =>
  latex
    .replaceAll(FOR_BOOKMARKS, '$<shown>')
    .replaceAll(WRAPPER, '')
    .replaceAll(
      SIGN_ALONE,
      (_whole, sign?: string, braced?: string) => SIGNS[sign ?? braced ?? ''] ?? sign ?? braced ?? '',
    )
    .replaceAll(FURTHER_COMMAND, (_whole, name: string) => FURTHER[name] ?? name)

/** Another way to write mathematics. */
const ENSURED = /\\ensuremath\s*\{(?<math>(?:[^{}$]|\{[^{}$]*\})*)\}/gu

/** A placeholder for a formula while the text around it is read: braces may enclose both. */
const FORMULA = /\uE014(?<index>\d+)\uE015/gu

/** Text of a BibTeX field as Unicode, mathematics left as it is. Throws for braces that do not balance. */
export const latexToText = (latex: string): string => {
  const formulas: string[] = []
  const text = latex
    .replaceAll(/[\uE010-\uE015]/gu, '')
    .replaceAll(ENSURED, '$$$<math>$$')
    .replaceAll(new RegExp(MATHEMATICS, 'gu'), (formula) => `\uE014${formulas.push(formula) - 1}\uE015`)
  if (text === '') return ''
  // A dollar sign that does not start a formula belongs to a price.
  const plain = withoutSpacing(withFurtherCommands(text)).replaceAll(/(?<!\\)\$/gu, '\\$')
  const parsed = withPlainFormatting(() => parseValue(plain, 'title'))
  return composed(plainScripts(parsed))
    .replaceAll('\u00a0', ' ')
    .replaceAll(FORMULA, (_whole, index: string) => formulas[Number(index)] ?? '')
}

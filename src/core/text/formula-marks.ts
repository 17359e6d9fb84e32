import { escapeMarkup } from './escape-markup.ts'
import type { MarkdownMarkup } from './markdown.ts'
import { SHORT_FORMULA, splitMathematics, type Formula } from './mathematics.ts'

/**
 * Formulas in titles and abstracts, which are plain text: a page marks them, and before it is sent the marks are replaced by MathML.
 * A mark that is not replaced shows its TeX.
 */

const OPENING = '<span class="tex">'
const MARK = /<span class="tex">(?<source>[^<]*)<\/span>/gu

const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

const unescapeMarkup = (markup: string): string =>
  markup.replaceAll(/&(?:amp|lt|gt|quot|#39);/gu, (sign) => SIGNS[sign] ?? sign)

const marked = (text: string, isMarked: (formula: Formula) => boolean): string =>
  splitMathematics(text)
    .map(({ source, tex, isDisplayed }) => {
      const shown = escapeMarkup(source)
      return tex !== null && isMarked({ tex, isDisplayed }) ? `${OPENING}${shown}</span>` : shown
    })
    .join('')

/** A title or another line, escaped. What is long or displayed would not fit into a line or a link. */
export const lineWithMarks = (text: string): MarkdownMarkup =>
  marked(text, ({ tex, isDisplayed }) => tex.length <= SHORT_FORMULA && !isDisplayed) as MarkdownMarkup

/** The paragraphs of a plain text as markup. */
export const markFormulas = (markup: MarkdownMarkup): MarkdownMarkup =>
  (/\$|\\[([]/u.test(markup)
    ? markup
        .split(/(?<tag><[^>]*>)/u)
        .map((piece, index) => (index % 2 === 1 ? piece : marked(unescapeMarkup(piece), () => true)))
        .join('')
    : markup) as MarkdownMarkup

const formulaOf = (source: string): Formula => {
  const [{ tex, isDisplayed } = { tex: null, isDisplayed: false }] = splitMathematics(unescapeMarkup(source))
  return { tex: tex ?? '', isDisplayed }
}

/** The formulas that a page marks, each once, by what stands in its mark. */
export const markedFormulas = (page: string): Map<string, Formula> => {
  const found = new Map<string, Formula>()
  if (!page.includes(OPENING)) return found
  for (const { groups } of page.matchAll(MARK)) {
    const source = groups?.source ?? ''
    if (!found.has(source)) found.set(source, formulaOf(source))
  }
  return found
}

/** The page with its marks replaced. @param markupOf null for a formula that stays TeX */
export const replaceMarks = (page: string, markupOf: (source: string) => string | null): string =>
  page.replaceAll(MARK, (_mark, source: string) => markupOf(source) ?? source)

import { pluralize } from '#core/numbers.ts'
import { html, type Html, type Renderable } from '#html.ts'
import { isolated } from './parts.ts'

/** As many lines or names stand in view; the others unfold. */
const SHOWN = 6

/** A text of more characters shows its beginning until it is unfolded. */
const LONG_TEXT = 2_000

/** A fold with a single line would be as high as that line. */
const shownOf = ({ length }: readonly string[]): number => (length <= SHOWN + 1 ? length : SHOWN)

/** The names of the authors as a paragraph that ends in `after`: a paper of hundreds is hardly higher than one of six. */
export const foldedAuthors = (authors: readonly string[], after: Renderable = false): Html => {
  const count = shownOf(authors)
  const rest = authors.slice(count)
  return html`<p>${isolated(authors.slice(0, count).join(', '))}${after}</p>${
    rest.length > 0 &&
    html`<details class="rest"><summary>and ${rest.length} more authors</summary>${isolated(rest.join(', '))}</details>`
  }`
}

const divided = (lines: readonly string[]): Html[] => lines.map((line) => html`<div>${isolated(line)}</div>`)

/** Lines of text, one below the other. @param things what they are, in the plural, such as “authors” */
export const foldedLines = (lines: readonly string[], things: string): Html => {
  const count = shownOf(lines)
  const rest = lines.slice(count)
  return html`${divided(lines.slice(0, count))}${
    rest.length > 0 &&
    html`<details class="rest"><summary>${rest.length} more ${things}</summary>${divided(rest)}</details>`
  }`
}

/** A text that a page may have to show at length. @param length in characters @param name of the text, such as “Abstract” */
export const foldedText = (body: Renderable, { length, name }: { length: number; name: string }): Html =>
  length <= LONG_TEXT
    ? html`${body}`
    : html`<details class="long"><summary>${name}, ${pluralize(length, 'character', 'characters')}</summary>${body}</details>`

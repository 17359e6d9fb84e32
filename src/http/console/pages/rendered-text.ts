import { markdownBoundExceeded } from '#core/text/markdown-bounds.ts'
import { html, markdown, type Html } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'

/** Markdown as readers see it, and why where they see it as plain text. */
export const renderedText = (text: string, markupOf: MarkupOf, firstHeading = 3): Html => {
  const reason = markdownBoundExceeded(text)
  return html`${reason !== null && html`<p class="error">Readers see this as plain text: it ${reason}.</p>`}
${markdown(markupOf(text), firstHeading)}`
}

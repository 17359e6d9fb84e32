import { html, markdown, type Html } from '#html.ts'
import { markdownOf, textParts } from '#core/passages/text-parts.ts'
import { plainMarkup } from '#core/text/plain-markup.ts'
import { splitSections, type SectionedText, type TextSection } from '#core/text/split-sections.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'

/** A full text may be longer than a page should be: its beginning, as readers will see it. */
export type ProposedText = Pick<SectionedText, 'format'> & {
  beginning: TextSection[]
  isWhole: boolean
  length: number
}

export const proposedText = (fullText: string | null): ProposedText | null => {
  if (fullText === null) return null
  const text = splitSections(fullText)
  const [beginning = [], ...more] = textParts(text)
  return { format: text.format, beginning, isWhole: more.length === 0, length: fullText.length }
}

/** What of it is to be rendered. */
export const markdownOfProposed = ({ format, beginning }: ProposedText): string[] =>
  markdownOf({ format, sections: beginning })

export const proposedTextDetails = (
  id: string,
  { format, beginning, isWhole, length }: ProposedText,
  markupOf: MarkupOf,
): Html =>
  html`<details><summary>Full text, ${length} characters</summary><div class="prose">${beginning.map(
    ({ title, body }) =>
      html`${title !== null && html`<h2 dir="auto">${title}</h2>`}${markdown(format === 'markdown' ? markupOf(body) : plainMarkup(body))}`,
  )}</div>${
    !isWhole &&
    html`<p class="quiet">Readers get it in parts, and this is the first. <a href="/console/queue/${id}/text" target="_blank">Open the whole text as it was sent</a></p>`
  }</details>`

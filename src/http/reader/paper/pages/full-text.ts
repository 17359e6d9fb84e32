import { html, markdown, type Html } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { markPassages } from '#core/passages/mark-passages.ts'
import type { Passage } from '#core/passages/paper-passages.ts'
import type { MarkedSection } from '#core/passages/text-parts.ts'
import { plainMarkup } from '#core/text/plain-markup.ts'
import type { SectionedText, TextSection } from '#core/text/split-sections.ts'

/** Paragraphs of plain text, with the ids of its passages. */
export const markedParagraphs = (text: string, passages: readonly Passage[]): Html =>
  markdown(markPassages(plainMarkup(text), passages))

export const sectionId = ({ number }: TextSection): string => `text-${number}`

const deepest = (level: number): number => Math.min(6, level)

const heading = (level: number, id: string, title: string): Html => {
  // A tag's name cannot be a value of the template.
  if (level <= 2) return html`<h2 id="${id}" dir="auto">${title}</h2>`
  if (level === 3) return html`<h3 id="${id}" dir="auto">${title}</h3>`
  return html`<h4 id="${id}" dir="auto">${title}</h4>`
}

/** A text, or a part of one, as it is shown. */
export type ShownText = { format: SectionedText['format']; sections: readonly MarkedSection[] }

const sectionBody = ({ body, passages }: MarkedSection, format: ShownText['format'], markupOf: MarkupOf) =>
  markPassages(format === 'markdown' ? markupOf(body) : plainMarkup(body), passages)

/** Sections of a text; the highest of its headings has the level `top` on the page. */
export const textSections = ({ format, sections, markupOf }: ShownText & { markupOf: MarkupOf }, top: 2 | 3): Html[] =>
  sections.map(
    (section) => html`${section.title !== null && heading(top + section.level - 1, sectionId(section), section.title)}
${markdown(sectionBody(section, format, markupOf), deepest(top + section.level))}`,
  )

/** Entries of a table of contents; a text may have a heading in every line. */
const MAX_CONTENTS = 500

/** The contents of a text, each entry leading to its section; none for fewer than two headings. */
export const textContents = (
  sections: readonly TextSection[],
  addressOf: (section: TextSection) => string,
): Html | false => {
  const titled = sections.filter(({ title }) => title !== null)
  return (
    titled.length > 1 &&
    html`<nav class="text-contents no-print" aria-label="Contents of the text"><ol>
      ${titled.slice(0, MAX_CONTENTS).map((section) => html`<li class="level-${Math.min(3, section.level)}"><a href="${addressOf(section)}" dir="auto">${section.title}</a></li>\n`)}
    </ol>${titled.length > MAX_CONTENTS && html`<p class="quiet">and ${titled.length - MAX_CONTENTS} more headings</p>`}</nav>`
  )
}

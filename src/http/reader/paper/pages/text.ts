import { html, type Html } from '#html.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { layout } from '#http/pages/layout.ts'
import { firstAuthors } from '#http/reader/paper-line.ts'
import { truncate } from '#http/reader/paper/present.ts'
import { earlierVersionNotice, type EarlierVersion } from './earlier-version.ts'
import { sectionId, textContents, textSections, type ShownText } from './full-text.ts'
import { textPath } from './paper.ts'

/** `text` holds the sections of the part. */
type TextView = {
  paper: Paper
  earlier: EarlierVersion | null
  text: ShownText
  part: number
  parts: number
  markupOf: MarkupOf
}

type TextPart = { id: string; earlier: EarlierVersion | null; part: number; parts: number }

/** @param name tells the ways above the text from those below it */
const neighbours = ({ id, earlier, part, parts }: TextPart, name: string): Html | false =>
  parts > 1 &&
  html`<nav class="pages" aria-label="${name}">
    <span>${part > 1 && html`<a rel="prev" href="${textPath(id, part - 1, earlier)}">Previous part</a>`}</span>
    <span class="quiet">Part ${part} of ${parts}</span>
    <span>${part < parts && html`<a rel="next" href="${textPath(id, part + 1, earlier)}">Next part</a>`}</span>
  </nav>`

/** One part of a long text. */
export const textPage = (
  { houseName, publicUrl }: { houseName: string; publicUrl: string },
  { paper, earlier, text, part, parts, markupOf }: TextView,
): Html => {
  const place = { id: paper.id, earlier, part, parts }
  return layout({
    title: `Full text: ${truncate(paper.title, 120)}`,
    houseName,
    activePath: '/',
    description: `The full text of a paper of ${paper.year}${parts > 1 ? `, part ${part} of ${parts}` : ''}.`,
    address: `${publicUrl}${textPath(paper.id, part, null)}`,
    body: html`<article class="text">
      <header>
        ${earlierVersionNotice(paper.id, earlier)}
        <h1 dir="auto"><a href="${paperPath(paper.id)}">${paper.title}</a></h1>
        <p class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year} · full text</p>
      </header>
      ${neighbours(place, 'Parts of the text')}
      ${textContents(text.sections, (section) => `#${sectionId(section)}`)}
      <div class="prose">${textSections({ ...text, markupOf }, 2)}</div>
      ${neighbours(place, 'Parts of the text, again')}
    </article>`,
  })
}

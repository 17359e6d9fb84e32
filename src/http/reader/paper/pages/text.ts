import { html, type Html } from '#html.ts'
import { splitSections, paginateSections } from '#core/text/split-sections.ts'
import type { Paper } from '#core/papers/paper.ts'
import { paperPath } from '#http/reader/addresses.ts'
import { layout } from '#http/pages/layout.ts'
import { firstAuthors } from '#http/reader/paper-line.ts'
import { truncate } from '#http/reader/paper/present.ts'
import { sectionId, textContents, textSections } from './full-text.ts'
import { PART_BYTES, textPath } from './paper.ts'

type TextPart = { id: string; part: number; parts: number }

/** @param name tells the ways above the text from those below it */
const neighbours = ({ id, part, parts }: TextPart, name: string): Html | false =>
  parts > 1 &&
  html`<nav class="pages" aria-label="${name}">
    <span>${part > 1 && html`<a rel="prev" href="${textPath(id, part - 1)}">Previous part</a>`}</span>
    <span class="quiet">Part ${part} of ${parts}</span>
    <span>${part < parts && html`<a rel="next" href="${textPath(id, part + 1)}">Next part</a>`}</span>
  </nav>`

/** One part of a long text; null when the text has no such part. */
export const textPage = (
  { houseName, publicUrl }: { houseName: string; publicUrl: string },
  { paper, text, part }: { paper: Paper; text: string; part: number },
): Html | null => {
  const sectioned = splitSections(text)
  const parts = paginateSections(sectioned.sections, PART_BYTES)
  const shown = parts[part - 1]
  if (shown === undefined) return null
  const place = { id: paper.id, part, parts: parts.length }
  return layout({
    title: `Full text: ${truncate(paper.title, 120)}`,
    houseName,
    activePath: '/',
    description: `The full text of a paper of ${paper.year}${parts.length > 1 ? `, part ${part} of ${parts.length}` : ''}.`,
    head: html`<link rel="canonical" href="${publicUrl}${textPath(paper.id, part)}" />`,
    body: html`<article class="text">
      <header>
        <h1 dir="auto"><a href="${paperPath(paper.id)}">${paper.title}</a></h1>
        <p class="quiet"><bdi>${firstAuthors(paper.authors)}</bdi> · ${paper.year} · full text</p>
      </header>
      ${neighbours(place, 'Parts of the text')}
      ${textContents(shown, (section) => `#${sectionId(section)}`)}
      <div class="prose">${textSections(sectioned, shown, 2)}</div>
      ${neighbours(place, 'Parts of the text, again')}
    </article>`,
  })
}

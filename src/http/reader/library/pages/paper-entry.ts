import { html, type Html } from '#html.ts'
import type { ConceptLink } from '#ports/store/library.ts'
import type { Entry } from '#http/reader/library/present.ts'
import { passageLine, whyHere } from './hit-details.ts'
import { highlighted } from './marked.ts'
import { scoreMeter } from './score-mark.ts'

const CONCEPTS_SHOWN = 4

/** Names keep their own direction beside each other. */
const authorNames = ({ authors, moreAuthors }: Entry): Html =>
  html`${authors.map((name, index) => html`${index > 0 && ', '}<bdi>${highlighted(name)}</bdi>`)}${moreAuthors > 0 && ` and ${moreAuthors} more`}`

const conceptLink = ({ id, name }: ConceptLink): Html =>
  html`<li><a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`

/** A paper in a list; the title is where the keys j and k go. */
export const paperEntry = (entry: Entry): Html => {
  const { paper, chapter, title, excerpt, topics, hit } = entry
  const link = html`<a data-entry href="/papers/${paper.id}">${highlighted(title)}</a>`
  return html`<li>
    <h3 dir="auto">${link}</h3>
    <p class="facts">${authorNames(entry)} · ${paper.year}${paper.institution !== null && html` · <bdi>${paper.institution}</bdi>`}</p>
    ${excerpt.length > 0 && html`<p class="excerpt" dir="auto">${highlighted(excerpt)}</p>`}
    ${hit !== null && passageLine(hit)}
    ${topics.length > 0 && html`<p class="facts">Topics: ${topics.map((topic, index) => html`${index > 0 && ', '}${highlighted(topic)}`)}</p>`}
    <ul class="marks tags">
      ${[scoreMeter('long-horizon', paper.longHorizon), scoreMeter('enterprise', paper.enterprise)].map((score) => score !== false && html`<li>${score}</li>`)}
      ${chapter !== undefined && html`<li><a href="/chapters/${chapter.number}">${chapter.number} ${chapter.name}</a></li>`}
      ${paper.hasText && html`<li>full text</li>`}
      ${paper.conceptLinks.slice(0, CONCEPTS_SHOWN).map(conceptLink)}
    </ul>
    ${hit !== null && whyHere(hit)}
  </li>`
}

export type Pages = { first: string | null; next: string | null }

/** The ways to other pages of a list. */
export const pageLinks = ({ first, next }: Pages): Html | false =>
  (first !== null || next !== null) &&
  html`<nav class="pages" aria-label="Pages">${first !== null && html`<a href="${first}">Back to the first</a>`}${next !== null && html`<a rel="next" href="${next}">Next page</a>`}</nav>`

import { pluralize } from '#core/numbers/pluralize.ts'
import { wholeLibraryFollowed } from '#core/following/followed-search.ts'
import { html, type Html } from '#html.ts'
import type { ConceptWithTrend, CoOccurringConcepts, ConceptYear } from '#core/editorial/concept.ts'
import type { Paper } from '#core/papers/paper.ts'
import { conceptPath } from '#http/reader/addresses.ts'
import { feedLinks, followLine } from '#http/reader/feeds/follow.ts'
import { layout } from '#http/pages/layout.ts'
import { paperLine } from '#http/reader/paper-line.ts'
import { shareLine } from '#http/reader/plots/share-line.ts'
import { yearCurve } from '#http/reader/plots/year-curve.ts'
import { trendNames, trendSentences } from '#http/reader/editorial/present.ts'
import { sharesOf } from './concepts.ts'
import { pathWithQuery } from './filters.ts'

export type ConceptView = {
  concept: ConceptWithTrend
  years: readonly ConceptYear[]
  coOccurring: CoOccurringConcepts
  papers: readonly Paper[]
  isFirstPage: boolean
  /** Where the next page of papers begins; null on the last. */
  next: string | null
}

const evidenceSection = ({ concept: { evidence }, years }: ConceptView): Html =>
  html`<section aria-labelledby="trend">
    <h2 id="trend">Trend: <span class="trend ${evidence.trend}">${trendNames[evidence.trend]}</span></h2>
    <p>${trendSentences(evidence).join(' ')}</p>
    ${shareLine(sharesOf(years), { title: 'Share of the papers of each year' })}
    ${yearCurve(years, { title: 'Papers by year' })}
  </section>`

const papersSection = ({ concept: { id, name, papers: all }, papers, isFirstPage, next }: ConceptView): Html =>
  html`<section aria-labelledby="papers">
    <h2 id="papers">Papers</h2>
    <p class="quiet">${pluralize(all, 'paper', 'papers')}, best long-horizon score first.
      <a href="${pathWithQuery('/', { concept: id })}">Search among the papers on ${name}</a></p>
    <ul class="lines">${papers.map((paper) => paperLine(paper))}</ul>
    ${
      (!isFirstPage || next !== null) &&
      html`<nav class="pages" aria-label="Pages of papers">
        <span>${!isFirstPage && html`<a href="${conceptPath(id)}#papers">First page</a>`}</span>
        <span>${next !== null && html`<a rel="next" href="${pathWithQuery(conceptPath(id), { cursor: next })}#papers">Next page</a>`}</span>
      </nav>`
    }
  </section>`

const coOccurringSection = ({
  concept: { name, papers },
  coOccurring: { sampleSize, concepts },
}: ConceptView): Html | false =>
  concepts.length > 0 &&
  html`<section aria-labelledby="companions">
    <h2 id="companions">Related concepts</h2>
    <p class="quiet">Concepts beside ${name} in ${sampleSize < papers ? `the first ${sampleSize} of its papers` : 'its papers'}, with the papers that have both.</p>
    <ul class="tags">${concepts.map((other) => html`<li><a href="${conceptPath(other.id)}">${other.name} <span class="count">${other.papers}</span></a></li>\n`)}</ul>
  </section>`

/** One concept: what it means, how it fares, and where to read of it. */
export const conceptPage = (
  { houseName, publicUrl }: { houseName: string; publicUrl: string },
  view: ConceptView,
): Html => {
  const { id, name, definition, papers } = view.concept
  return layout({
    title: name,
    houseName,
    activePath: '/concepts',
    markdown: `${conceptPath(id)}.md`,
    description: definition ?? `${pluralize(papers, 'paper', 'papers')} on ${name}, and how their number changes.`,
    address: view.isFirstPage ? `${publicUrl}${conceptPath(id)}` : undefined,
    head: feedLinks(conceptPath(id)),
    body: html`<article>
      <header><h1>${name}</h1>${definition !== null && html`<p class="lead">${definition}</p>`}</header>
      ${view.isFirstPage && evidenceSection(view)}
      ${view.isFirstPage && coOccurringSection(view)}
      ${papersSection(view)}
      ${followLine(conceptPath(id), { follows: { ...wholeLibraryFollowed, concept: id } })}
    </article>`,
  })
}

import { capitalized, partName } from '#core/papers/library-words.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { html, type Html } from '#html.ts'
import type { ConceptWithTrend, ConceptYear, CoOccurringConcepts } from '#core/editorial/concept.ts'
import { type TrendFlip, trends, type Trend } from '#core/editorial/trend.ts'
import { conceptPath } from '#http/reader/addresses.ts'
import { layout } from '#http/pages/layout.ts'
import { type Chart, figure, filesAt } from '#http/reader/plots/figure.ts'
import { shareChart, shareLine, yearChart } from '#http/reader/plots/series.ts'
import { flipSentence, trendMark, trendNames, trendSentences } from '#http/reader/editorial/present.ts'
import { pathWithQuery, filterLinks, pager } from './filters.ts'
import { wholeLibraryFollowed } from '#core/following/followed-search.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { orderPhrase, paperLine } from '#http/reader/phrases.ts'
import type { LiveSite } from '#ports/site.ts'

export type ConceptList = {
  /** How many concepts there are and how many are shown with each label, without the filter. */
  total: number
  counts: Record<Trend, number>
  trend: Trend | null
  page: number
  pages: number
  concepts: readonly ConceptWithTrend[]
  years: ReadonlyMap<string, readonly ConceptYear[]>
}

/** The concept's share of the papers of each year. */
export const sharesOf = (years: readonly ConceptYear[]): { year: number; share: number }[] =>
  years.map(({ year, papers, corpus }) => ({ year, share: corpus === 0 ? 0 : papers / corpus }))

/** @param top the share at the upper edge of every line, the same for all so that they can be compared */
const row = (concept: ConceptWithTrend, years: readonly ConceptYear[], top: number): Html =>
  html`<tr>
    <th scope="row"><a href="${conceptPath(concept.id)}">${concept.name}</a></th>
    <td class="number">${groupedNumber(concept.papers)}</td>
    <td>${trendMark(concept)}</td>
    <td>${shareLine(sharesOf(years), { title: concept.name, top })}</td>
  </tr>\n`

const path = (trend: Trend | null, page: number): string =>
  pathWithQuery('/concepts', { trend, page: page === 1 ? null : page })

const trendChoices = ({ total, counts, trend }: ConceptList): Html =>
  filterLinks('Trend', [
    {
      label: 'All',
      count: total,
      address: path(null, 1),
      isActive: trend === null,
    },
    ...trends.map((name) => ({
      label: trendNames[name],
      count: counts[name],
      address: path(name, 1),
      isActive: trend === name,
    })),
  ])

const highestShare = (years: ReadonlyMap<string, readonly ConceptYear[]>): number =>
  Math.max(0, ...[...years.values()].flatMap(sharesOf).map(({ share }) => share))

const table = ({ concepts, years, trend }: ConceptList): Html =>
  concepts.length === 0
    ? html`<p>The library has no ${trend !== null && `${trend} `}concepts at present.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Concepts, as a table"><table class="concepts">
    <caption>Most papers first. The line shows the share of each year’s papers that have the concept.</caption>
    <thead><tr><th scope="col">Concept</th><th scope="col" class="number">Papers</th><th scope="col">Trend</th><th scope="col">Share by year</th></tr></thead>
    <tbody>${concepts.map((concept) => row(concept, years.get(concept.id) ?? [], highestShare(years)))}</tbody>
  </table></div>`

/** All concepts with their trends. */
export const conceptsPage = (site: LiveSite, list: ConceptList): Html => {
  const { many } = partName('concepts', site.current())
  return layout({
    title: list.trend === null ? capitalized(many) : `${trendNames[list.trend]} ${many}`,
    site,
    activePath: '/concepts',
    markdown: '/concepts.md',
    description: `The ${many} that connect the papers of the library, with the trend of each over the years.`,
    body: html`<h1>${capitalized(many)}</h1>
      <p class="lead">What the papers have in common, and whether it is gaining ground.</p>
      ${trendChoices(list)}
      ${table(list)}
      ${pager(list.page, list.pages, (page) => path(list.trend, page))}`,
  })
}

export type ConceptView = {
  concept: ConceptWithTrend
  years: readonly ConceptYear[]
  /** Latest first. */
  flips: readonly TrendFlip[]
  coOccurring: CoOccurringConcepts
  papers: readonly Paper[]
  scores: ShownScores
  isFirstPage: boolean
  /** Where the next page of papers begins; null on the last. */
  next: string | null
}

/** The figures of a concept, by the names of their files. */
export const conceptCharts = (name: string, years: readonly ConceptYear[]): Record<'share' | 'years', Chart> => ({
  share: shareChart(sharesOf(years), { title: `Share of the papers of each year that have ${name}` }),
  years: yearChart(years, { title: 'Papers by year', whose: name }),
})

const evidenceSection = ({ concept, years, flips }: ConceptView): Html =>
  html`<section aria-labelledby="trend">
    <h2 id="trend">Trend: ${trendMark(concept)}</h2>
    <p>${trendSentences(concept).join(' ')}</p>
    ${flips.length > 0 && html`<details><summary>How the label changed</summary><ul>${flips.map((flip) => html`<li>${flipSentence(flip)}</li>`)}</ul></details>`}
    ${Object.entries(conceptCharts(concept.name, years)).map(([file, chart]) => figure(chart, filesAt(`${conceptPath(concept.id)}/${file}`)))}
  </section>`

const papersSection = ({ concept: { id, name, papers: all }, papers, scores, isFirstPage, next }: ConceptView): Html =>
  html`<section aria-labelledby="papers">
    <h2 id="papers">Papers</h2>
    <p class="quiet">${pluralize(all, 'paper', 'papers')}, ${orderPhrase(scores)}.
      <a href="${pathWithQuery('/papers', { concept: id })}">Search among the papers on ${name}</a></p>
    <ul class="lines">${papers.map((paper) => paperLine(paper, scores))}</ul>
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
    <p class="quiet">Concepts that occur with ${name} in ${sampleSize < papers ? `the first ${sampleSize} of its papers` : 'its papers'}, with the number of papers that have both.</p>
    <ul class="tags">${concepts.map((other) => html`<li><a href="${conceptPath(other.id)}">${other.name} <span class="count">${other.papers}</span></a></li>\n`)}</ul>
  </section>`

/** One concept: its definition, trend and papers. */
export const conceptPage = ({ site, publicUrl }: { site: LiveSite; publicUrl: string }, view: ConceptView): Html => {
  const { id, name, definition, papers } = view.concept
  return layout({
    title: name,
    site,
    activePath: '/concepts',
    markdown: `${conceptPath(id)}.md`,
    description: definition ?? `${pluralize(papers, 'paper', 'papers')} on ${name}, and how their number changes.`,
    address: view.isFirstPage ? `${publicUrl}${conceptPath(id)}` : undefined,
    head: feedLinks(conceptPath(id)),
    body: html`<article class="with-rail">
      <header><h1>${name}</h1>${definition !== null && html`<p class="lead">${definition}</p>`}
      ${followLine(conceptPath(id), { site, label: `Follow this ${partName('concepts', site.current()).one}`, follows: { ...wholeLibraryFollowed, concept: id } })}</header>
      ${view.isFirstPage && html`<div class="side">${evidenceSection(view)}${coOccurringSection(view)}</div>`}
      ${papersSection(view)}
    </article>`,
  })
}

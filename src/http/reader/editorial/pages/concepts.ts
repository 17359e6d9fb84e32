import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { html, type Html } from '#html.ts'
import type { ConceptWithTrend, ConceptYear } from '#core/editorial/concept.ts'
import { trends, type Trend } from '#core/editorial/trend.ts'
import { conceptPath } from '#http/reader/addresses.ts'
import { layout } from '#http/pages/layout.ts'
import { shareLine } from '#http/reader/plots/share-line.ts'
import { trendNames } from '#http/reader/editorial/present.ts'
import { pathWithQuery, filterLinks, pager } from './filters.ts'

export type ConceptList = {
  /** How many concepts carry each label, whatever is shown. */
  counts: Record<Trend, number>
  trend: Trend | null
  page: number
  pages: number
  concepts: readonly ConceptWithTrend[]
  years: ReadonlyMap<string, readonly ConceptYear[]>
}

/** Shares of the papers of each year. */
export const sharesOf = (years: readonly ConceptYear[]): { year: number; share: number }[] =>
  years.map(({ year, papers, corpus }) => ({ year, share: corpus === 0 ? 0 : papers / corpus }))

/** @param top the share that the upper edge of every line stands for: only so can they be compared */
const row = ({ id, name, papers, evidence }: ConceptWithTrend, years: readonly ConceptYear[], top: number): Html =>
  html`<tr>
    <th scope="row"><a href="${conceptPath(id)}">${name}</a></th>
    <td class="number">${groupedNumber(papers)}</td>
    <td><span class="trend ${evidence.trend}">${trendNames[evidence.trend]}</span></td>
    <td>${shareLine(sharesOf(years), { title: name, top, table: false })}</td>
  </tr>\n`

const path = (trend: Trend | null, page: number): string =>
  pathWithQuery('/concepts', { trend, page: page === 1 ? null : page })

const trendChoices = ({ counts, trend }: ConceptList): Html =>
  filterLinks('Trend', [
    {
      label: 'All',
      count: trends.reduce((sum, name) => sum + counts[name], 0),
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
    ? html`<p>There is no ${trend !== null && `${trend} `}concept in the library now.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Concepts, as a table"><table class="concepts">
    <caption>Most papers first. The line is the share of the papers of each year that have the concept.</caption>
    <thead><tr><th scope="col">Concept</th><th scope="col" class="number">Papers</th><th scope="col">Trend</th><th scope="col">Share by year</th></tr></thead>
    <tbody>${concepts.map((concept) => row(concept, years.get(concept.id) ?? [], highestShare(years)))}</tbody>
  </table></div>`

/** All concepts with their trends. */
export const conceptsPage = (houseName: string, list: ConceptList): Html =>
  layout({
    title: list.trend === null ? 'Concepts' : `${trendNames[list.trend]} concepts`,
    houseName,
    activePath: '/concepts',
    markdown: '/concepts.md',
    description: 'The concepts that connect the papers of the library, with the trend of each over the years.',
    body: html`<h1>Concepts</h1>
      <p class="lead">What the papers have in common, and whether it is gaining ground.</p>
      ${trendChoices(list)}
      ${table(list)}
      ${pager(list.page, list.pages, (page) => path(list.trend, page))}`,
  })

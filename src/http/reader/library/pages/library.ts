import { html, type Html, type Part } from '#html.ts'
import type { ChapterRecord } from '#ports/store/chapters.ts'
import type { FacetCounts } from '#ports/store/library.ts'
import { layout } from '#http/pages/layout.ts'
import type { Asked } from '#http/reader/library/input.ts'
import {
  countOfPapers,
  facetOrder,
  isNarrowed,
  type Chosen,
  type Entry,
  type Facet,
  type presentOrders,
} from '#http/reader/library/present.ts'
import { contents } from './contents.ts'
import { chosenFilters, facetLists } from './filters.ts'
import { nothingFound, type WaysOut } from './nothing-found.ts'
import { pageLinks, paperEntry, type Pages } from './paper-entry.ts'

export type LibraryView = {
  houseName: string
  asked: Asked
  /** Papers in the whole library. */
  size: number
  holdings: FacetCounts
  entries: readonly Entry[]
  pages: Pages
  chapters: readonly ChapterRecord[]
  facets: readonly Facet[]
  chosen: readonly Chosen[]
  orders: ReturnType<typeof presentOrders>
  /** Only for an empty list. */
  waysOut: WaysOut | null
}

/** What is in force besides the words goes with a new search. */
const kept = (asked: Asked): Part =>
  ([...facetOrder, 'sort'] as const).map((name) => {
    const value = asked[name]
    return value !== null && value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`
  })

const searchForm = (asked: Asked): Html =>
  html`<form class="find" role="search" action="/" method="get">
      <label for="q">Search titles, authors, abstracts and topics</label>
      <input type="search" id="q" name="q" value="${asked.q}" maxlength="256" autocomplete="off" spellcheck="false" aria-describedby="how" />
      <button type="submit">Search</button>${kept(asked)}
      <p class="quiet" id="how"><code>"a phrase"</code> <code>-without</code> <code>this OR that</code> <code>begin*</code> <code>title:</code> <code>author:</code> <code>topic:</code></p>
    </form>`

const orderLinks = (orders: LibraryView['orders']): Html =>
  html`<nav class="orders" aria-label="Order">Order: <ul>${orders.map(
    ({ name, address, isChosen }) =>
      html`<li><a href="${address}"${isChosen && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`

const results = ({ entries, pages, orders, facets, waysOut }: LibraryView): Html =>
  waysOut !== null
    ? nothingFound(waysOut)
    : html`<div class="bar">${orderLinks(orders)}${facets.length > 0 && html`<a class="to-facets" href="#narrow">Narrow down</a>`}</div>
      <ol class="papers">${entries.map((entry) => paperEntry(entry))}</ol>
      ${pageLinks(pages)}`

/** The first page, and every view of the library: all of it stands in the address. */
export const libraryPage = (view: LibraryView): Html => {
  const { houseName, asked, size, holdings, chapters, facets, chosen } = view
  const whole = !isNarrowed(asked)
  const told = countOfPapers(holdings.papers, holdings.isExact)
  return layout({
    title: asked.q ?? (whole ? 'Library' : 'Papers'),
    houseName,
    at: '/',
    search: false,
    description: `${countOfPapers(size)} on AI agents that work over long horizons, and on their use in enterprises.`,
    head: html`<script type="module" src="/assets/library.js"></script>`,
    body: html`<h1>The library</h1>
      <p class="lead">${countOfPapers(size)} on AI agents that work over long horizons, and on their use in enterprises, read and scored by ${houseName}.</p>
      ${searchForm(asked)}
      <p class="quiet" id="told" role="status">${told}${asked.q !== null && html` for <bdi>${asked.q}</bdi>`}</p>
      <div class="library" id="found">
        <div>
          ${chosenFilters(chosen)}
          ${whole && contents(chapters, holdings.facets.chapter)}
          <h2 class="unseen">Papers</h2>
          ${results(view)}
        </div>
        ${facetLists(facets, holdings.facetsAreExact)}
      </div>`,
  })
}

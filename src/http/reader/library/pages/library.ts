import type { NamedChapter } from '#core/papers/chapter.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { html, type Html, type Renderable } from '#html.ts'
import type { FacetCounts } from '#ports/store/library.ts'
import { layout } from '#http/pages/layout.ts'
import { toFollowed, type LibraryQuery } from '#http/reader/library/input.ts'
import {
  countOfPapers,
  facetOrder,
  isFiltered,
  libraryUrl,
  type ActiveFilter,
  type Entry,
  type FacetLinks,
} from '#http/reader/library/present.ts'
import { contents } from './contents.ts'
import { alternateLinks } from '#http/reader/alternate-links.ts'
import { feedLinks, followLine } from '#http/reader/feeds/follow.ts'
import { paperListFormats } from '#schemas/forms/paper-list-formats.ts'
import { dataCatalog } from '#http/reader/library/data-catalog.ts'
import { isWithinLimits, type OrderLink } from '#http/reader/library/orders.ts'
import { activeFilterList, facetLists } from './filters.ts'
import { noResults, type Suggestions } from './nothing-found.ts'
import { pageLinks, paperEntry, type Pages } from './paper-entry.ts'
import { correctedWords, resultLine, type ResultLine } from './result-line.ts'

export type LibraryView = {
  houseName: string
  publicUrl: string
  query: LibraryQuery
  /** Papers in the whole library. */
  size: number
  line: ResultLine
  matches: FacetCounts
  entries: readonly Entry[]
  pages: Pages
  chapters: readonly NamedChapter[]
  facets: readonly FacetLinks[]
  activeFilters: readonly ActiveFilter[]
  orders: readonly OrderLink[]
  /** Only for an empty list. */
  suggestions: Suggestions | null
}

/** A new search keeps the active filters and the order. */
const hiddenFilters = (asked: LibraryQuery): Renderable =>
  ([...facetOrder, 'sort'] as const).map((name) => {
    const value = asked[name]
    return value !== null && value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`
  })

const searchForm = (asked: LibraryQuery): Html =>
  html`<form class="find" role="search" action="/" method="get">
      <label for="q">Ask a question, or search titles, authors, abstracts and topics</label>
      <div class="ask"><input type="search" id="q" name="q" value="${asked.q}" maxlength="2000" autocomplete="off" spellcheck="false" aria-describedby="how" /></div>
      <button type="submit">Search</button>${hiddenFilters(asked)}
      <p class="quiet" id="how"><code>"a phrase"</code> <code>-without</code> <code>this OR that</code> <code>begin*</code> <code>title:</code> <code>author:</code> <code>topic:</code></p>
    </form>`

const orderLinks = (orders: LibraryView['orders']): Html =>
  html`<nav class="orders" aria-label="Order">Order: <ul>${orders.map(
    ({ name, address, isChosen }) =>
      html`<li><a href="${address}"${isChosen && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`

const results = ({ entries, pages, orders, facets, suggestions }: LibraryView): Html =>
  suggestions !== null
    ? noResults(suggestions)
    : html`<div class="bar">${orderLinks(orders)}${facets.length > 0 && html`<a class="to-facets" href="#filter">Filter</a>`}</div>
      <ol class="papers">${entries.map((entry) => paperEntry(entry))}</ol>
      ${pageLinks(pages)}`

const feedSearch = (query: LibraryQuery): string => libraryUrl(query, { match: null, sort: undefined }).slice(1)

/** The first page, and every view of the library. The address holds the whole view. */
export const libraryPage = (view: LibraryView): Html => {
  const { houseName, publicUrl, query, size, matches, chapters, facets, activeFilters } = view
  const whole = !isFiltered(query)
  // A feed has the papers with all words.
  const followed = query.q === null || isWithinLimits(query.q) ? feedSearch(query) : null
  const isStart = whole && view.pages.first === null
  return layout({
    title: query.q ?? (whole ? 'Library' : 'Papers'),
    houseName,
    activePath: '/',
    search: false,
    description: `${countOfPapers(size)} on AI agents that work over long horizons, and on their use in enterprises.`,
    address: isStart ? `${publicUrl}/` : undefined,
    head: html`${alternateLinks('/papers', paperListFormats, libraryUrl(query).slice(1))}${followed !== null && feedLinks('/papers', followed)}${isStart && dataCatalog({ houseName, publicUrl, papers: size })}<script type="module" src="${assetUrl('library.js')}"></script><script type="module" src="${assetUrl('suggestions.js')}"></script>`,
    body: html`<h1>The library</h1>
      <p class="lead">${countOfPapers(size)} on AI agents that work over long horizons, and on their use in enterprises, read and scored by ${houseName}.</p>
      ${searchForm(query)}
      <p class="quiet" id="result-count" role="status">${resultLine(view.line)}</p>
      <div class="library" id="found">
        <div>
          ${correctedWords(view.line)}
          ${activeFilterList(activeFilters)}
          ${whole && contents(chapters, matches.facets.chapter)}
          <h2 class="unseen">Papers</h2>
          ${results(view)}
          ${
            followed !== null &&
            followLine('/papers', {
              search: followed,
              label: query.q === null ? 'Follow this' : 'Follow papers with all of these words',
              follows: toFollowed(query),
            })
          }
        </div>
        ${facetLists(facets, matches.facetsAreExact ? null : view.line.order === null ? 5_000 : 1_000)}
      </div>`,
  })
}

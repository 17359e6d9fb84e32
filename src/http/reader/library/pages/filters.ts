import { html, type Html } from '#html.ts'
import { count, type ActiveFilter, type FacetLinks } from '#http/reader/library/present.ts'

const facetList = ({ name, values }: FacetLinks, isExact: boolean): Html =>
  html`<h3>${name}</h3>
    <ul>${values.map(
      ({ label, papers, address }) =>
        html`<li><a href="${address}"><span dir="auto">${label}</span> <span class="number">${count(papers, isExact)}</span></a></li>`,
    )}</ul>`

/**
 * The filters to choose from, each with the number of papers that it would leave.
 * @param countedIn where only so many papers were counted
 */
export const facetLists = (facets: readonly FacetLinks[], countedIn: number | null): Html | false =>
  facets.length > 0 &&
  html`<aside class="facets" id="filter" aria-label="Filter">
      <h2>Filter</h2>
      ${countedIn !== null && html`<p class="quiet">A + marks a number counted in the first ${count(countedIn)} of these papers; the true number may be higher.</p>`}
      ${facets.map((facet) => facetList(facet, countedIn === null))}
    </aside>`

/** The active filters, each with a link that removes it. */
export const activeFilterList = (chosen: readonly ActiveFilter[]): Html | false =>
  chosen.length > 0 &&
  html`<ul class="tags chosen" aria-label="Active filters">${chosen.map(
    ({ name, label, removeUrl }) =>
      html`<li><a href="${removeUrl}" aria-label="Remove ${name.toLowerCase()} ${label}">${name}: <bdi>${label}</bdi> ×</a></li>`,
  )}</ul>`

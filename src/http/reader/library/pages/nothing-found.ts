import { html, type Html } from '#html.ts'
import type { ConceptLink } from '#ports/store/library.ts'
import type { ActiveFilter } from '#http/reader/library/present.ts'

export type Suggestions = {
  /** The suggested spelling of the query, with its address. */
  didYouMean: { text: string; address: string } | null
  activeFilters: readonly ActiveFilter[]
  /** The same search without any filter. */
  unfilteredUrl: string | null
  concepts: readonly ConceptLink[]
}

/** Shown instead of an empty list: suggested spellings, filters to remove, concepts to look at. */
export const noResults = ({ didYouMean, activeFilters, unfilteredUrl, concepts }: Suggestions): Html =>
  html`<div class="notice">
      <p>No papers found.${didYouMean !== null && html` Did you mean <a href="${didYouMean.address}"><b dir="auto">${didYouMean.text}</b></a>?`}</p>
      <ul>
        ${activeFilters.map(({ name, label, removeUrl }) => html`<li><a href="${removeUrl}">Without ${name.toLowerCase()} <bdi>${label}</bdi></a></li>`)}
        ${unfilteredUrl !== null && activeFilters.length > 1 && html`<li><a href="${unfilteredUrl}">Without any filter</a></li>`}
        ${concepts.map(({ id, name }) => html`<li>The concept <a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`)}
        <li>Fewer words, or a prefix with a star, such as <code>plan*</code></li>
        <li><a href="/concepts">All concepts</a>, or <a href="/">the whole library</a></li>
      </ul>
    </div>`

import { html, type Html } from '#html.ts'
import type { ConceptLink } from '#ports/store/library.ts'
import { count, type ActiveFilter, type Entry } from '#http/reader/library/present.ts'
import { paperEntry } from './paper-entry.ts'

export type Suggestions = {
  /** The suggested spelling of the query, with its address. */
  didYouMean: { text: string; address: string } | null
  /** `papers`: how many there are without it, where that is known. */
  activeFilters: readonly (ActiveFilter & { papers: number | null })[]
  /** The same search without any filter. */
  unfilteredUrl: string | null
  concepts: readonly ConceptLink[]
  /** Searches without one of the words. */
  fewerWords: { word: string; papers: number; isExact: boolean; address: string }[]
  /** Papers that come closest to what was asked for. */
  closest: readonly Entry[]
  /** Where no paper comes close: those that every list begins with. */
  highest: readonly Entry[]
}

const entryList = (title: string, entries: readonly Entry[]): Html | false =>
  entries.length > 0 && html`<h2>${title}</h2><ol class="papers">${entries.map((entry) => paperEntry(entry))}</ol>`

/** Shown instead of an empty list: suggested spellings, filters and words to leave out, concepts, the closest papers. */
export const noResults = (suggestions: Suggestions): Html => {
  const { didYouMean, activeFilters, unfilteredUrl, concepts, fewerWords, closest, highest } = suggestions
  return html`<div class="notice">
      <p>No papers found.${didYouMean !== null && html` Did you mean <a href="${didYouMean.address}"><b dir="auto">${didYouMean.text}</b></a>?`}</p>
      <ul>
        ${activeFilters.map(({ name, label, removeUrl, papers }) => html`<li><a href="${removeUrl}">Without ${name.toLowerCase()} <bdi>${label}</bdi></a>${papers !== null && `: ${count(papers)}`}</li>`)}
        ${unfilteredUrl !== null && activeFilters.length > 1 && html`<li><a href="${unfilteredUrl}">Without any filter</a></li>`}
        ${fewerWords.map(({ word, papers, isExact, address }) => html`<li><a href="${address}">Without the word <bdi>${word}</bdi></a>: ${count(papers, isExact)}</li>`)}
        ${concepts.map(({ id, name }) => html`<li>The concept <a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`)}
        <li>Fewer words, or a prefix with a star, such as <code>plan*</code></li>
        <li><a href="/concepts">All concepts</a>, or <a href="/">the whole library</a></li>
      </ul>
    </div>
    ${entryList('Closest papers', closest)}
    ${entryList('Highest long-horizon scores', highest)}`
}

import { html, type Html } from '#html.ts'
import type { ConceptLink } from '#ports/store/library.ts'
import type { Chosen } from '#http/reader/library/present.ts'

export type WaysOut = {
  /** The query that may have been meant, with its address. */
  meant: { text: string; address: string } | null
  chosen: readonly Chosen[]
  /** The same search without any filter. */
  unfiltered: string | null
  concepts: readonly ConceptLink[]
}

/** Instead of an empty list: what may have been meant, and where to go from here. */
export const nothingFound = ({ meant, chosen, unfiltered, concepts }: WaysOut): Html =>
  html`<div class="notice">
      <p>No paper fits.${meant !== null && html` Did you mean <a href="${meant.address}"><b dir="auto">${meant.text}</b></a>?`}</p>
      <ul>
        ${chosen.map(({ name, label, without }) => html`<li><a href="${without}">Without ${name.toLowerCase()} <bdi>${label}</bdi></a></li>`)}
        ${unfiltered !== null && chosen.length > 1 && html`<li><a href="${unfiltered}">Without any filter</a></li>`}
        ${concepts.map(({ id, name }) => html`<li>The concept <a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`)}
        <li>Fewer words, or the beginning of one with a star, such as <code>plan*</code></li>
        <li><a href="/concepts">All concepts</a>, or <a href="/">the whole library</a></li>
      </ul>
    </div>`

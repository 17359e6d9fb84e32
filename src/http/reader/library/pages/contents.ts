import type { NamedChapter } from '#core/papers/chapter.ts'
import { html, type Html } from '#html.ts'
import type { FacetCount } from '#ports/store/library.ts'
import { countOfPapers } from '#http/reader/library/present.ts'

/** The seven chapters as a table of contents. */
export const contents = (chapters: readonly NamedChapter[], counts: readonly FacetCount[]): Html => {
  const papersIn = new Map(counts.map(({ value, papers }) => [value, papers]))
  return html`<nav class="contents" aria-label="Chapters"><h2>Chapters</h2><ol>${chapters.map(
    ({ number, name }) =>
      html`<li><a href="/chapters/${number}">${name}</a> <span>${countOfPapers(papersIn.get(String(number)) ?? 0)}</span></li>`,
  )}</ol></nav>`
}

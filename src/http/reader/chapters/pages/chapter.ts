import { pluralize } from '#core/numbers/pluralize.ts'
import { wholeLibraryFollowed } from '#core/following/followed-search.ts'
import type { ChapterRecord, NamedChapter } from '#core/papers/chapter.ts'
import { assetUrl } from '#http/pages/asset-url.ts'
import { html, markdown, type Html } from '#html.ts'
import type { FacetCounts } from '#ports/store/library.ts'
import type { MarkupOf } from '#queries/render-kept-texts.ts'
import { feedLinks, followLine } from '#http/reader/feeds/follow.ts'
import { layout } from '#http/pages/layout.ts'
import { count, countOfPapers, type Entry } from '#http/reader/library/present.ts'
import { yearCurve } from '#http/reader/plots/year-curve.ts'
import { pageLinks, paperEntry, type Pages } from '#http/reader/library/pages/paper-entry.ts'

export type ChapterView = {
  houseName: string
  text: ChapterRecord
  markupOf: MarkupOf
  before: NamedChapter | undefined
  after: NamedChapter | undefined
  years: { year: number; papers: number }[]
  matches: FacetCounts
  entries: readonly Entry[]
  pages: Pages
}

const neighbours = ({ before, after }: ChapterView): Html =>
  html`<nav class="pages" aria-label="Chapters">
      ${before !== undefined && html`<a rel="prev" href="/chapters/${before.number}">Chapter ${before.number}: ${before.name}</a>`}
      <a href="/chapters">All chapters</a>
      ${after !== undefined && html`<a href="/chapters/${after.number}">Chapter ${after.number}: ${after.name}</a>`}
    </nav>`

const concepts = ({ facets }: FacetCounts): Html | false =>
  facets.concept.length > 0 &&
  html`<h2>Concepts</h2>
    <ul class="tags">${facets.concept.map(
      ({ value, label, papers }) =>
        html`<li><a href="/concepts/${encodeURIComponent(value)}"><span dir="auto">${label}</span> ${count(papers)}</a></li>`,
    )}</ul>`

/** One chapter: how it opens, how it grew, what it is about, and its papers. */
export const chapterPage = (view: ChapterView): Html => {
  const { houseName, text, markupOf, matches, entries, pages } = view
  const { number, name, introduction } = text
  return layout({
    title: `Chapter ${number}: ${name}`,
    houseName,
    activePath: '/',
    markdown: `/chapters/${number}.md`,
    description: `Chapter ${number} of the library, ${name}: ${pluralize(matches.papers, 'paper', 'papers')}.`,
    head: html`${feedLinks(`/chapters/${number}`)}<script type="module" src="${assetUrl('library.js')}"></script>`,
    body: html`<p class="facts over-title">Chapter ${number}</p>
      <h1>${name}</h1>
      <div class="prose lead">${markdown(markupOf(introduction))}</div>
      ${yearCurve(view.years, { title: 'Papers by year' })}
      ${concepts(matches)}
      <h2 id="papers">${countOfPapers(matches.papers)}</h2>
      <form class="find" role="search" aria-label="This chapter" action="/" method="get">
        <label for="q">Search in this chapter</label>
        <input type="search" id="q" name="q" maxlength="256" autocomplete="off" />
        <input type="hidden" name="chapter" value="${number}" />
        <button type="submit">Search</button>
      </form>
      <ol class="papers">${entries.map((entry) => paperEntry(entry))}</ol>
      ${pageLinks(pages)}
      ${followLine(`/chapters/${number}`, { follows: { ...wholeLibraryFollowed, chapter: number } })}
      ${neighbours(view)}`,
  })
}

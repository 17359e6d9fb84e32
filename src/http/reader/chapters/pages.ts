import { type LibraryWords, partHeading } from '#core/papers/library-words.ts'
import { pluralize } from '#core/numbers.ts'
import { wholeLibraryFollowed } from '#core/following/followed-search.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { chapterTitle, hasOwnName, type ChapterRecord, type NamedChapter } from '#core/papers/chapter.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import { html, markdown, type Html } from '#html.ts'
import type { FacetCounts } from '#ports/store/library.ts'
import type { MarkupOf } from '#queries/rendered-texts.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { countText, paperCountText, type Entry } from '#http/reader/library/present.ts'
import { type Chart, figure, filesAt } from '#http/reader/plots/figure.ts'
import { yearChart } from '#http/reader/plots/series.ts'
import { newHereScript } from '#http/reader/library/new-here.ts'
import { pageLinks, paperEntry, type Pages } from '#http/reader/library/pages.ts'
import type { LiveSite } from '#ports/site.ts'

export type ChapterView = {
  site: LiveSite
  text: ChapterRecord
  markupOf: MarkupOf
  before: NamedChapter | undefined
  after: NamedChapter | undefined
  years: { year: number; papers: number }[]
  matches: FacetCounts
  entries: readonly Entry[]
  scores: ShownScores
  pages: Pages
}

const neighbours = ({ before, after }: ChapterView): Html =>
  html`<nav class="pages" aria-label="Chapters">
      ${before !== undefined && html`<a rel="prev" href="/chapters/${before.number}">${chapterTitle(before)}</a>`}
      <a href="/chapters">All chapters</a>
      ${after !== undefined && html`<a href="/chapters/${after.number}">${chapterTitle(after)}</a>`}
    </nav>`

const concepts = ({ facets }: FacetCounts, words: LibraryWords): Html | false =>
  facets.concept.length > 0 &&
  html`<h2>${partHeading('concepts', words)}</h2>
    <ul class="tags">${facets.concept.map(
      ({ value, label, papers }) =>
        html`<li><a href="/concepts/${encodeURIComponent(value)}"><span dir="auto">${label}</span> ${countText(papers)}</a></li>`,
    )}</ul>`

export const chapterYears = ({ name }: NamedChapter, years: ChapterView['years']): Chart =>
  yearChart(years, { title: 'Papers by year', whose: name })

/** One chapter: its introduction, growth, concepts and papers. */
export const chapterPage = (view: ChapterView): Html => {
  const { site, text, markupOf, matches, entries, scores, pages } = view
  const { number, name, introduction } = text
  return layout({
    title: chapterTitle(text),
    site,
    activePath: '/papers',
    markdown: `/chapters/${number}.md`,
    description: `${chapterTitle(text)}, of the library: ${pluralize(matches.papers, 'paper', 'papers')}.`,
    head: html`${feedLinks(`/chapters/${number}`)}${newHereScript()}<script type="module" src="${assetUrl('library.js')}"></script>`,
    body: html`<article class="with-rail">
      <header>${hasOwnName(text) && html`<p class="facts over-title">Chapter ${number}</p>`}
      <h1>${name}</h1>
      <div class="prose lead">${markdown(markupOf(introduction))}</div>
      ${followLine(`/chapters/${number}`, { site, label: 'Follow this chapter', follows: { ...wholeLibraryFollowed, chapter: number } })}</header>
      <div class="side">${figure(chapterYears(text, view.years), filesAt(`/chapters/${number}/years`))}${concepts(matches, site.current())}</div>
      <section aria-labelledby="papers"><h2 id="papers">${paperCountText(matches.papers)}</h2>
      <form class="find" role="search" aria-label="This chapter" action="/papers" method="get">
        <label for="q">Search in this chapter</label>
        <input type="search" id="q" name="q" maxlength="256" autocomplete="off" />
        <input type="hidden" name="chapter" value="${number}" />
        <button type="submit">Search</button>
      </form>
      <ol class="papers">${entries.map((entry) => paperEntry(entry, scores[0], scores.length === 0))}</ol>
      ${pageLinks(pages)}</section>
      ${neighbours(view)}
      </article>`,
  })
}

export type ChaptersView = {
  site: LiveSite
  chapters: readonly { chapter: ChapterRecord; papers: number }[]
  markupOf: MarkupOf
}

/** All chapters with their introductions and the number of papers in each. */
export const chaptersPage = ({ site, chapters, markupOf }: ChaptersView): Html =>
  layout({
    title: 'Chapters',
    site,
    activePath: '/papers',
    markdown: '/chapters.md',
    description: `The ${chapters.length} chapters of the library, with the number of papers in each.`,
    body: html`<h1>Chapters</h1>
      ${chapters.map(
        ({ chapter, papers }) =>
          html`<section class="chapter-text edge-${chapter.number}">
      <h2><a href="/chapters/${chapter.number}">${hasOwnName(chapter) && `${chapter.number}. `}${chapter.name}</a></h2>
      <p class="facts">${paperCountText(papers)}</p>
      <div class="prose">${markdown(markupOf(chapter.introduction))}</div>
    </section>`,
      )}`,
  })

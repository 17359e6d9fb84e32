import { partHeading } from '#core/papers/library-words.ts'
import { pluralize } from '#core/numbers.ts'
import { wholeLibraryFollowed, type FollowedPapers } from '#core/following/followed-search.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { layout } from '#http/pages/layout.ts'
import { html, type Html } from '#html.ts'
import { authorPath, conceptPath } from '#http/reader/addresses.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { pageLinks, type Pages } from '#http/reader/library/pages.ts'
import { countText, paperCountText } from '#http/reader/library/present.ts'
import { orderPhrase, paperLine } from '#http/reader/phrases.ts'
import { type Chart, figure, filesAt } from '#http/reader/plots/figure.ts'
import { yearChart } from '#http/reader/plots/series.ts'
import type { LiveSite } from '#ports/site.ts'

type Counted = { name: string; papers: number }

/** The papers that have a name: that of an author, or of a journal, proceedings or a book. */
export type NameView = {
  site: LiveSite
  publicUrl: string
  /** What the name is, above it. */
  kind: string
  name: string
  path: string
  /** What a reader should know of the name. */
  note: string | null
  total: number
  isExact: boolean
  years: readonly { year: number; papers: number }[]
  concepts: readonly (Counted & { id: string })[]
  coAuthors: readonly Counted[]
  papers: readonly Paper[]
  scores: ShownScores
  pages: Pages
  /** The query of the library for the same papers, and how they are followed. */
  search: string
  follows: Partial<FollowedPapers>
}

const tag = ({ name, papers }: Counted, address: string | null): Html => {
  const counted = html`<bdi>${name}</bdi> <span class="count">${countText(papers)}</span>`
  return html`<li>${address === null ? html`<span class="tag">${counted}</span>` : html`<a href="${address}">${counted}</a>`}</li>\n`
}

const conceptSection = ({ concepts, site }: NameView): Html | false =>
  concepts.length > 0 &&
  html`<section aria-labelledby="concepts">
    <h2 id="concepts">${partHeading('concepts', site.current())}</h2>
    <ul class="tags">${concepts.map((concept) => tag(concept, conceptPath(concept.id)))}</ul>
  </section>`

const coAuthorSection = ({ coAuthors }: NameView): Html | false =>
  coAuthors.length > 0 &&
  html`<section aria-labelledby="with">
    <h2 id="with">Together with</h2>
    <ul class="tags">${coAuthors.map((author) => tag(author, authorPath(author.name)))}</ul>
  </section>`

export const nameYears = (name: string, years: NameView['years']): Chart =>
  yearChart(years, { title: 'Papers by year', whose: name })

/** The papers of one author or venue: their years, their concepts, with whom they were written, and a list of them. */
export const namePage = (view: NameView): Html => {
  const { site, publicUrl, kind, name, path, note, total, isExact, years, papers, pages, search, follows } = view
  const first = years[0]?.year
  const last = years.at(-1)?.year
  const span = first === last ? `of ${first}` : `from ${first} to ${last}`
  return layout({
    title: name,
    site,
    activePath: '/papers',
    markdown: `${path}.md`,
    description: `${kind} ${name}: ${pluralize(total, 'paper', 'papers')} ${span} in the library.`,
    address: pages.first === null ? `${publicUrl}${path}` : undefined,
    head: feedLinks('/papers', search),
    body: html`<article class="with-rail">
      <header><p class="facts over-title">${kind}</p>
      <h1><bdi>${name}</bdi></h1>
      <p class="lead">${paperCountText(total, isExact)} ${span}.</p>
      ${note !== null && html`<p class="quiet">${note}</p>`}
      ${followLine('/papers', { site, search, label: `Follow ${name}`, follows: { ...wholeLibraryFollowed, ...follows } })}</header>
      <div class="side">${figure(nameYears(name, years), filesAt(`${path}/years`))}${conceptSection(view)}${coAuthorSection(view)}</div>
      <section aria-labelledby="papers">
        <h2 id="papers">Papers</h2>
        <p class="quiet">Listed ${orderPhrase(view.scores)}. <a href="/papers${search}">Search among these papers</a></p>
        <ul class="lines">${papers.map((paper) => paperLine(paper, view.scores))}</ul>
        ${pageLinks(pages)}
      </section>
      </article>`,
  })
}

import { plainMathematics } from '#core/text/mathematics.ts'
import { isOn, partName } from '#core/papers/library-words.ts'
import type { CalendarDay } from '#core/calendar-day.ts'
import type { ConceptWithTrend, ConceptYear } from '#core/editorial/concept.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { weekLabel } from '#core/editorial/week.ts'
import { wholeLibraryFollowed } from '#core/following/followed-search.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { html, type Html, withFormulas } from '#html.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import type { AddedDays } from '#ports/store/library.ts'
import { briefPath, conceptPath, gapPath, paperPath } from '#http/reader/addresses.ts'
import { severityNames } from '#http/reader/editorial/pages/gaps.ts'
import { sharesOf } from '#http/reader/editorial/pages/concepts.ts'
import { trendMark } from '#http/reader/editorial/present.ts'
import { addedText } from '#http/reader/dates.ts'
import { briefOffer, feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { EMPTY_LIBRARY_QUERY } from '#http/reader/library/input.ts'
import { newHereLine, newHereScript, newMark } from '#http/reader/library/new-here.ts'
import { meaningLine, searchForm } from '#http/reader/library/pages.ts'
import { type CatalogSite, countText, dataCatalog, libraryUrl, paperCountText } from '#http/reader/library/present.ts'
import { firstAuthors, percent } from '#http/reader/phrases.ts'
import { shareLine, yearLine } from '#http/reader/plots/series.ts'
import { type ChapterCard, type NewPaper, type ShownBrief } from './present.ts'

export type HomeView = {
  catalog: CatalogSite
  comparesMeaning: boolean
  /** Papers added since a day, and whether all were counted. */
  fresh: { papers: number; isExact: boolean; since: CalendarDay }
  addedDays: AddedDays
  brief: ShownBrief | null
  newest: readonly NewPaper[]
  concepts: readonly ConceptWithTrend[]
  /** The years of these concepts. */
  years: ReadonlyMap<string, readonly ConceptYear[]>
  gaps: { all: number; open: readonly GapWithPapers[]; examples: readonly string[] }
  chapters: readonly ChapterCard[]
  scores: ShownScores
}

const figures = ({ catalog, fresh, gaps }: HomeView): Html =>
  html`<p class="figures"><a href="/papers">${paperCountText(catalog.papers)}</a>${
    fresh.papers > 0 &&
    html` · <a href="${libraryUrl(EMPTY_LIBRARY_QUERY, { addedSince: fresh.since, sort: 'added' })}">${countText(fresh.papers, fresh.isExact)} new this week</a>`
  }${gaps.all > 0 && html` · <a href="/gaps">${pluralize(gaps.all, 'open question', 'open questions')}</a>`}</p>`

const exampleLinks = (examples: readonly string[]): Html | false =>
  examples.length > 0 &&
  html`<div class="examples"><p>Ask, for example:</p><ul>${examples.map(
    (text) => html`<li><a href="${libraryUrl(EMPTY_LIBRARY_QUERY, { q: text })}" dir="auto">${text}</a></li>`,
  )}</ul></div>`

const briefSection = ({ brief, catalog }: HomeView): Html | false => {
  if (brief === null) return false
  const offer = briefOffer(catalog.site)
  return html`<section class="brief" aria-labelledby="brief">
      <h2 id="brief">${brief.isThisWeek ? 'This week’s' : 'The latest'} ${partName('briefs', catalog.site.current()).one}</h2>
      <p class="facts">${weekLabel(brief.week)}</p>
      <h3 dir="auto"><a href="${briefPath(brief.id)}" data-entry>${withFormulas(brief.title)}</a></h3>
      <p class="take" dir="auto">${brief.take}</p>
      <p class="facts"><a href="${briefPath(brief.id)}" aria-label="Read the ${partName('briefs', catalog.site.current()).one}: ${plainMathematics(brief.title)}">Read</a> · <a href="${offer.href}">Get it ${offer.way}</a></p>
    </section>`
}

const newEntry = ({ paper: { id, title, authors, year, addedOn }, comment }: NewPaper): Html =>
  html`<li>
      <h3 dir="auto"><a href="${paperPath(id)}" data-entry>${withFormulas(title)}</a></h3>
      <p class="facts">${newMark(addedOn)}<bdi>${firstAuthors(authors)}</bdi> · ${year}${addedText(addedOn)}</p>
      ${comment !== null && html`<p class="comment" dir="auto">${comment.name !== null && html`<span class="quiet">${comment.name}:</span> `}${comment.text}</p>`}
    </li>`

const newestSection = (newest: readonly NewPaper[]): Html | false =>
  newest.length > 0 &&
  html`<section class="newest" aria-labelledby="newest">
      <h2 id="newest">New here</h2>
      <ol class="papers">${newest.map(newEntry)}</ol>
      <p class="facts"><a href="${libraryUrl(EMPTY_LIBRARY_QUERY, { sort: 'added' })}">All papers, latest first</a></p>
    </section>`

const yearsText = ([from, to]: readonly [number, number]): string => `${from} and ${to}`

/** The counts behind the label, since a trend is only as good as those. */
const riseText = ({ evidence: { trend, window, concept, shares } }: ConceptWithTrend): string => {
  const before =
    trend === 'emerging'
      ? 'none before'
      : `${groupedNumber(concept.before)} in ${yearsText(window.before)} (${percent(shares.before, 1)})`
  return `${pluralize(concept.recent, 'paper', 'papers')} in ${yearsText(window.recent)} (${percent(shares.recent, 1)}), ${before}`
}

const conceptsSection = ({ catalog, concepts, years }: HomeView): Html | false => {
  const shares = concepts.map(({ id }) => sharesOf(years.get(id) ?? []))
  const top = Math.max(0, ...shares.flat().map(({ share }) => share))
  return (
    concepts.length > 0 &&
    html`<section class="rising" aria-labelledby="rising">
      <h2 id="rising">Rising ${partName('concepts', catalog.site.current()).many}</h2>
      <ul>${concepts.map(
        (concept, index) =>
          html`<li>
        <div><h3 dir="auto"><a href="${conceptPath(concept.id)}" data-entry>${concept.name}</a></h3>
        <p class="facts">${trendMark(concept)}: ${riseText(concept)}</p></div>
        ${shareLine(shares[index] ?? [], { title: concept.name, top })}
      </li>`,
      )}</ul>
      <p class="facts"><a href="/concepts">All ${partName('concepts', catalog.site.current()).many}, with the numbers of each year</a></p>
    </section>`
  )
}

const questionsSection = ({ gaps: { all, open } }: HomeView): Html | false =>
  open.length > 0 &&
  html`<section class="questions" aria-labelledby="questions">
      <h2 id="questions">Open questions</h2>
      <ul>${open.map(
        ({ id, title, severity, papers }) =>
          html`<li><h3 dir="auto"><a href="${gapPath(id)}" data-entry>${withFormulas(title)}</a></h3>
        <p class="facts"><span class="severity ${severity}">${severityNames[severity]}</span>${papers.length > 0 && `, drawn from ${pluralize(papers.length, 'paper', 'papers')}`}</p></li>`,
      )}</ul>
      <p class="facts"><a href="/gaps">${all > open.length ? `All ${groupedNumber(all)} open questions` : 'More on open questions'}</a></p>
    </section>`

/** @param scores of the library; the best paper is that by the first */
const chapterCard = ({ number, name, line, papers, years, best }: ChapterCard, [score]: ShownScores): Html =>
  html`<li class="edge-${number}">
      <h3><a href="/chapters/${number}" data-entry>${name}</a></h3>
      <p dir="auto">${line}</p>
      ${yearLine(years, { title: `Papers of ${name}` })}
      <p class="facts">${paperCountText(papers)}${best !== null && html`. ${score === undefined ? 'Latest' : html`Highest by <bdi>${score.name}</bdi>`}: <a href="${paperPath(best.id)}" dir="auto">${withFormulas(best.title)}</a>`}</p>
    </li>`

const chaptersSection = ({ chapters, scores }: HomeView): Html | false =>
  chapters.length > 0 &&
  html`<section class="chapters" aria-labelledby="chapters">
      <h2 id="chapters">Chapters</h2>
      <ul>${chapters.map((chapter) => chapterCard(chapter, scores))}</ul>
    </section>`

/** The head of the front page, which an empty library has too. */
const frame = (catalog: CatalogSite, { head, body }: { head: Html; body: Html }): Html => {
  const { name, tagline } = catalog.site.current()
  return layout({
    title: tagline,
    site: catalog.site,
    search: false,
    description: `${tagline}: a library of ${paperCountText(catalog.papers)}.`,
    address: `${catalog.publicUrl}/`,
    image: `${catalog.publicUrl}/share.png`,
    head,
    body: html`<div class="home"><h1 dir="auto">${name}</h1>
      <p class="lead" dir="auto">${tagline}</p>
      ${body}</div>`,
  })
}

/** The front page: what is here, what is new, and what is open. A part without content is left out. */
export const homePage = (view: HomeView): Html => {
  const { catalog, comparesMeaning, addedDays, newest, gaps } = view
  return frame(catalog, {
    head: html`${feedLinks('/papers')}${isOn('briefs', catalog.site.current()) && feedLinks('/briefs')}${dataCatalog(catalog)}${newHereScript()}<script type="module" src="${assetUrl('suggestions.js')}"></script>`,
    body: html`${figures(view)}
      ${newHereLine(addedDays)}
      ${searchForm(EMPTY_LIBRARY_QUERY, false)}
      ${meaningLine(comparesMeaning)}
      ${exampleLinks(gaps.examples)}
      <div class="columns">
      <div>${briefSection(view)}${newestSection(newest)}</div>
      <div>${conceptsSection(view)}${questionsSection(view)}</div>
      </div>
      ${chaptersSection(view)}
      ${followLine('/papers', { site: catalog.site, label: 'Follow the library', follows: wholeLibraryFollowed })}`,
  })
}

/** The front page of a library without papers. */
export const emptyHomePage = (catalog: CatalogSite): Html =>
  frame(catalog, {
    head: dataCatalog(catalog),
    body: html`<p class="notice">This library has no papers yet; its editors import, add and watch for them in <a href="/console">the console</a>.</p>`,
  })

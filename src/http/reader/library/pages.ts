import { isOn, type LibraryWords, partName } from '#core/papers/library-words.ts'
import { html, type Html, type Renderable, withFormulas } from '#html.ts'
import type { AddedDays, ConceptLink, FacetCounts } from '#ports/store/library.ts'
import {
  paperCountText,
  countText,
  type ActiveFilter,
  type CitedLink,
  type FacetLinks,
  type HitDetails,
  type Entry,
  librarySearch,
  libraryUrl,
  viewParameters,
} from './present.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { MAX_RANKED_WORDS, MAX_TYPED_CHARACTERS } from '#core/search/ranking/ranked-query.ts'
import { fieldLabelIn } from '#core/papers/paper-fields.ts'
import type { TextSegment } from '#core/search/highlight.ts'
import { toHundredths } from '#core/papers/score.ts'
import { type ScoreKind, type ShownScores, valueOf } from '#core/papers/shown-scores.ts'
import type { ScoreSetting } from '#core/settings.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { assetUrl, layout } from '#http/pages/layout.ts'
import { otherFilters, pageFacets, toFollowed, type LibraryQuery, type UnderstoodView } from './input.ts'
import { alternateLinks, authorPath, likeUrl } from '#http/reader/addresses.ts'
import { addedText } from '#http/reader/dates.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { paperListFormats } from '#schemas/paper-list-formats.ts'
import { newHereLine, newHereScript, newMark } from './new-here.ts'
import { saveButton } from '#http/reader/reading-list/save-button.ts'
import { BEST_MATCH, CITED_HERE, isWithinLimits, type OrderLink, scoreOfList } from './orders.ts'
import type { LiveSite } from '#ports/site.ts'

const hiddenFields = (query: LibraryQuery, names: readonly (keyof LibraryQuery)[]): Renderable =>
  viewParameters(query, names).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)

/** A link to the page of an author. */
const authorPageLink = (name: string): Html | false => {
  const path = authorPath(name)
  return path !== null && html` <a class="page" href="${path}" aria-label="Page of ${name}">page</a>`
}

const facetList = ({ facet, name, values, isExact, countedIn }: FacetLinks): Html =>
  html`<h3>${name}</h3>
    ${countedIn !== null && html`<p class="quiet">Counted in ${groupedNumber(countedIn)} of these papers.</p>`}
    <ul>${values.map(
      ({ value, label, papers, isChosen, address }) =>
        html`<li><label><input type="checkbox" name="${facet}" value="${value}" aria-label="${name} ${label}"${isChosen && html` checked`} /></label><a href="${address}"${isChosen && html` aria-current="true"`}><span dir="auto">${label}</span>${papers !== null && html` <span class="number">${countText(papers, isExact)}</span>`}</a>${facet === 'authorName' && authorPageLink(label)}</li>`,
    )}</ul>`

const citedList = ({ isChosen, address }: CitedLink): Html =>
  html`<h3>Citations</h3>
    <ul><li><label><input type="checkbox" name="cited" value="yes" aria-label="Citations cited here"${isChosen && html` checked`} /></label><a href="${address}"${isChosen && html` aria-current="true"`}>${CITED_HERE}</a></li></ul>`

/**
 * The filters to choose from, each with the number of papers that it would leave: beside the list, or folded above it where the
 * page is narrow.
 * @param countedIn how many papers were counted, if not all
 */
const facetLists = (
  query: LibraryQuery,
  { facets, cited, countedIn }: Pick<LibraryView, 'facets' | 'cited'> & { countedIn: number | null },
): Html | false =>
  (facets.length > 0 || cited !== null) &&
  html`<aside class="facets" aria-label="Filter">
      <h2>Filter</h2>
      <details><summary><h2>Filter</h2></summary>
      ${countedIn !== null && html`<p class="quiet">A + marks a number counted in the first ${countText(countedIn)} of these papers; the true number may be higher.</p>`}
      <form action="/papers" method="get">${hiddenFields(query, ['q', 'like', 'match', ...otherFilters.filter((name) => name !== 'cited' || cited === null), 'sort', 'interpret'])}
      ${facets.map(facetList)}
      ${cited !== null && citedList(cited)}
      <p><button type="submit">Show papers</button></p></form>
      </details>
    </aside>`

/** The active filters, each with a link that removes it. */
const activeFilterList = (chosen: readonly ActiveFilter[]): Html | false =>
  chosen.length > 0 &&
  html`<ul class="tags chosen" aria-label="Active filters">${chosen.map(
    ({ name, label, removeUrl }) =>
      html`<li><a href="${removeUrl}" aria-label="Remove ${name.toLowerCase()} ${label}">${name}: <bdi>${label}</bdi> ×</a></li>`,
  )}</ul>`

/** A text with the matched words highlighted. */
const highlighted = (pieces: readonly TextSegment[]): Html =>
  html`${pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : withFormulas(text)))}`

/** The passage that answers best, with a link to its place. */
const passageLine = (paper: Entry['paper'], { passage }: HitDetails): Html | false =>
  passage !== null &&
  html`<p class="excerpt" dir="auto">${highlighted(passage.pieces)} <a class="place" href="${passage.address}">in the ${fieldLabelIn(paper, passage.source).toLowerCase()}</a></p>`

/** Why a hit is here: the words of the question by field, words that are close in meaning, and those that it lacks. */
const whyHere = (paper: Entry['paper'], { reasons: { fields, close, missing }, isNear }: HitDetails): Html =>
  html`<details class="why"><summary>Why here</summary><ul>
      ${fields.map(({ field, words }) => html`<li>${fieldLabelIn(paper, field)}: <bdi>${words.join(', ')}</bdi></li>`)}
      ${close.map(({ words, to }) => html`<li><bdi>${words.join(', ')}</bdi> — close in meaning to: <bdi>${to.join(', ')}</bdi></li>`)}
      ${fields.length + close.length === 0 && isNear && html`<li>It has none of these words and was found by its meaning alone.</li>`}
      ${fields.length + close.length === 0 && !isNear && html`<li>It has none of these words, but resembles the papers that match best.</li>`}
      ${fields.length + close.length > 0 && missing.length > 0 && html`<li>Missing: <bdi>${missing.join(', ')}</bdi></li>`}
      <li><a href="${likeUrl(paper.id)}" aria-label="More like this: ${plainMathematics(paper.title)}">More like this</a></li>
    </ul></details>`

/**
 * A score of a paper as a short bar with its figure; screen readers read only the figure. Nothing for a paper without it, and for a
 * library without it.
 * @param name stands before it, where nothing else says which score it is
 */
export const scoreValue = (
  score: ScoreSetting,
  paper: Pick<Paper, ScoreKind>,
  name: Html | false = false,
): Html | false => {
  const value = valueOf(score, paper)
  if (value === null) return false
  const shown = (toHundredths(value) / 100).toFixed(2)
  return html`<span class="score">${name}<meter value="${shown}" min="0" max="1" aria-hidden="true"></meter> <b>${shown}</b></span>`
}

export const scoreMeter = (score: ScoreSetting | undefined, paper: Pick<Paper, ScoreKind>): Html | false =>
  score !== undefined && scoreValue(score, paper, html`<bdi>${score.name}</bdi> `)

const CONCEPTS_SHOWN = 3

/** A name with its own text direction, and a link to the page of the author. */
const authorName = (pieces: readonly TextSegment[]): Html => {
  const path = authorPath(pieces.map(({ text }) => text).join(''))
  const name = html`<bdi>${highlighted(pieces)}</bdi>`
  return path === null ? name : html`<a href="${path}">${name}</a>`
}

const authorNames = ({ authors, moreAuthors }: Entry): Html =>
  html`${authors.map((name, index) => html`${index > 0 && ', '}${authorName(name)}`)}${moreAuthors > 0 && ` and ${moreAuthors} more`}`

const conceptLink = ({ id, name }: ConceptLink): Html =>
  html`<li><a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`

/**
 * A paper in a list; the keys j and k move between titles.
 * @param shown one score, since two next to each other invite a comparison that means nothing
 * @param isDated whether the list is ordered by the day of becoming public, which an entry then has
 */
export const paperEntry = (entry: Entry, shown: ScoreSetting | undefined, isDated = false): Html => {
  const { paper, chapter, title, excerpt, topics, hit, citedHere } = entry
  const score = scoreMeter(shown, paper)
  const link = html`<a data-entry href="/papers/${paper.id}">${highlighted(title)}</a>`
  return html`<li${chapter !== undefined && html` class="edge-${chapter.number}"`}>
    <h3 dir="auto">${link}</h3>
    <p class="facts">${newMark(paper.addedOn)}${authorNames(entry)} · ${paper.year}${paper.container !== null && html` · <bdi>${paper.container}</bdi>`}${isDated && addedText(paper.addedOn)}${citedHere !== undefined && html` · cited by ${pluralize(citedHere, 'paper', 'papers')} here`} ${saveButton(paper)}</p>
    ${excerpt.length > 0 && html`<p class="excerpt" dir="auto">${highlighted(excerpt)}</p>`}
    ${hit !== null && passageLine(paper, hit)}
    ${hit === null && topics.length > 0 && html`<p class="facts">Topics: ${topics.map((topic, index) => html`${index > 0 && ', '}${highlighted(topic)}`)}</p>`}
    ${
      (chapter !== undefined || score !== false || paper.conceptLinks.length > 0) &&
      html`<ul class="marks tags">
      ${chapter !== undefined && html`<li class="in-chapter"><a href="/chapters/${chapter.number}" dir="auto">${chapter.name}</a></li>`}
      ${score !== false && html`<li>${score}</li>`}
      ${paper.conceptLinks.slice(0, CONCEPTS_SHOWN).map(conceptLink)}
    </ul>`
    }
    ${hit !== null && whyHere(paper, hit)}
  </li>`
}

export type Pages = { first: string | null; next: string | null }

/** Links to other pages of a list. */
export const pageLinks = ({ first, next }: Pages): Html | false =>
  (first !== null || next !== null) &&
  html`<nav class="pages" aria-label="Pages">${first !== null && html`<a href="${first}">Back to the first</a>`}${next !== null && html`<a rel="next" href="${next}">Next page</a>`}</nav>`

export type Suggestions = {
  /** A suggested spelling of the query. */
  didYouMean: { text: string; address: string } | null
  /** `papers`: how many there are without the filter, if known. */
  activeFilters: readonly (ActiveFilter & { papers: number | null })[]
  /** The same search without any filter. */
  unfilteredUrl: string | null
  concepts: readonly ConceptLink[]
  /** Searches without one of the words. */
  fewerWords: { word: string; papers: number; isExact: boolean; address: string }[]
  /** The papers closest to the query. */
  closest: readonly Entry[]
  /** If no paper is close: the first papers of the whole library. */
  highest: readonly Entry[]
}

const entryList = (
  { title, isDated = false }: { title: string; isDated?: boolean },
  entries: readonly Entry[],
  [first]: ShownScores,
): Html | false =>
  entries.length > 0 &&
  html`<h2>${title}</h2><ol class="papers">${entries.map((entry) => paperEntry(entry, first, isDated))}</ol>`

/** Shown instead of an empty list: suggested spellings, filters and words to leave out, concepts, the closest papers. */
const noResults = (suggestions: Suggestions, words: LibraryWords): Html => {
  const { scores } = words
  const { didYouMean, activeFilters, unfilteredUrl, concepts, fewerWords, closest, highest } = suggestions
  return html`<div class="notice">
      <p>No papers found.${didYouMean !== null && html` Did you mean <a href="${didYouMean.address}"><b dir="auto">${didYouMean.text}</b></a>?`}</p>
      <ul>
        ${activeFilters.map(({ name, label, removeUrl, papers }) => html`<li><a href="${removeUrl}">Without ${name.toLowerCase()} <bdi>${label}</bdi></a>${papers !== null && `: ${countText(papers)}`}</li>`)}
        ${unfilteredUrl !== null && activeFilters.length > 1 && html`<li><a href="${unfilteredUrl}">Without any filter</a></li>`}
        ${fewerWords.map(({ word, papers, isExact, address }) => html`<li><a href="${address}">Without the word <bdi>${word}</bdi></a>: ${countText(papers, isExact)}</li>`)}
        ${concepts.map(({ id, name }) => html`<li>The ${partName('concepts', words).one} <a href="/concepts/${encodeURIComponent(id)}" dir="auto">${name}</a></li>`)}
        <li>Fewer words, or a prefix with a star, such as <code>plan*</code></li>
        <li>${isOn('concepts', words) && html`<a href="/concepts">All ${partName('concepts', words).many}</a>, or `}<a href="/papers">the whole library</a></li>
      </ul>
    </div>
    ${entryList({ title: 'Closest papers' }, closest, scores)}
    ${entryList(scores[0] === undefined ? { title: 'Latest papers', isDated: true } : { title: `Highest by ${scores[0].name}` }, highest, scores)}`
}

/** How many papers a view has, and how they were found. */
type ResultLine = {
  papers: number
  isExact: boolean
  query: string | null
  /** The order of a ranked list in words; null for a list of all matches. */
  order: string | null
  /** For a ranked list in which some papers are weak: how many are strong, and the address with weak ones, or without. */
  strong: { papers: number; weak: number; weakIsExact: boolean; isFolded: boolean; otherUrl: string } | null
  /** For a ranked list: how many papers have all words, and their address; null if there are too many words. */
  allWords: { papers: number; isExact: boolean; address: string } | null
  /** For a list that requires all words because the reader chose so: the address of the ranked one. */
  bestMatchUrl: string | null
  /** Corrections of misspelt words. */
  corrections: readonly { from: string; to: string }[]
  /** The language of the query, if the library has no text in it. */
  unknownLanguage: string | null
  /** How many different words of a long text were left out. */
  dropped: number
}

/** `12 good matches · show weaker`, which is what a folded list says first, or what another says last. */
const strongText = ({ papers, isFolded, otherUrl }: NonNullable<ResultLine['strong']>, order: string): Html | string =>
  papers === 0
    ? 'no good match'
    : html`${pluralize(papers, 'good match', 'good matches')}${order !== BEST_MATCH && `, ${order}`} · <a href="${otherUrl}">${isFolded ? 'show weaker' : 'hide weaker'}</a>`

/** `12 good matches · show weaker; all words: 3`, `26 papers, best match; all words: 3`, or `3 papers for planning`. */
const resultLine = (line: ResultLine): Html => {
  const { papers, isExact, query, order, allWords, strong, bestMatchUrl } = line
  const counted = paperCountText(papers, isExact)
  const everyWord =
    allWords !== null &&
    html`; all words: ${allWords.papers === 0 ? '0' : html`<a href="${allWords.address}">${countText(allWords.papers, allWords.isExact)}</a>`}`
  if (order !== null && strong?.isFolded === true) return html`${strongText(strong, order)}${everyWord}`
  if (order !== null)
    return html`${counted}, ${order}${everyWord}${strong !== null && html`; ${strongText(strong, BEST_MATCH)}`}`
  return html`${counted}${query !== null && html` for <bdi>${query}</bdi>`}${bestMatchUrl !== null && html` with all words; <a href="${bestMatchUrl}">best match</a>`}`
}

const correctedWords = ({ corrections }: ResultLine): Html | false =>
  corrections.length > 0 &&
  html`<p class="quiet">${corrections.map(({ from, to }) => html`Searched for <b dir="auto">${to}</b> instead of <bdi>${from}</bdi>, which no paper has. `)}</p>`

const languageNotice = ({ unknownLanguage }: ResultLine): Html | false =>
  unknownLanguage !== null &&
  html`<p class="quiet">The library has no text in ${unknownLanguage}; words were not corrected.</p>`

/** What of a long text was not searched for. */
const leftOut = ({ dropped }: ResultLine, isCut: boolean): Html | false =>
  (dropped > 0 || isCut) &&
  html`<p class="quiet">${isCut && `Only the first ${groupedNumber(MAX_TYPED_CHARACTERS)} characters of this text were read. `}${dropped > 0 && `A search takes ${MAX_RANKED_WORDS} different words: those of this text that tell most. ${pluralize(dropped, 'other was', 'others were')} left out.`}</p>`

export type LibraryView = {
  site: LiveSite
  publicUrl: string
  query: LibraryQuery
  cursor: string | undefined
  understood: UnderstoodView
  /** The paper that similar ones are searched for. */
  like: Paper | null
  /** Whether the text was longer than the box takes. */
  isCut: boolean
  /** Papers in the whole library. */
  size: number
  /** For the whole list, on its first page; null for any other. */
  addedDays: AddedDays | null
  line: ResultLine
  matches: FacetCounts
  entries: readonly Entry[]
  pages: Pages
  facets: readonly FacetLinks[]
  /** Narrows the view to papers that others here cite; null in a library without citations. */
  cited: CitedLink | null
  activeFilters: readonly ActiveFilter[]
  orders: readonly OrderLink[]
  /** Whether the list is ordered by the day on which papers became public here. */
  isDated: boolean
  /** Only for an empty list. */
  suggestions: Suggestions | null
  /** Whether an embeddings endpoint gets the questions of readers. */
  comparesMeaning: boolean
  /** Whether this list was compared by meaning; null where that is not done. */
  semantic: boolean | null
}

/** A new search keeps the active filters and the order. */
const hiddenFilters = (query: LibraryQuery): Renderable =>
  hiddenFields(query, ['like', ...pageFacets, ...otherFilters, 'sort'])

/** @param comparesMeaning whether an embeddings endpoint gets the questions of readers */
export const meaningLine = (comparesMeaning: boolean): Html | false =>
  comparesMeaning &&
  html`<p class="quiet">What you type here is also sent to an embedding model that the operator of this library has chosen, so that papers are found by their meaning.</p>`

/** The search box of the front page and, on one line, of lists. */
export const searchForm = (query: LibraryQuery, isLine = true): Html =>
  html`<form class="find" role="search" action="/papers" method="get">
      <label for="q"${isLine && html` class="unseen"`}>Ask a question, or search titles, authors, abstracts and topics</label>
      <div class="ask"><input type="search" id="q" name="q" value="${query.q}" maxlength="${MAX_TYPED_CHARACTERS}" autocomplete="off" spellcheck="false" /></div>
      <button type="submit">Search</button>${hiddenFilters(query)}
    </form>`

const operators = (): Html =>
  html`<details class="operators"><summary>Search tips</summary><p><code>"a phrase"</code> <code>-without</code> <code>this OR that</code> <code>begin*</code> <code>title:</code> <code>author:</code> <code>topic:</code></p></details>`

const orderLinks = (orders: LibraryView['orders']): Html =>
  html`<nav class="orders" aria-label="Order">Order: <ul>${orders.map(
    ({ name, address, isChosen }) =>
      html`<li><a href="${address}"${isChosen && html` aria-current="true"`}>${name}</a></li>`,
  )}</ul></nav>`

/** The way to the weak hits from the end of a folded list. */
const foldedHits = ({ strong }: ResultLine): Html | false =>
  strong?.isFolded === true &&
  html`<p><a href="${strong.otherUrl}">Show ${countText(strong.weak, strong.weakIsExact)} weaker ${strong.weak === 1 ? 'match' : 'matches'}</a></p>`

const results = ({ site, query, line, entries, pages, orders, suggestions, isDated }: LibraryView): Html =>
  suggestions !== null
    ? noResults(suggestions, site.current())
    : html`<div class="bar">${orderLinks(orders)}</div>
      <ol class="papers">${entries.map((entry) => paperEntry(entry, scoreOfList(query, site.current().scores), isDated))}</ol>
      ${pageLinks(pages)}
      ${foldedHits(line)}`

/** What words were read as filters, and the search for the words as typed. */
const readWords = ({ query, understood: { read } }: LibraryView): Html | false =>
  read.length > 0 &&
  html`<p class="quiet">${read.map(({ words }, index) => html`${index > 0 && ', '}<bdi>${words}</bdi>`)} ${read.length === 1 ? 'was read as a filter' : 'were read as filters'}; <a href="${libraryUrl(query, { interpret: 'false' })}">search for the words as typed</a>.</p>`

const feedSearch = (query: LibraryQuery): string => librarySearch(query, { match: null, sort: undefined, weak: null })

/** Every list of papers. The address holds the whole state of a view. */
export const libraryPage = (view: LibraryView): Html => {
  const { site, publicUrl, query, cursor, understood, like, size, matches, facets, activeFilters } = view
  const shown = understood.view
  // A feed requires all words, so there is none for a longer question, for words that no paper has all of, nor for papers like one.
  const hasNone = view.line.allWords?.papers === 0
  const isFollowable = like === null && !hasNone && (shown.q === null || isWithinLimits(shown.q))
  const followed = isFollowable ? feedSearch(shown) : null
  const byEmail = isFollowable ? toFollowed(shown) : null
  const follow =
    followed !== null &&
    followLine('/papers', {
      site,
      search: followed,
      label: shown.q === null ? 'Follow this' : 'Follow papers with all of these words',
      ...(byEmail === null ? {} : { follows: byEmail }),
    })
  return layout({
    title: like === null ? (query.q ?? 'Papers') : `Papers like ${like.title}`,
    site,
    activePath: '/papers',
    search: false,
    description: `${paperCountText(size)} in the library of ${site.current().name}: search, filters and order.`,
    address: `${publicUrl}${libraryUrl(query, { weak: null, ...(cursor === undefined ? {} : { cursor }) })}`,
    head: html`${alternateLinks('/papers', paperListFormats, librarySearch(shown, { weak: null }))}${followed !== null && feedLinks('/papers', followed)}${newHereScript()}<script type="module" src="${assetUrl('library.js')}"></script><script type="module" src="${assetUrl('suggestions.js')}"></script>`,
    body: html`${like === null ? html`<h1 class="unseen">Papers</h1>` : html`<h1 dir="auto">Papers like <a href="/papers/${like.id}">${withFormulas(like.title)}</a></h1>`}
      ${searchForm(query)}
      ${meaningLine(view.comparesMeaning)}
      ${operators()}
      <p class="quiet" id="result-count" role="status">${resultLine(view.line)}</p>
      ${view.addedDays !== null && newHereLine(view.addedDays)}
      <div class="library" id="found">
        ${facetLists(query, { facets, cited: view.cited, countedIn: matches.facetsAreExact ? null : view.line.order === null ? 5_000 : 1_000 })}
        <div>
          ${correctedWords(view.line)}
          ${languageNotice(view.line)}
          ${leftOut(view.line, view.isCut)}
          ${view.semantic === false && html`<p class="quiet">This list was made by words alone.</p>`}
          ${activeFilterList(activeFilters)}
          ${readWords(view)}
          <h2 class="unseen">Papers</h2>
          ${view.suggestions === null && follow}
          ${results(view)}
          ${view.suggestions !== null && follow}
        </div>
      </div>`,
  })
}

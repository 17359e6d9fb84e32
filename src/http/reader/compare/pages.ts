import { capitalized, fieldName, isOn, type LibraryWords, partName } from '#core/papers/library-words.ts'
import type { NamedChapter } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { fieldLabels } from '#core/papers/paper-fields.ts'
import { abstractName } from '#core/papers/text-kinds.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import { html, type Html, plainParagraphs, type Renderable, withFormulas } from '#html.ts'
import { layout } from '#http/pages/layout.ts'
import { chapterLink, paperPath } from '#http/reader/addresses.ts'
import { scoreValue } from '#http/reader/library/pages.ts'
import { firstAuthors } from '#http/reader/phrases.ts'
import { READING_LIST } from '#http/reader/reading-list/pages.ts'
import { saveButton } from '#http/reader/reading-list/save-button.ts'
import type { LiveSite } from '#ports/site.ts'

/** As many as fit beside each other on a wide screen. */
export const MAX_COMPARED = 4

export type Comparison = {
  /** With commentaries as their openings. */
  papers: readonly Paper[]
  chapters: readonly NamedChapter[]
  /** Ids that name no public paper. */
  missing: readonly string[]
  /** How many papers the address names. */
  named: number
}

/** What is said of each paper under one name; false where nothing is. */
type Row = { name: string; valueOf: (paper: Paper) => Renderable }

const names = (list: readonly string[]): Html | false => list.length > 0 && html`<bdi>${list.join(', ')}</bdi>`

/** Concepts that all papers have. */
const sharedConcepts = (papers: readonly Paper[]): string[] => {
  const [first, ...others] = papers
  return (first?.concepts ?? []).filter((concept) => others.every(({ concepts }) => concepts.includes(concept)))
}

const rowsOf = ({ papers, chapters }: Comparison, words: LibraryWords): Row[] => {
  const shared = sharedConcepts(papers)
  const concepts = partName('concepts', words).many
  return [
    { name: 'Authors', valueOf: ({ authors }) => html`<bdi>${firstAuthors(authors)}</bdi>` },
    { name: 'Year', valueOf: ({ year }) => year },
    { name: fieldLabels.container, valueOf: ({ container }) => container !== null && html`<bdi>${container}</bdi>` },
    {
      name: fieldName('type', words),
      valueOf: ({ type }) => type !== null && isOn('types', words) && type.replaceAll('_', ' '),
    },
    { name: 'Chapter', valueOf: ({ chapter }) => chapter !== null && chapterLink(chapters, chapter) },
    ...words.scores.map((score) => ({ name: score.name, valueOf: (paper: Paper) => scoreValue(score, paper) })),
    { name: `Shared ${concepts}`, valueOf: () => names(shared) },
    {
      name: shared.length > 0 ? `Other ${concepts}` : capitalized(concepts),
      valueOf: (paper) => names(paper.concepts.filter((concept) => !shared.includes(concept))),
    },
    { name: 'Topics', valueOf: ({ topics }) => names(topics) },
    {
      name: 'Why it matters',
      valueOf: ({ commentary }) => commentary !== null && commentary !== '' && withFormulas(commentary),
    },
    {
      name: [...new Set(papers.map(abstractName))].join(' or '),
      valueOf: (paper) => paper.abstract !== null && plainParagraphs(paper.abstract),
    },
  ]
}

/** A row that says something of at least one paper. */
const tableRow = ({ name, valueOf }: Row, papers: readonly Paper[]): Html | false => {
  const values = papers.map((paper) => valueOf(paper))
  const isEmpty = values.every((value) => value === false || value === null)
  return (
    !isEmpty &&
    html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td dir="auto">${value === false || value === null ? html`<span class="quiet">—</span>` : value}</td>`)}</tr>\n`
  )
}

const table = (comparison: Comparison, words: LibraryWords): Html => {
  const { papers } = comparison
  return html`<div class="scroll" tabindex="0" role="region" aria-label="The papers, side by side"><table class="compare">
    <thead><tr><td></td>${papers.map(
      (paper) =>
        html`<th scope="col" dir="auto"><a href="${paperPath(paper.id)}" data-entry>${withFormulas(paper.title)}</a> ${saveButton(paper)}</th>`,
    )}</tr></thead>
    <tbody>${rowsOf(comparison, words).map((row) => tableRow(row, papers))}</tbody>
  </table></div>`
}

const howTo = (): Html =>
  html`<p class="notice">Choose two, three or four papers: mark them in <a href="${READING_LIST}">your reading list</a>, or follow “Compare” beside a related paper on the page of a paper.</p>`

/** Papers side by side: what they share, and in what they differ. */
export const comparePage = (site: LiveSite, comparison: Comparison): Html => {
  const { papers, missing, named } = comparison
  return layout({
    title:
      papers.length < 2
        ? 'Compare papers'
        : `Compare: ${papers.map(({ title }) => plainMathematics(title)).join(' · ')}`,
    site,
    activePath: '/papers',
    description: 'Papers of the library side by side.',
    body: html`<h1>Compare papers</h1>
      ${missing.length > 0 && html`<p class="notice">Not in the library: ${missing.join(', ')}.</p>`}
      ${named > MAX_COMPARED && html`<p class="notice">The first ${MAX_COMPARED} of ${named} papers are compared.</p>`}
      ${papers.length < 2 && howTo()}
      ${papers.length > 0 && table(comparison, site.current())}`,
  })
}

import { capitalized, type LibraryWords, partName } from '#core/papers/library-words.ts'
import type { ShownScores } from '#core/papers/shown-scores.ts'
import { pluralize } from '#core/numbers.ts'
import { chapterLabel, type NamedChapter } from '#core/papers/chapter.ts'
import type { ConceptCoverage } from '#core/editorial/concept.ts'
import type { MarkdownMarkup } from '#core/text/markdown.ts'
import { html, markdown, type Html, withFormulas } from '#html.ts'
import {
  type GapEntry,
  type GapEntryKind,
  type GapState,
  gapStates,
  severities,
  type Severity,
  type GapWithPapers,
} from '#core/editorial/gap.ts'
import type { Paper } from '#core/papers/paper.ts'
import { conceptPath, gapPath, paperPath } from '#http/reader/addresses.ts'
import { dateElement } from '#http/reader/dates.ts'
import { paperLine } from '#http/reader/phrases.ts'
import { feedLinks, followLine } from '#http/reader/feeds/feeds.ts'
import { evidenceSection } from '#http/reader/evidence/pages.ts'
import type { ShownEvidence } from '#http/reader/evidence/present.ts'
import { layout } from '#http/pages/layout.ts'
import { pathWithQuery, filterLinks, pager } from './filters.ts'
import type { LiveSite } from '#ports/site.ts'

export type GapList = {
  counts: Record<Severity, number>
  severity: Severity | null
  states: Record<GapState, number>
  state: GapState | null
  page: number
  pages: number
  gaps: readonly GapWithPapers[]
  chapters: readonly NamedChapter[]
  coverage: readonly ConceptCoverage[]
  /** The explanation of a gap with links to the papers that it mentions, and to its evidence on the page of the gap. */
  explanationOf: (gap: GapWithPapers) => MarkdownMarkup
  scores: ShownScores
}

type GapTexts = Pick<GapList, 'explanationOf' | 'scores'>

export const severityNames: Record<Severity, string> = { critical: 'Critical', high: 'High', medium: 'Medium' }

/** Gaps are called research gaps until a library renames them. */
const gapsName = ({ labels }: LibraryWords): string => labels.gaps?.many ?? 'research gaps'
const oneGap = ({ labels }: LibraryWords): string => labels.gaps?.one ?? 'research gap'

const path = (severity: Severity | null, page: number, state: GapState | null = null): string =>
  pathWithQuery('/gaps', { severity, state, page: page === 1 ? null : page })

const stateNames: Record<GapState, string> = { open: 'Open', narrowing: 'Narrowing', closed: 'Closed' }

const entryNames: Record<GapEntryKind, string> = {
  opened: 'Opened',
  narrowed: 'Narrowed',
  closed: 'Closed',
  reopened: 'Reopened',
}

/** Where the life of a gap stands, and since when. */
const stateLine = ({ state, history }: GapWithPapers): Html => {
  const last = history.at(-1)
  return html`${stateNames[state]}${last !== undefined && html`, ${state === 'narrowing' ? 'last narrowed' : 'since'} ${dateElement(last.at)}`}`
}

/** The explanation of a gap and the papers it rests on. */
const gapBody = (gap: GapWithPapers, { explanationOf, scores }: GapTexts): Html => {
  const { papers } = gap
  return html`<div class="prose">${markdown(explanationOf(gap), 4)}</div>
    ${
      papers.length > 0 &&
      html`<details><summary>Rests on ${pluralize(papers.length, 'paper', 'papers')}</summary>
      <ul class="lines">${papers.map((paper) => paperLine(paper, scores))}</ul></details>`
    }`
}

const gapEntry = (gap: GapWithPapers, texts: GapTexts): Html =>
  html`<section class="gap" id="${gap.id}" aria-labelledby="${gap.id}-title">
    <h3 id="${gap.id}-title"><a href="${gapPath(gap.id)}">${withFormulas(gap.title)}</a></h3>
    ${gap.state !== 'open' && html`<p class="quiet">${stateLine(gap)}</p>`}
    ${gapBody(gap, texts)}
  </section>\n`

const bySeverity = (shown: readonly GapWithPapers[], texts: GapTexts): Html[] =>
  severities.flatMap((severity) => {
    const some = shown.filter((gap) => gap.severity === severity)
    return some.length === 0
      ? []
      : [
          html`<h2 class="severity ${severity}">${severityNames[severity]}</h2>${some.map((gap) => gapEntry(gap, texts))}`,
        ]
  })

/** Darker for more papers; the number is shown as well. */
const shade = (papers: number, most: number): string =>
  papers === 0 ? 'none' : `s${Math.ceil(Math.sqrt(papers / most) * 4)}`

const coverageTable = ({ coverage, chapters }: GapList, words: LibraryWords): Html => {
  const { one, many } = partName('concepts', words)
  const most = Math.max(1, ...coverage.flatMap(({ byChapter }) => byChapter))
  return html`<section aria-labelledby="coverage">
    <h2 id="coverage">Topics with few papers</h2>
    <p>The ${many} with the most papers, and how many of these are in each chapter. A zero is a question that the library hardly asks.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Papers by ${one} and chapter"><table class="coverage">
      <caption>Papers by ${one} and chapter</caption>
      <thead><tr><th scope="col">${capitalized(one)}</th>${chapters.map(({ number, name }) => html`<th scope="col" class="number"><a href="/chapters/${number}" aria-label="${chapterLabel(chapters, number)}" title="${name}">${number}</a></th>`)}</tr></thead>
      <tbody>${coverage.map(
        ({ id, name, byChapter }) =>
          html`<tr><th scope="row"><a href="${conceptPath(id)}">${name}</a></th>${chapters.map(({ number }) => {
            const papers = byChapter[number - 1] ?? 0
            return html`<td class="number ${shade(papers, most)}">${papers}</td>`
          })}</tr>\n`,
      )}</tbody>
    </table></div>
  </section>`
}

/** Shown once a gap is not open any more. */
const stateChoices = ({ states, state, severity }: GapList): Html | false =>
  (state !== null || states.narrowing + states.closed > 0) &&
  filterLinks('State', [
    {
      label: 'All',
      count: gapStates.reduce((sum, name) => sum + states[name], 0),
      address: path(severity, 1),
      isActive: state === null,
    },
    ...gapStates.map((name) => ({
      label: stateNames[name],
      count: states[name],
      address: path(severity, 1, name),
      isActive: state === name,
    })),
  ])

const severityChoices = ({ counts, severity, state }: GapList): Html =>
  filterLinks('Severity', [
    {
      label: 'All',
      count: severities.reduce((sum, name) => sum + counts[name], 0),
      address: path(null, 1, state),
      isActive: severity === null,
    },
    ...severities.map((name) => ({
      label: severityNames[name],
      count: counts[name],
      address: path(name, 1, state),
      isActive: severity === name,
    })),
  ])

/** Research gaps, most severe first, and a table of topics with few papers. */
export const gapsPage = (site: LiveSite, list: GapList): Html => {
  const words = site.current()
  const name = gapsName(words)
  return layout({
    title: list.severity === null ? capitalized(name) : `${severityNames[list.severity]} ${name}`,
    site,
    activePath: '/gaps',
    markdown: '/gaps.md',
    head: feedLinks('/gaps', list.severity === null ? '' : `?severity=${list.severity}`),
    description:
      'Questions that the papers of the library leave open, most severe first, each with the papers behind it.',
    body: html`<h1>${capitalized(name)}</h1>
      <p class="lead">What the papers leave open, as ${site.current().name} sees it; most severe first.</p>
      ${followLine('/gaps', {
        site,
        search: list.severity === null ? '' : `?severity=${list.severity}`,
        what: `each new ${oneGap(words)}, once`,
        follows: { of: 'gaps', severity: list.severity },
      })}
      ${severityChoices(list)}
      ${stateChoices(list)}
      ${list.gaps.length === 0 && html`<p>The library has no ${list.state !== null && `${list.state} `}${list.severity !== null && `${list.severity} `}${partName('gaps', words).many} at present.</p>`}
      ${bySeverity(list.gaps, list)}
      ${pager(list.page, list.pages, (page) => path(list.severity, page, list.state))}
      ${list.page === 1 && list.coverage.length > 0 && list.chapters.length > 0 && coverageTable(list, words)}`,
  })
}

type NamedPapers = ReadonlyMap<string, Paper>

const historyEntry = ({ entry, at, reason, papers }: GapEntry, named: NamedPapers): Html => {
  const links = papers.flatMap((id) => {
    const paper = named.get(id)
    return paper === undefined
      ? []
      : [html`<li><a href="${paperPath(id)}" dir="auto">${withFormulas(paper.title)}</a></li>`]
  })
  return html`<li><b>${entryNames[entry]}</b> ${dateElement(at)}${reason !== null && html`<p>${reason}</p>`}${links.length > 0 && html`<ul>${links}</ul>`}</li>\n`
}

/** The life of a gap, latest entry first; nothing while it is only open. */
const historySection = ({ history }: GapWithPapers, named: NamedPapers): Html | false =>
  history.length > 1 &&
  html`<section aria-labelledby="history"><h2 id="history">History</h2>
      <ol class="lines" reversed>${history.toReversed().map((entry) => historyEntry(entry, named))}</ol></section>`

type GapView = {
  gap: GapWithPapers
  /** With links to the papers that it mentions, and to its evidence. */
  explanation: MarkdownMarkup
  /** The public papers that the history names. */
  named: NamedPapers
  evidence: ShownEvidence | null
}

/** One gap on its own page, so that it can be linked to. */
export const gapPage = (
  { site, publicUrl, scores }: { site: LiveSite; publicUrl: string; scores: ShownScores },
  { gap, explanation, named, evidence }: GapView,
): Html =>
  layout({
    title: gap.title,
    site,
    activePath: '/gaps',
    markdown: `${gapPath(gap.id)}.md`,
    description: `${capitalized(gap.severity)} ${oneGap(site.current())}, drawn from ${pluralize(gap.papers.length, 'paper', 'papers')}.`,
    address: `${publicUrl}${gapPath(gap.id)}`,
    image: `${publicUrl}${gapPath(gap.id)}/share.png`,
    kind: 'article',
    body: html`<article class="with-rail">
      <header>
        <p class="quiet"><a href="${path(gap.severity, 1)}">${severityNames[gap.severity]} ${partName('gaps', site.current()).one}</a> · ${stateLine(gap)} · last revised ${dateElement(gap.updatedAt)}</p>
        <h1>${withFormulas(gap.title)}</h1>
      </header>
      <div class="prose">${markdown(explanation, 2)}</div>
      ${evidenceSection(evidence)}
      ${historySection(gap, named)}
      ${
        gap.papers.length > 0 &&
        html`<section class="side" aria-labelledby="papers"><h2 id="papers">Papers behind this ${partName('gaps', site.current()).one}</h2>
        <ul class="lines">${gap.papers.map((paper) => paperLine(paper, scores))}</ul></section>`
      }
    </article>`,
  })

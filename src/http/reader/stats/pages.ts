import { pluralize, groupedNumber } from '#core/numbers.ts'
import type { Stats } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import type { RankedCount } from '#ports/store/library.ts'
import { layout } from '#http/pages/layout.ts'
import { bars, monthColumns, yearCurve } from '#http/reader/plots/series.ts'
import type { ChapterLabel } from '#http/reader/plots/figure.ts'

type Years = readonly { year: number; papers: number }[]
type Ranking = { all: number; top: readonly RankedCount[] }

export type Statistics = {
  counts: Stats
  labelOf: ChapterLabel
  years: Years
  chapters: readonly { chapter: number | null; papers: number; years: Years }[]
  institutions: Ranking
  sources: Ranking
  months: readonly { month: string; papers: number }[]
}

const fact = (name: string, count: number): Html => html`<dt>${name}</dt><dd>${groupedNumber(count)}</dd>`

const topSummary = ({ all, top }: Ranking, one: string, many: string): string => {
  const [first] = top
  if (first === undefined) return `No ${one} is known yet.`
  const shown = all > top.length ? `; the ${top.length} with most papers are shown` : ''
  return `${pluralize(all, one, many)}${shown}. Most papers: ${first.name} (${groupedNumber(first.papers)}).`
}

const chapterSummary = ({ chapters, labelOf }: Statistics): string => {
  const most = chapters.toSorted((a, b) => b.papers - a.papers)[0]
  return most === undefined
    ? 'There are no papers yet.'
    : `Most in ${labelOf(most.chapter)} (${groupedNumber(most.papers)}).`
}

const growthSummary = (months: Statistics['months']): string => {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return 'No paper has been accepted yet.'
  const all = months.reduce((sum, { papers }) => sum + papers, 0)
  return first === last
    ? `${pluralize(all, 'paper', 'papers')}, all accepted in ${first.month}.`
    : `${pluralize(all, 'paper', 'papers')} since ${first.month}; ${groupedNumber(last.papers)} in ${last.month}.`
}

/** The corpus in numbers. */
export const statsPage = (houseName: string, statistics: Statistics): Html => {
  const { counts, labelOf, years, chapters, institutions, sources, months } = statistics
  return layout({
    title: 'Statistics',
    houseName,
    activePath: '/stats',
    description: `${pluralize(counts.papers, 'paper', 'papers')}, ${groupedNumber(counts.concepts)} concepts, ${groupedNumber(counts.sources)} sources.`,
    body: html`<h1>Statistics</h1>
<p class="lead">The corpus today, in numbers.</p>
<dl class="facts">${fact('Papers', counts.papers)}${fact('Sources', counts.sources)}${fact('Concepts', counts.concepts)}${fact('Frameworks', counts.frameworks)}</dl>
<h2>Years</h2>
${yearCurve(years, { title: 'Papers by year of publication' })}
<h2>Chapters</h2>
${bars(
  chapters.map(({ chapter, papers }) => ({
    name: labelOf(chapter),
    papers,
    ...(chapter === null ? {} : { href: `/chapters/${chapter}` }),
  })),
  { title: 'Papers by chapter', summary: chapterSummary(statistics), column: 'Chapter' },
)}
<div class="multiples">${chapters.map(
      ({ chapter, years }) => chapter !== null && yearCurve(years, { title: `${labelOf(chapter)} by year` }),
    )}</div>
<h2>Where the papers come from</h2>
${bars(
  institutions.top.map(({ name, papers }) => ({
    name,
    papers,
    href: `/papers?institution=${encodeURIComponent(name)}`,
  })),
  {
    title: 'Papers by institution',
    summary: topSummary(institutions, 'institution', 'institutions'),
    column: 'Institution',
  },
)}
${bars(sources.top, { title: 'Papers by source', summary: topSummary(sources, 'source', 'sources'), column: 'Source' })}
<h2>Growth</h2>
${monthColumns(months, { title: 'Papers accepted by month', summary: growthSummary(months) })}`,
  })
}

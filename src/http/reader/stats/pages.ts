import { isOn, partHeading, partName } from '#core/papers/library-words.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import type { Stats } from '#core/papers/paper.ts'
import { html, type Html } from '#html.ts'
import type { RankedCount } from '#ports/store/library.ts'
import { layout } from '#http/pages/layout.ts'
import { bars, monthColumns, sharedAxes, type YearAxes, yearChart } from '#http/reader/plots/series.ts'
import { type Chart, type ChapterLabel, figure, filesAt } from '#http/reader/plots/figure.ts'
import { findingOf } from '#http/reader/plots/findings.ts'
import type { LiveSite } from '#ports/site.ts'

type Years = readonly { year: number; papers: number }[]
/** A figure of the page, by the name of its files. */
export type NamedChart = { name: string; chart: Chart }

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

const topSummary = ({ all, top }: Ranking, one: string, many: string): string =>
  `${pluralize(all, one, many)}${all > top.length ? `; the ${top.length} with most papers are shown` : ''}.`

/** Whether any paper is in a chapter. */
const hasChapters = ({ chapters }: Statistics): boolean => chapters.some(({ chapter }) => chapter !== null)

const chapterBars = ({ counts, chapters, labelOf }: Statistics): Chart => {
  const rows = chapters.map(({ chapter, papers }) => ({
    name: labelOf(chapter),
    papers,
    ...(chapter === null ? {} : { href: `/chapters/${chapter}` }),
  }))
  const named = rows.filter(({ href }) => href !== undefined)
  const outside = counts.papers - named.reduce((sum, { papers }) => sum + papers, 0)
  const rest = outside > 0 ? `; ${pluralize(outside, 'paper has', 'papers have')} none` : ''
  return bars(rows, {
    title: 'Papers by chapter',
    finding: findingOf(named, counts.papers, { one: 'chapter', many: 'chapters', at: 'in' }),
    summary: `${pluralize(named.length, 'chapter', 'chapters')} with papers${rest}.`,
    column: 'Chapter',
  })
}

/** The years of each chapter, all with the same axes. */
const chapterYears = ({ chapters, labelOf }: Statistics): { axes: YearAxes; charts: NamedChart[] } | null => {
  const numbered = chapters.filter(({ chapter, years }) => chapter !== null && years.length > 0)
  if (numbered.length === 0) return null
  const axes = sharedAxes(numbered.map(({ years }) => years))
  const charts = numbered.map(({ chapter, years }) => ({
    name: `years-of-chapter-${chapter}`,
    chart: yearChart(years, { title: `${labelOf(chapter)} by year`, whose: labelOf(chapter), axes }),
  }))
  return { axes, charts }
}

const institutionBars = ({ counts, institutions }: Statistics): Chart =>
  bars(
    institutions.top.map(({ name, papers }) => ({
      name,
      papers,
      href: `/papers?institution=${encodeURIComponent(name)}`,
    })),
    {
      title: 'Papers by institution',
      finding: findingOf(institutions.top, counts.papers, { one: 'institution', many: 'institutions', at: 'from' }),
      summary: topSummary(institutions, 'institution', 'institutions'),
      column: 'Institution',
    },
  )

const sourceBars = ({ counts, sources }: Statistics): Chart =>
  bars(sources.top, {
    title: 'Papers by source',
    finding: findingOf(sources.top, counts.papers, { one: 'source', many: 'sources', at: 'from' }),
    summary: topSummary(sources, 'source', 'sources'),
    column: 'Source',
  })

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

const growthSummary = (months: Statistics['months']): string => {
  const [first, last] = [months[0], months.at(-1)]
  if (first === undefined || last === undefined) return 'No paper has been accepted yet.'
  const all = months.reduce((sum, { papers }) => sum + papers, 0)
  return first === last
    ? `${pluralize(all, 'paper', 'papers')}, all accepted in ${first.month}.`
    : `${pluralize(all, 'paper', 'papers')} since ${first.month}; ${groupedNumber(last.papers)} in ${last.month}.`
}

const growth = ({ months }: Statistics): Chart =>
  monthColumns(months, {
    title: 'Papers accepted by month',
    finding: findingOf(
      months.map(({ month, papers }) => ({ name: monthName.format(new Date(`${month}-01T00:00:00Z`)), papers })),
      months.reduce((sum, { papers }) => sum + papers, 0),
      { one: 'month', many: 'months', at: 'in', verbs: { one: 'was accepted', many: 'were accepted' } },
    ),
    summary: growthSummary(months),
  })

const yearsOfAll = ({ years }: Statistics): Chart => yearChart(years, { title: 'Papers by year of publication' })

/** The figure with a name; null if there is none. */
export const findChart = (statistics: Statistics, name: string): Chart | null => {
  const charts: Record<string, (statistics: Statistics) => Chart> = {
    years: yearsOfAll,
    chapters: chapterBars,
    institutions: institutionBars,
    sources: sourceBars,
    months: growth,
  }
  if (name === 'chapters' && !hasChapters(statistics)) return null
  if (Object.hasOwn(charts, name)) return charts[name]?.(statistics) ?? null
  return chapterYears(statistics)?.charts.find((named) => named.name === name)?.chart ?? null
}

const namedFigure = ({ name, chart }: NamedChart): Html => figure(chart, filesAt(`/stats/${name}`))

const sharedAxesText = ({ from, to, top }: YearAxes): string =>
  `All have the same axes: ${from === to ? from : `${from} to ${to}`}, and 0 to ${groupedNumber(top)} papers a year.`

/** The corpus in numbers. Each figure is headed by what its numbers say. */
export const statsPage = (site: LiveSite, statistics: Statistics): Html => {
  const { counts } = statistics
  const words = site.current()
  const multiples = chapterYears(statistics)
  return layout({
    title: 'Statistics',
    site,
    activePath: '/stats',
    description: `${pluralize(counts.papers, 'paper', 'papers')}, ${isOn('concepts', words) ? `${groupedNumber(counts.concepts)} ${partName('concepts', words).many}, ` : ''}${groupedNumber(counts.sources)} sources.`,
    body: html`<h1>Statistics</h1>
<p class="lead">The corpus today, in numbers.</p>
<dl class="facts">${fact('Papers', counts.papers)}${fact('Sources', counts.sources)}${isOn('concepts', words) && fact(partHeading('concepts', words), counts.concepts)}${isOn('frameworks', words) && fact(partHeading('frameworks', words), counts.frameworks)}</dl>
<h2>When were the papers published?</h2>
${namedFigure({ name: 'years', chart: yearsOfAll(statistics) })}
${
  hasChapters(statistics) &&
  html`<h2>How are they spread over the chapters?</h2>
${namedFigure({ name: 'chapters', chart: chapterBars(statistics) })}`
}
${
  multiples !== null &&
  html`<h3>When were those of each chapter published?</h3>
<p class="quiet">${sharedAxesText(multiples.axes)}</p>
<div class="multiples">${multiples.charts.map(namedFigure)}</div>`
}
<h2>Where do they come from?</h2>
${namedFigure({ name: 'institutions', chart: institutionBars(statistics) })}
${namedFigure({ name: 'sources', chart: sourceBars(statistics) })}
<h2>When did the library grow?</h2>
${namedFigure({ name: 'months', chart: growth(statistics) })}`,
  })
}

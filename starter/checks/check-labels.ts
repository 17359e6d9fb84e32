import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { evaluateTrend, trendWindow, type Trend } from '#core/editorial/trend.ts'
import { weekId, weekLabel, weekOf, parseWeek } from '#core/editorial/week.ts'
import type { Finding } from './our-texts.ts'

/** The rule of README.md, written a second time: shares as fractions, years as a list. */
const trendByTheReadme = (years: readonly number[], all: readonly number[]): Trend => {
  const newest = Math.max(...all)
  if (Math.min(...years) >= newest - 1) return 'emerging'
  const shareOf = (from: number, to: number): number => {
    const span = (list: readonly number[]): number => list.filter((year) => year >= from && year <= to).length
    return span(all) === 0 ? 0 : span(years) / span(all)
  }
  const now = shareOf(newest - 1, newest)
  return now > 0 && now >= 1.25 * shareOf(newest - 3, newest - 2) ? 'growing' : 'stable'
}

const countIn = (years: readonly number[], [from, to]: readonly [number, number]): number =>
  years.filter((year) => year >= from && year <= to).length

/** The trend of a concept as the program labels it. */
export const trendOfProgram = (years: readonly number[], all: readonly number[]): Trend => {
  const window = trendWindow(Math.max(...all))
  const spans = (list: readonly number[]) => ({
    recent: countIn(list, window.recent),
    before: countIn(list, window.before),
  })
  return evaluateTrend(window, { ...spans(years), oldestYear: Math.min(...years) }, spans(all)).trend
}

/** Trends of concepts and weeks of briefs, computed again; chapters by the number of their file. */
export const checkLabels = (
  { papers, concepts, briefs }: StarterCorpus,
  chapterOfFile: ReadonlyMap<string, number>,
  label: typeof trendOfProgram = trendOfProgram,
): Finding[] => {
  const all = papers.map(({ paper }) => paper.year)
  const trends = concepts.flatMap(({ name }) => {
    const years = papers.filter(({ paper }) => paper.concepts.includes(name)).map(({ paper }) => paper.year)
    const [expected, given] = [trendByTheReadme(years, all), label(years, all)]
    return given === expected ? [] : [{ place: name, message: `is ${given}, and ${expected} by the rule` }]
  })
  const weeks = briefs.flatMap(({ id, week, publishedAt }) => {
    const written = weekOf(new Date(publishedAt))
    return weekId(written) === id && JSON.stringify(parseWeek(weekLabel(week))) === JSON.stringify(written)
      ? []
      : [{ place: id, message: `was published in ${weekLabel(written)}` }]
  })
  const chapters = papers.flatMap(({ paper: { id, chapter } }) =>
    chapterOfFile.get(id) === chapter ? [] : [{ place: id, message: `has chapter ${chapter} in another file` }],
  )
  return [...trends, ...weeks, ...chapters]
}

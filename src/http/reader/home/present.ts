import { calendarDay, type CalendarDay, dayNumber, dayOfNumber } from '#core/calendar-day.ts'
import type { PublishedBrief } from '#core/editorial/brief.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import type { GapWithPapers } from '#core/editorial/gap.ts'
import { shownTrend } from '#core/editorial/trend.ts'
import { weekId, weekOf } from '#core/editorial/week.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import type { Paper } from '#core/papers/paper.ts'
import { abstractName } from '#core/papers/text-kinds.ts'
import { plainMathematics } from '#core/text/mathematics.ts'
import type { PaperListItem } from '#ports/store/library.ts'
import { excerpt } from '#core/search/highlight.ts'
import { firstQuestionOf, firstSentenceAlone, firstSentenceOf, openingOf } from '#core/passages/opening.ts'

const WEEK_DAYS = 7
/** The first Monday after the first day that is counted, a Thursday. */
const FIRST_MONDAY = 4

/** The first of the seven days that count as this week. */
export const weekAgo = (now: Date): CalendarDay => dayOfNumber(dayNumber(calendarDay(now)) - WEEK_DAYS + 1)

const weekNumber = (now: Date): number => Math.floor((dayNumber(calendarDay(now)) - FIRST_MONDAY) / WEEK_DAYS)

/** Some of a list, spread over it and one further each week, so that a list by severity gives some of each. */
const spreadOf = <Item>(items: readonly Item[], turn: number, count: number): Item[] => {
  const shown = Math.min(count, items.length)
  const places = Array.from({ length: shown }, (_, index) => turn + Math.floor((index * items.length) / shown))
  return places.flatMap((place) => items.slice(place % items.length).slice(0, 1))
}

const shortened = (text: string, length: number): string =>
  excerpt(text, [], length)
    .map((piece) => piece.text)
    .join('')

const GAPS_SHOWN = 3
const MAX_QUESTION = 140

/** What a reader might ask about a gap: a question in its explanation, or its title. */
const questionOf = ({ title, explanation }: GapWithPapers): string => {
  const asked = firstQuestionOf(explanation)
  return asked !== null && asked.length <= MAX_QUESTION ? asked : shortened(title, MAX_QUESTION)
}

/** Open questions of this week, and others as examples of what to ask. */
export const presentGaps = (
  all: readonly GapWithPapers[],
  now: Date,
): { open: GapWithPapers[]; examples: string[] } => {
  const gaps = all.filter(({ state }) => state !== 'closed')
  const turn = weekNumber(now)
  const between = Math.floor(gaps.length / GAPS_SHOWN / 2)
  return {
    open: spreadOf(gaps, turn, GAPS_SHOWN),
    examples: spreadOf(gaps, turn + between, GAPS_SHOWN).map(questionOf),
  }
}

const TAKE_CHARACTERS = 280

export type ShownBrief = { id: string; title: string; week: PublishedBrief['week']; take: string; isThisWeek: boolean }

export const presentBrief = ({ id, title, week, take }: PublishedBrief, now: Date): ShownBrief => ({
  id,
  title,
  week,
  take: shortened(openingOf(take), TAKE_CHARACTERS),
  isThisWeek: weekId(week) === weekId(weekOf(now)),
})

const CONCEPTS_SHOWN = 6
/** A trend from fewer papers says little. */
const LEAST_RECENT_PAPERS = 3

const gainOf = ({ evidence: { shares } }: ConceptWithTrend): number => shares.recent - shares.before

/** Emerging and growing concepts, those first whose share of the papers has risen most. */
export const risingConcepts = (concepts: readonly ConceptWithTrend[]): ConceptWithTrend[] =>
  concepts
    .filter(({ papers, evidence: { trend, concept } }) => {
      const shown = shownTrend(papers, trend)
      return shown !== null && shown !== 'stable' && concept.recent >= LEAST_RECENT_PAPERS
    })
    .toSorted((a, b) => gainOf(b) - gainOf(a) || (a.id < b.id ? -1 : 1))
    .slice(0, CONCEPTS_SHOWN)

const LINE_CHARACTERS = 180
/** Full titles are on the pages of the papers. */
const TITLE_CHARACTERS = 100

/** `comment` is how the commentary begins, or else the abstract or summary, which `name` says. */
export type NewPaper = { paper: PaperListItem; comment: { text: string; name: string | null } | null }

const commentOn = ({ commentary, abstract, abstractBy }: Paper): NewPaper['comment'] => {
  const alone = commentary === null ? null : firstSentenceAlone(commentary)
  if (alone !== null) return { text: shortened(alone, LINE_CHARACTERS), name: null }
  if (abstract === null) return null
  return {
    text: shortened(firstSentenceOf(plainMathematics(abstract)), LINE_CHARACTERS),
    name: abstractName({ abstractBy }),
  }
}

export const presentNewPaper = (paper: PaperListItem): NewPaper => ({ paper, comment: commentOn(paper) })

/** A chapter as a card. `best` is its first paper in the usual order. */
export type ChapterCard = {
  number: number
  name: string
  line: string
  papers: number
  years: readonly { year: number; papers: number }[]
  best: Pick<Paper, 'id' | 'title'> | null
}

export const presentChapter = (
  { number, name, introduction }: ChapterRecord,
  found: Pick<ChapterCard, 'papers' | 'years' | 'best'>,
): ChapterCard => ({
  ...found,
  number,
  name,
  line: shortened(firstSentenceOf(introduction), LINE_CHARACTERS),
  best: found.best === null ? null : { id: found.best.id, title: shortened(found.best.title, TITLE_CHARACTERS) },
})

import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import type { ConceptTrends } from '#queries/concepts.ts'
import type { Cursors } from '#http/paging/pagination.ts'
import { z } from 'zod'
import { gapStates, severities } from '#core/editorial/gap.ts'
import type { ConceptWithTrend } from '#core/editorial/concept.ts'
import {
  trends,
  GROWTH_FACTOR,
  LEAST_PAPERS_OF_TREND,
  shownTrend,
  type Trend,
  type TrendEvidence,
  type TrendFlip,
  type TrendWeek,
  trendWindow,
} from '#core/editorial/trend.ts'
import { html, type Html } from '#html.ts'
import { cursorParameter } from '#http/input/query.ts'
import { beforeParameter } from '#http/reader/feeds/feeds.ts'
import { groupedNumber, pluralize } from '#core/numbers.ts'
import { percent } from '#http/reader/phrases.ts'
import { Failure } from '#core/failure.ts'
import type { LiveSite } from '#ports/site.ts'

/** The ports of the pages of concepts, gaps and briefs. */
export type Ports = {
  store: Store
  clock: Clock
  markdown: MarkdownRenderer
  conceptTrends: ConceptTrends
  cursors: Cursors
  site: LiveSite
  publicUrl: () => string
  websubHub: string | null
}

export const siteOf = ({ site, publicUrl }: Ports) => ({ site, publicUrl: publicUrl() })

/** A page of a list, by its number. */
export const pageParameter = () =>
  z
    .string()
    .regex(/^[1-9]\d{0,3}$/u, { error: 'must be a whole number from 1' })
    .transform(Number)
    .optional()
    .transform((page) => page ?? 1)
    .meta({ description: 'Which page of the list.', example: '2' })

export const conceptsInput = z.object({
  trend: z.enum(trends).optional().meta({ description: 'Only concepts of this trend.', example: 'growing' }),
  page: pageParameter(),
})

export const conceptInput = z.object({ cursor: cursorParameter(), before: beforeParameter() })

export const gapsInput = z.object({
  severity: z.enum(severities).optional().meta({ description: 'Only gaps of this severity.', example: 'critical' }),
  state: z.enum(gapStates).optional().meta({ description: 'Only gaps in this state.', example: 'open' }),
  page: pageParameter(),
})

/** Without decimals, small shares would look equal. */
const SHARE_DIGITS = 1

export const trendNames: Record<Trend, string> = { emerging: 'Emerging', growing: 'Growing', stable: 'Stable' }

/** The label of a concept, or that its papers are too few for one. */
export const trendMark = ({ papers, evidence }: ConceptWithTrend): Html => {
  const trend = shownTrend(papers, evidence.trend)
  return trend === null ? html`Too few to tell` : html`<span class="trend ${trend}">${trendNames[trend]}</span>`
}

const years = ([from, to]: readonly [number, number]): string => `${from} and ${to}`

const recentSentence = ({ window, concept, corpus, shares }: TrendEvidence): string =>
  `In ${years(window.recent)}, ${pluralize(concept.recent, 'paper has', 'papers have')} it, of ${groupedNumber(corpus.recent)} in the library: ${percent(shares.recent, SHARE_DIGITS)}.`

const beforeSentence = ({ window, concept, corpus, shares }: TrendEvidence): string =>
  `In ${years(window.before)}, ${pluralize(concept.before, 'paper had', 'papers had')} it, of ${groupedNumber(corpus.before)}: ${percent(shares.before, SHARE_DIGITS)}.`

const factorText = (factor: number): string => `${factor.toFixed(2)} times`

const conclusion = ({ trend, window, concept, factor }: TrendEvidence): string => {
  if (trend === 'emerging') return `No paper before ${window.recent[0]} has it, so it counts as emerging.`
  if (concept.recent === 0) return 'Without any recent paper it counts as stable.'
  if (factor === null) return 'It had no share before and has one now, so it counts as growing.'
  const share = `Its share is ${factorText(factor)} what it was`
  return trend === 'growing'
    ? `${share}; from ${factorText(GROWTH_FACTOR)} on, a concept counts as growing.`
    : `${share}; below ${factorText(GROWTH_FACTOR)}, a concept counts as stable.`
}

/** Why a concept carries its label, or none: the counts, the shares and the rule, in sentences. */
export const trendSentences = ({ papers, evidence }: ConceptWithTrend): string[] => [
  recentSentence(evidence),
  // An emerging concept has no earlier papers to compare with.
  ...(evidence.trend === 'emerging' ? [] : [beforeSentence(evidence)]),
  shownTrend(papers, evidence.trend) === null
    ? `A label is shown from ${LEAST_PAPERS_OF_TREND} papers on, and it has ${groupedNumber(papers)}.`
    : conclusion(evidence),
]

/** A page of a list, numbered from 1; null if the list has no such page. */
export const slicePage = <Item>(items: readonly Item[], page: number, size: number): Item[] | null =>
  page > 1 && items.length <= (page - 1) * size ? null : items.slice((page - 1) * size, page * size)

export const noSuchPage = (number: number): Failure =>
  new Failure('not_found', `There is no page ${number} of this list.`)

/** How often each name occurs. */
export const countByName = <Name extends string>(
  names: readonly Name[],
  given: readonly Name[],
): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, given.filter((other) => other === name).length])) as Record<
    Name,
    number
  >

const countWithShare = (count: number, all: number): string =>
  `${count} of ${groupedNumber(all)} (${percent(all === 0 ? 0 : count / all, SHARE_DIGITS)})`

const numbersOf = ({ newest, concept, corpus }: TrendWeek): string => {
  const { recent, before } = trendWindow(newest)
  return `${countWithShare(concept.recent, corpus.recent)} in ${years(recent)}, ${countWithShare(concept.before, corpus.before)} in ${years(before)}`
}

/** A change of the label of a concept, with the numbers of both weeks. */
export const flipSentence = ({ from, to }: TrendFlip): string =>
  `From ${from.trend} to ${to.trend} in ${to.week}: ${numbersOf(to)}; before (${from.week}): ${numbersOf(from)}.`

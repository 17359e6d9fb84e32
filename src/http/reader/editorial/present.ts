import { groupedNumber } from '#core/numbers/grouped-number.ts'
import { pluralize } from '#core/numbers/pluralize.ts'
import { percent } from '#http/reader/percent.ts'
import { GROWTH_FACTOR, type Trend, type TrendEvidence } from '#core/editorial/trend.ts'

/** With fewer decimals, small shares would look equal. */
const SHARE_DIGITS = 1

/** What each label claims, in a word and in a sentence. */
export const trendNames: Record<Trend, string> = { emerging: 'Emerging', growing: 'Growing', stable: 'Stable' }

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

/** Why a concept carries its label: the counts, the shares and the rule, in sentences. */
export const trendSentences = (evidence: TrendEvidence): string[] => [
  recentSentence(evidence),
  // What emerges had nothing to be compared with.
  ...(evidence.trend === 'emerging' ? [] : [beforeSentence(evidence)]),
  conclusion(evidence),
]

/** A page of a list that is numbered from 1; null when the list has no such page. */
export const slicePage = <Item>(items: readonly Item[], page: number, size: number): Item[] | null =>
  page > 1 && items.length <= (page - 1) * size ? null : items.slice((page - 1) * size, page * size)

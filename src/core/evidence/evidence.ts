import { compareCount, type EvidenceMark } from '#core/text/evidence-marks.ts'
import type { QuotationMatch } from './quotations.ts'

/** Texts of the editors that say what their sentences rest on. */
export type EvidenceSubject = `paper:${string}` | `gap:${string}` | `brief:${string}:${'summary' | 'take'}`

/** A resource with such texts. */
export const evidenceKinds = ['paper', 'gap', 'brief'] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** The texts of a resource, in the order in which a page shows them. */
export const evidenceSubjects = (kind: EvidenceKind, id: string): EvidenceSubject[] =>
  kind === 'brief' ? [`brief:${id}:summary`, `brief:${id}:take`] : [`${kind}:${id}`]

/** What the public may know of the paper that a mark names. */
export const citedStates = ['accepted', 'merged', 'retracted', 'missing'] as const
export type CitedState = (typeof citedStates)[number]

/** What looking up a mark found; null where a member does not apply. */
export type EvidenceFinding = {
  /** The public paper that the mark means, also after it was merged. */
  paperId: string | null
  version: number | null
  state: CitedState | null
  anchor: string | null
  match: QuotationMatch | null
  /** Whether the quotation is of a full text that may not be shown whole. */
  isLimited: boolean
  /** What stands in the paper in the place of the quotation. */
  found: string | null
  /** How many papers a search finds. */
  count: number | null
  /** The first papers that it finds. */
  hits: string[] | null
  /** Why a search cannot be made. */
  fault: string | null
}

export type EvidenceCheck = EvidenceFinding & { checkedAt: string }

/** Whether a quotation bears its sentence: the word of a person. */
export const supports = ['yes', 'partly', 'no'] as const
export type Support = (typeof supports)[number]
export type SupportJudgement = { support: Support; by: string; at: string }

export type Evidence = {
  subject: EvidenceSubject
  /** In the text, from 1. */
  number: number
  mark: EvidenceMark
  sentence: string
  /** Null until it was looked up. */
  check: EvidenceCheck | null
  /** Whether it is to be looked up again, because what it rests on has changed. */
  isDue: boolean
  judgement: SupportJudgement | null
}

/** Whether what a mark says is as it was found. */
export const doesHold = (mark: EvidenceMark, { state, match, count }: EvidenceFinding): boolean => {
  if (mark.kind === 'search') return count !== null && compareCount(count, mark.expected)
  if (state !== 'accepted' && state !== 'merged') return false
  return mark.kind === 'paper' || match === 'exact' || match === 'normalized'
}

/** The most words of a text that may not be shown whole. */
export const MAX_QUOTED_WORDS = 25

const WORDS = /\S+/gu

/** Whether a quotation is longer than one of a text that may not be shown may be. */
export const isTooLong = (quote: string): boolean => (quote.match(WORDS)?.length ?? 0) > MAX_QUOTED_WORDS

/** The first words of a quotation that is too long. */
export const shortenQuote = (quote: string): string =>
  isTooLong(quote) ? `${(quote.match(WORDS) ?? []).slice(0, MAX_QUOTED_WORDS).join(' ')} …` : quote

/** Why a mark does not hold, in a sentence; null if it does. */
export const faultOf = (mark: EvidenceMark, check: EvidenceFinding): string | null => {
  if (mark.kind === 'search') {
    if (check.count === null) return `The search cannot be made: ${check.fault ?? 'it is not known why'}.`
    return doesHold(mark, check) ? null : `The search finds ${check.count}.`
  }
  if (check.state === 'missing') return `There is no public paper ${mark.paperId}.`
  if (check.state === 'retracted') return `The paper ${mark.paperId} was retracted.`
  if (mark.kind === 'quote' && check.match === 'near') return 'The authors have it in other words.'
  if (mark.kind === 'quote' && check.match === 'missing')
    return `The stored words of the authors of ${mark.paperId} do not have it.`
  return mark.kind === 'quote' && check.isLimited && isTooLong(mark.quote)
    ? `Readers see its first ${MAX_QUOTED_WORDS} words, since the full text may not be shown whole: quote fewer.`
    : null
}

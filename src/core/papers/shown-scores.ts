import type { ScoreSetting, SettableScore } from '#core/settings.ts'
import type { Paper } from './paper.ts'
import { SCORE_MAX, type Millionths } from './score.ts'

export const scoreKinds = ['longHorizon', 'enterprise'] as const
export type ScoreKind = (typeof scoreKinds)[number]

/** The scores that a library shows to people: none, one or two. Its lists are in the order of the first. */
export type ShownScores = readonly ScoreSetting[]

const kinds: Record<SettableScore, ScoreKind> = { longHorizonScore: 'longHorizon', enterpriseScore: 'enterprise' }

/** The field of a paper that a score is in. */
export const kindOf = ({ score }: ScoreSetting): ScoreKind => kinds[score]

/** How a library shows a score; undefined if it does not. */
export const findScore = (scores: ShownScores, kind: ScoreKind): ScoreSetting | undefined =>
  scores.find((score) => kindOf(score) === kind)

export const valueOf = (score: ScoreSetting, paper: Pick<Paper, ScoreKind>): Millionths | null => paper[kindOf(score)]

/** What a score means at a value. */
export const scoreWord = ({ words }: ScoreSetting, value: Millionths): string =>
  words[Math.min(4, Math.floor((value * 5) / SCORE_MAX))] ?? words[4]

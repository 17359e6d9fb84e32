import { SCORE_MAX, type Millionths } from './score.ts'

/** What scores mean, from the lowest fifth of the scale to the highest: the anchors by which editors give them. */
const meanings = {
  longHorizon: [
    'A single call or turn; agents are at most hinted at.',
    'Several steps in short episodes; length is no issue in it.',
    'State and errors carry forward in its tasks; length stays in the background.',
    'Long runs are a problem that it names and works on.',
    'Long runs are its central subject: hours of work, hundreds of steps, or their measurement.',
  ],
  enterprise: [
    'No organization in sight: games, robots or pure theory.',
    'A general method, tried on public academic tasks.',
    'It meets a need that enterprises share, without their setting.',
    'Its tasks, controls or limits are like those of an enterprise.',
    'Built for an organization, or run in one.',
  ],
} as const

export type ScoreKind = keyof typeof meanings

/** One sentence on what this score means for a paper. */
export const scoreMeaning = (kind: ScoreKind, score: Millionths): string => {
  const fifth = Math.min(4, Math.floor((score * 5) / SCORE_MAX))
  return meanings[kind][fifth] ?? meanings[kind][4]
}

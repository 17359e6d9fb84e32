import type { PaperWithText } from '#core/papers/paper.ts'
import { deadLinks } from './dead-links.ts'
import type { SimilarPaper, Finding } from './finding.ts'
import { duplicateFindings } from './duplicate-findings.ts'
import { missingAbstract } from './missing-abstract.ts'
import { implausibleYear } from './implausible-year.ts'
import { textFindings } from './text-findings.ts'

export const MAX_RISK = 100

/** What an editor should look at, the weightiest first, and how urgently: `risk` is 0 to 100. */
export type Assessment = { risk: number; findings: Finding[] }

type AssessedWith = {
  now: Date
  alike: readonly SimilarPaper[]
  /** What the checks find in its texts, where that is known already. */
  texts?: readonly Finding[] | undefined
}

/** Every check of a paper that came in. `alike` are the papers that look like it. */
export const assess = (paper: PaperWithText, { now, alike, texts = textFindings(paper) }: AssessedWith): Assessment => {
  const findings = [
    ...texts,
    ...duplicateFindings(alike),
    ...deadLinks(paper),
    ...implausibleYear(paper, now),
    ...missingAbstract(paper),
  ].toSorted((a, b) => b.weight - a.weight)
  const sum = findings.reduce((total, { weight }) => total + weight, 0)
  return { risk: Math.min(MAX_RISK, sum), findings }
}

const SEQ_RANGE = 2 ** 32

/**
 * One integer that ascends from the riskiest to the least risky paper, the oldest first among equals: the order of
 * the queue by risk.
 * @param seq the paper's place in the order of storing
 */
export const queueKey = (risk: number, seq: number): number => (MAX_RISK - risk) * SEQ_RANGE + seq

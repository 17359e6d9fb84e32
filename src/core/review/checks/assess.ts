import type { PaperWithText } from '#core/papers/paper.ts'
import { deadAddress } from './dead-links.ts'
import { agentInstructions } from './agent-instructions.ts'
import type { AlikePaper, Finding } from './finding.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { likenessFindings } from './duplicate-findings.ts'
import { missingAbstract } from './missing-abstract.ts'
import { implausibleYear } from './implausible-year.ts'

export const RISK_MAX = 100

/** What an editor should look at, the weightiest first, and how urgently: `risk` is 0 to 100. */
export type Assessment = { risk: number; findings: Finding[] }

/** Every check of a paper that came in. `alike` are the papers that look like it. */
export const assess = (
  paper: PaperWithText,
  { now, alike }: { now: Date; alike: readonly AlikePaper[] },
): Assessment => {
  const findings = [
    ...agentInstructions(paper),
    ...hiddenCharacters(paper),
    ...likenessFindings(alike),
    ...deadAddress(paper),
    ...implausibleYear(paper, now),
    ...missingAbstract(paper),
  ].toSorted((a, b) => b.weight - a.weight)
  const sum = findings.reduce((total, { weight }) => total + weight, 0)
  return { risk: Math.min(RISK_MAX, sum), findings }
}

const AGES = 2 ** 32

/**
 * One integer that ascends from the riskiest to the least risky paper, the oldest first among equals: the order of
 * the queue by risk.
 * @param seq the paper's place in the order of storing
 */
export const queueKey = (risk: number, seq: number): number => (RISK_MAX - risk) * AGES + seq

import type { PaperWithText } from '#core/papers/paper.ts'
import { deadLinks } from './dead-links.ts'
import { agentInstructions } from './agent-instructions.ts'
import type { SimilarPaper, Finding } from './finding.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { duplicateFindings } from './duplicate-findings.ts'
import { missingAbstract } from './missing-abstract.ts'
import { implausibleYear } from './implausible-year.ts'
import { uncheckedText } from './unchecked-text.ts'
import { unrenderedMarkdown } from './unrendered-markdown.ts'

export const MAX_RISK = 100

/** What an editor should look at, the weightiest first, and how urgently: `risk` is 0 to 100. */
export type Assessment = { risk: number; findings: Finding[] }

/** Every check of a paper that came in. `alike` are the papers that look like it. */
export const assess = (
  paper: PaperWithText,
  { now, alike }: { now: Date; alike: readonly SimilarPaper[] },
): Assessment => {
  const findings = [
    ...agentInstructions(paper),
    ...hiddenCharacters(paper),
    ...unrenderedMarkdown(paper),
    ...uncheckedText(paper),
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

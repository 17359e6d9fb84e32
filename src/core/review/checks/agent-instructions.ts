import type { PaperWithText } from '#core/papers/paper.ts'
import { findInstructions } from '#core/text/instruction-like.ts'
import { finding, type Finding } from './finding.ts'
import { paperTexts } from './paper-texts.ts'

/** Text that gives orders to a machine that reads the paper. It only moves a paper forward in the queue. */
export const agentInstructions = (paper: PaperWithText): Finding[] =>
  paperTexts(paper).flatMap(({ field, text }) => {
    const [first] = findInstructions(text)
    if (first === undefined) return []
    return [finding('agent_instructions', field, 45, `“${first.quote}” ${first.what}.`)]
  })

import type { PaperWithText } from '#core/papers/paper.ts'
import { agentInstructions } from './agent-instructions.ts'
import type { Finding } from './finding.ts'
import { hiddenCharacters } from './hidden-characters.ts'
import { uncheckedText } from './unchecked-text.ts'
import { unrenderedMarkdown } from './unrendered-markdown.ts'

/** What the checks find in the texts of a paper: of a long one this takes 15 to 35 ms, so imports ask where they read it. */
export const textFindings = (paper: PaperWithText): Finding[] => [
  ...agentInstructions(paper),
  ...hiddenCharacters(paper),
  ...unrenderedMarkdown(paper),
  ...uncheckedText(paper),
]

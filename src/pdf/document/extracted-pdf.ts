import type { DocumentInfo } from './positioned-text.ts'
import type { PaperProposal } from './paper-proposal.ts'

/** What was read from a PDF. */
export type ExtractedPdf = {
  pages: number
  /** What the file says of itself. */
  info: DocumentInfo
  proposal: PaperProposal
  /** Markdown, with the references as a list. */
  text: string
  references: string[]
}

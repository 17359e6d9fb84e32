import type { PaperWithText } from './paper.ts'

/** What the public may know under an id: an accepted paper, that one was retracted, or which paper took it in. */
export type PublicPaper =
  | { state: 'accepted'; paper: PaperWithText }
  | { state: 'retracted'; retractedAt: string; reason: string }
  | { state: 'merged'; into: string }

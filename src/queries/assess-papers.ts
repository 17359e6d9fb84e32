import type { Assessment } from '#core/review/checks/assess.ts'
import type { Finding } from '#core/review/checks/finding.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PrivateReader } from '#ports/store/store.ts'
import { assessPaper } from './assess-paper.ts'

/** A paper, and what the checks found in its texts where they were read. */
type ReadPaper = { paper: PaperWithText; findings?: readonly Finding[] | undefined }

/**
 * What the checks find in each of several papers, compared with the corpus as it stands now and not with each other.
 * `between` runs before each, and before its text is checked.
 */
export const assessPapers = async (
  papers: PrivateReader['papers'],
  { batch, now, between }: { batch: readonly ReadPaper[]; now: Date; between?: () => Promise<void> },
): Promise<Map<PaperWithText, Assessment>> => {
  const assessments = new Map<PaperWithText, Assessment>()
  for (const { paper, findings } of batch) {
    await between?.()
    assessments.set(paper, await assessPaper(papers, { paper, now, texts: findings, between }))
  }
  return assessments
}

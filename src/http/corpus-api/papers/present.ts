import { z } from 'zod'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { presentPaperFields } from '#schemas/paper-schema.ts'
import { omittedBibliography } from '#schemas/bibliography-schema.ts'
import { presentedPaper } from '#schemas/presented-paper.ts'

/** A single paper has the fields of contract 2.1 but its type; lists have those that it names for them. */
const shownPaper = presentedPaper.omit({ type: true, ...omittedBibliography })
const wholePaper = shownPaper.meta({ id: 'CorpusPaper' })
const listedPaper = shownPaper
  .omit({ concepts: true, frameworkMappings: true, storageUrl: true, fullText: true })
  .meta({ id: 'CorpusListedPaper' })

export const paperListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int().meta({ description: 'Papers in this answer.' }),
  papers: z.array(listedPaper),
})
export const paperResponse = z.strictObject({ success: z.literal(true), paper: wholePaper })

const presentListed = (paper: Paper): z.infer<typeof listedPaper> => {
  const { concepts: _concepts, frameworkMappings: _frameworks, storageUrl: _pdf, ...shown } = presentPaperFields(paper)
  return shown
}

export const presentPaperList = (papers: readonly Paper[]): z.infer<typeof paperListResponse> => ({
  success: true,
  count: papers.length,
  papers: papers.map(presentListed),
})

export const presentPaper = (paper: PaperWithText): z.infer<typeof paperResponse> => ({
  success: true,
  paper: { ...presentPaperFields(paper), ...(paper.fullText === null ? {} : { fullText: paper.fullText }) },
})

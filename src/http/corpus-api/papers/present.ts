import { z } from 'zod'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import { presentPaperFields } from '#schemas/paper-schema.ts'

/** A paper as the corpus API answers it (contract 2.1): optional fields without a value are absent. */
const listedFields = {
  id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int(),
  institution: z.string().optional(),
  url: z.string().optional(),
  abstract: z.string().optional(),
  chapter: z.int().min(1).max(7).optional(),
  longHorizonScore: z.number().min(0).max(1).optional(),
  enterpriseScore: z.number().min(0).max(1).optional(),
  topics: z.array(z.string()).optional(),
  houseCommentary: z.string().optional(),
}
const listedPaper = z.strictObject(listedFields).meta({ id: 'CorpusListedPaper' })

const wholePaper = z
  .strictObject({
    ...listedFields,
    concepts: z.array(z.string()).optional(),
    frameworkMappings: z.array(z.string()).optional(),
    storageUrl: z.string().optional(),
    fullText: z.string().optional(),
  })
  .meta({ id: 'CorpusPaper' })

export const paperListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int().meta({ description: 'Papers in this answer.' }),
  papers: z.array(listedPaper),
})
export const paperResponse = z.strictObject({ success: z.literal(true), paper: wholePaper })

/** Lists have the fields that contract 2.1 names for them; a single paper has all. */
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

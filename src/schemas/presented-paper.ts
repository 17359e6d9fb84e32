import { z } from 'zod'
import { researchTypes } from '#core/papers/paper.ts'
import { presentedBibliography } from './bibliography-schema.ts'

const unitScore = z.number().min(0).max(1).optional()

/** A paper (contract 2.1) as it goes out: optional fields without a value are absent. Surfaces leave out what they do not tell. */
export const presentedPaper = z.strictObject({
  id: z.string(),
  title: z.string(),
  authors: z.array(z.string()),
  year: z.int(),
  institution: z.string().optional(),
  url: z.string().optional(),
  abstract: z.string().optional(),
  chapter: z.int().min(1).max(7).optional(),
  longHorizonScore: unitScore,
  enterpriseScore: unitScore,
  topics: z.array(z.string()).optional(),
  concepts: z.array(z.string()).optional(),
  frameworkMappings: z.array(z.string()).optional(),
  houseCommentary: z.string().optional(),
  storageUrl: z.string().optional(),
  type: z.enum(researchTypes).optional(),
  fullText: z.string().optional(),
  ...presentedBibliography,
})

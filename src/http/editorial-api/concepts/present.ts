import { z } from 'zod'
import type { ConceptRecord } from '#core/editorial/concept.ts'

const concept = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    definition: z.string().optional(),
    paperCount: z.int(),
    version: z.int(),
  })
  .meta({ id: 'EditedConcept' })

export const conceptResponse = z.strictObject({ success: z.literal(true), concept })
export const conceptListResponse = z.strictObject({ success: z.literal(true), concepts: z.array(concept) })
export const mergedConceptResponse = z.strictObject({
  success: z.literal(true),
  id: z.string(),
  mergedInto: z.string(),
  papersRenamed: z.int(),
})

export const presentConcept = ({ id, name, definition, papers, version }: ConceptRecord): z.infer<typeof concept> => ({
  id,
  name,
  ...(definition === null ? {} : { definition }),
  paperCount: papers,
  version,
})

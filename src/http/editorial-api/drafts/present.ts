import { z } from 'zod'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { QueuedPaper } from '#core/review/queue.ts'
import { omitEmpty } from '#schemas/omit-empty.ts'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { editedPaper } from '#http/editorial-api/papers/present.ts'

/** What an agent sees of the queue: papers, and which it has drafted. Nothing of submitters, checks or other people. */

const drafted = z.int().optional().meta({ description: 'The version that this key has drafted; absent if none.' })

const listed = z.strictObject({ id: z.string(), title: z.string(), year: z.int(), version: z.int(), drafted })

export const draftListResponse = z.strictObject({
  success: z.literal(true),
  count: z.int(),
  papers: z.array(listed),
})

export const draftedPaperResponse = z.strictObject({
  success: z.literal(true),
  version: z.int(),
  drafted,
  paper: editedPaper,
})

export const draftResponse = z.strictObject({ success: z.literal(true), id: z.string(), version: z.int() })

export const presentDraftList = (
  papers: readonly QueuedPaper[],
  versions: ReadonlyMap<string, number>,
): z.infer<typeof draftListResponse> => ({
  success: true,
  count: papers.length,
  papers: papers.map(({ id, title, year, version }) => ({
    id,
    title,
    year,
    version,
    ...omitEmpty({ drafted: versions.get(id) ?? null }),
  })),
})

export const presentDraftedPaper = (
  paper: PaperWithText,
  { version, drafted: own }: { version: number; drafted: number | null },
): z.infer<typeof draftedPaperResponse> => ({
  success: true,
  version,
  ...omitEmpty({ drafted: own }),
  paper: presentFullPaper(paper),
})

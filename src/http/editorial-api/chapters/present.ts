import { z } from 'zod'
import type { ChapterRecord } from '#core/papers/chapter.ts'

const chapter = z
  .strictObject({
    number: z.int().min(1).max(7),
    name: z.string(),
    introduction: z.string().meta({ description: 'Markdown.' }),
    version: z.int(),
  })
  .meta({ id: 'EditedChapter' })

export const chapterResponse = z.strictObject({ success: z.literal(true), chapter })
export const chapterListResponse = z.strictObject({ success: z.literal(true), chapters: z.array(chapter) })

export const presentChapter = ({ number, name, introduction, version }: ChapterRecord): z.infer<typeof chapter> => ({
  number,
  name,
  introduction,
  version,
})

import { z } from 'zod'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { outputOf } from '#edited/edited-resource.ts'
import type { Route } from '#http/routing/route.ts'
import { editedResource, type EditingPorts, readRoute } from './versioned-resource.ts'

const chapter = z
  .strictObject({ number: z.int().min(1).max(7), ...outputOf(editedChapters.fields), version: z.int() })
  .meta({ id: 'EditedChapter' })

const presentChapter = (found: ChapterRecord): z.infer<typeof chapter> => ({
  number: found.number,
  ...editedChapters.present(found),
  version: found.version,
})

export const chapterRoutes = (ports: EditingPorts): Route[] => {
  const routes = editedResource(ports, editedChapters, {
    schema: z.strictObject({ success: z.literal(true), chapter }),
    present: presentChapter,
    notFound: { 404: { description: 'No such chapter.' } },
    parameter: 'number',
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/chapters',
      summary: 'Names and introductions of the seven chapters',
      description: 'All chapters.',
      schema: z.strictObject({ success: z.literal(true), chapters: z.array(chapter) }),
      read: async () => ({ success: true, chapters: (await ports.store.private.chapters.list()).map(presentChapter) }),
    }),
    routes.show({
      path: '/api/editorial/chapters/:number',
      summary: 'One chapter; the ETag is its version, "0" until it is first edited',
    }),
    routes.replace({
      path: '/api/editorial/chapters/:number',
      summary: 'Replace the name and introduction of a chapter',
    }),
  ]
}

import type { Context } from 'hono'
import { z } from 'zod'
import { mergeChapterStep } from '#actions/editorial/chapters.ts'
import type { ChapterRecord } from '#core/papers/chapter.ts'
import { editedChapters } from '#edited/chapters.ts'
import { chapterNumber } from '#schemas/fields.ts'
import { outputOf } from '#edited/edited-resource.ts'
import { checkedId } from '#http/input/query.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import {
  authenticateEditor,
  editedResource,
  type EditingPorts,
  editorialRoute,
  readInput,
  readRoute,
} from './versioned-resource.ts'

const chapter = z
  .strictObject({ number: z.int().min(1).max(7), ...outputOf(editedChapters.fields), version: z.int() })
  .meta({ id: 'EditedChapter' })

const presentChapter = (found: ChapterRecord): z.infer<typeof chapter> => ({
  number: found.number,
  ...editedChapters.present(found),
  version: found.version,
})

const mergeInput = z.strictObject({
  into: chapterNumber().nullable().meta({ description: 'The chapter that gets the papers; null for none.' }),
})

const mergedResponse = z.strictObject({
  success: z.literal(true),
  number: z.int(),
  mergedInto: z.int().nullable(),
  papersMoved: z.int(),
  papersLeft: z
    .int()
    .meta({ description: 'Papers that have yet to move: ask again. The chapter goes with the last one.' }),
})

const merge = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context, 'review:decide')
  const { form, text } = await readInput(context, mergeInput)
  const number = editedChapters.parseId(checkedId(context.req.param('number') ?? ''))
  const { into } = form
  return ports.runIdempotent(context, {
    client: actor,
    body: text,
    action: mergeChapterStep,
    input: { number, into, actor },
    toAnswer: ({ moved, left }) =>
      json(200, { success: true, number, mergedInto: into, papersMoved: moved, papersLeft: left }),
  })
}

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
      summary: 'Names and introductions of the chapters, in the order shown',
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
    {
      ...editorialRoute,
      method: 'post',
      path: '/api/editorial/chapters/:number/merge',
      summary: 'Move up to 200 papers of a chapter to another one or to none; the chapter goes with the last one',
      body: mergeInput,
      isIdempotent: true,
      responses: {
        200: { description: 'Merged, or a part of it.', schema: mergedResponse },
        404: {
          description: 'The library lacks the chapter that is to get the papers, or no paper names the other one.',
        },
      },
      handle: merge(ports),
    },
  ]
}

import type { Context } from 'hono'
import { editChapter } from '#actions/editorial/edit-chapter.ts'
import { parseChapter, type ChapterRecord } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import type { Route } from '#http/routing/route.ts'
import type { EditingPorts } from '#http/editorial-api/versioned-edit.ts'
import { readRoute, versionedResource } from '#http/editorial-api/versioned-resource.ts'
import { chapterResponse, chapterListResponse, presentChapter } from './present.ts'

const getChapter = async ({ store }: EditingPorts, context: Context): Promise<ChapterRecord> => {
  const number = context.req.param('number') ?? ''
  const chapter = parseChapter(number)
  if (chapter === null) throw new Failure('not_found', `There is no chapter ${number}; they are 1 to 7.`)
  return store.private.chapters.get(chapter)
}

export const chapterRoutes = (ports: EditingPorts): Route[] => {
  const chapter = versionedResource(ports, {
    noun: 'chapter',
    schema: chapterResponse,
    notFound: { 404: { description: 'No such chapter.' } },
    get: (context) => getChapter(ports, context),
    versionOf: ({ version }) => version,
    present: (found) => ({ success: true, chapter: presentChapter(found) }),
  })
  return [
    readRoute(ports, {
      path: '/api/editorial/chapters',
      summary: 'Names and introductions of the seven chapters',
      description: 'All chapters.',
      schema: chapterListResponse,
      read: async () => ({ success: true, chapters: (await ports.store.private.chapters.list()).map(presentChapter) }),
    }),
    chapter.show({
      path: '/api/editorial/chapters/:number',
      summary: 'One chapter; the ETag is its version, "0" until it is first edited',
    }),
    chapter.edit({
      method: 'put',
      path: '/api/editorial/chapters/:number',
      summary: 'Give a chapter another name and introduction',
      input: chapterSchema,
      edit: async (context, { input, version, actor }) => {
        const { number } = await getChapter(ports, context)
        await ports.run(editChapter, { number, text: input, version, actor })
      },
    }),
  ]
}

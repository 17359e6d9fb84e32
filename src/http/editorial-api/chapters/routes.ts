import type { Context } from 'hono'
import { editChapter } from '#actions/editorial/edit-chapter.ts'
import { isChapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import type { ChapterRecord } from '#ports/store/chapters.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versionedJson } from '#http/editorial-api/version-tag.ts'
import {
  bodyFailures,
  editorialRoute,
  authenticateEditor,
  readInput,
  commonFailures,
  notModified,
  versionFailures,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { chapterResponse, chapterListResponse, presentChapter } from './present.ts'

const getChapter = async ({ store }: EditingPorts, context: Context): Promise<ChapterRecord> => {
  const number = context.req.param('number') ?? ''
  const found = (await store.private.chapters.list()).find((chapter) => String(chapter.number) === number)
  if (found === undefined || !isChapter(found.number))
    throw new Failure('not_found', `There is no chapter ${number}; they are 1 to 7.`)
  return found
}

const chapterReply = (chapter: ChapterRecord) =>
  versionedJson(200, { success: true, chapter: presentChapter(chapter) }, chapter.version)

const list = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return json(200, { success: true, chapters: (await ports.store.private.chapters.list()).map(presentChapter) })
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await authenticateEditor(ports, context)
  return chapterReply(await getChapter(ports, context))
}

const edit = (ports: EditingPorts) => async (context: Context) => {
  const actor = await authenticateEditor(ports, context)
  const version = expectedVersion(context)
  const { form } = await readInput(context, chapterSchema)
  const { number } = await getChapter(ports, context)
  await ports.run(editChapter, { number, text: form, version, actor })
  return chapterReply(await getChapter(ports, context))
}

const notFound = { 404: { description: 'No such chapter.' } }

export const chapterRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/chapters',
    summary: 'Names and introductions of the seven chapters',
    responses: { 200: { description: 'All chapters.', schema: chapterListResponse }, ...commonFailures },
    handle: list(ports),
  },
  {
    ...editorialRoute,
    method: 'get',
    path: '/api/editorial/chapters/:number',
    summary: 'One chapter; the ETag is its version, "0" until it is first edited',
    responses: {
      200: { description: 'The chapter.', schema: chapterResponse },
      ...notModified,
      ...commonFailures,
      ...notFound,
    },
    handle: show(ports),
  },
  {
    ...editorialRoute,
    method: 'put',
    path: '/api/editorial/chapters/:number',
    summary: 'Give a chapter another name and introduction',
    body: chapterSchema,
    responses: {
      200: { description: 'The chapter as it stands now.', schema: chapterResponse },
      ...bodyFailures,
      ...notFound,
      ...versionFailures,
    },
    handle: edit(ports),
  },
]

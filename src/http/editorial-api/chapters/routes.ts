import type { Context } from 'hono'
import { editChapter } from '#actions/edit-chapter.ts'
import { isChapter } from '#core/papers/chapter.ts'
import { Failure } from '#core/failure.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import type { ChapterRecord } from '#ports/store/chapters.ts'
import { json } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { expectedVersion, versioned } from '#http/editorial-api/version-tag.ts'
import {
  bodyRefusals,
  editing,
  editorBy,
  readForm,
  refusals,
  unchanged,
  versionRefusals,
  type EditingPorts,
} from '#http/editorial-api/versioned-edit.ts'
import { chapterAnswer, chaptersAnswer, presentChapter } from './present.ts'

const getChapter = async ({ store }: EditingPorts, context: Context): Promise<ChapterRecord> => {
  const number = context.req.param('number') ?? ''
  const found = (await store.read.chapters.list()).find((chapter) => String(chapter.number) === number)
  if (found === undefined || !isChapter(found.number))
    throw new Failure('not_found', `There is no chapter ${number}; they are 1 to 7.`)
  return found
}

const answerWith = (chapter: ChapterRecord) =>
  versioned(200, { success: true, chapter: presentChapter(chapter) }, chapter.version)

const list = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return json(200, { success: true, chapters: (await ports.store.read.chapters.list()).map(presentChapter) })
}

const show = (ports: EditingPorts) => async (context: Context) => {
  await editorBy(ports, context)
  return answerWith(await getChapter(ports, context))
}

const edit = (ports: EditingPorts) => async (context: Context) => {
  const actor = await editorBy(ports, context)
  const version = expectedVersion(context)
  const { form } = await readForm(context, chapterSchema)
  const { number } = await getChapter(ports, context)
  await editChapter(ports, { number, text: form, version, actor })
  return answerWith(await getChapter(ports, context))
}

const unknown = { 404: { description: 'No such chapter.' } }

export const chapterRoutes = (ports: EditingPorts): Route[] => [
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/chapters',
    summary: 'Names and introductions of the seven chapters',
    answers: { 200: { description: 'All chapters.', schema: chaptersAnswer }, ...refusals },
    handle: list(ports),
  },
  {
    ...editing,
    method: 'get',
    path: '/api/editorial/chapters/:number',
    summary: 'One chapter; the ETag is its version, "0" until it is first edited',
    answers: { 200: { description: 'The chapter.', schema: chapterAnswer }, ...unchanged, ...refusals, ...unknown },
    handle: show(ports),
  },
  {
    ...editing,
    method: 'put',
    path: '/api/editorial/chapters/:number',
    summary: 'Give a chapter another name and introduction',
    body: chapterSchema,
    answers: {
      200: { description: 'The chapter as it stands now.', schema: chapterAnswer },
      ...bodyRefusals,
      ...unknown,
      ...versionRefusals,
    },
    handle: edit(ports),
  },
]

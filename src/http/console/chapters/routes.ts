import type { Context } from 'hono'
import { editChapter } from '#actions/edit-chapter.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import { validate } from '#schemas/validate.ts'
import type { ChapterRecord } from '#ports/store/chapters.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { formVersion, readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { savedQuery } from './input.ts'
import { chapterPage, chaptersPage } from './pages/chapters.ts'

export type ChapterPorts = { store: Store; clock: Clock; houseName: string }

const getChapter = async ({ store }: ChapterPorts, context: Context): Promise<ChapterRecord> => {
  const number = context.req.param('number') ?? ''
  const found = (await store.read.chapters.list()).find((chapter) => String(chapter.number) === number)
  if (found === undefined) throw new Failure('not_found', `There is no chapter ${number}; they are 1 to 7.`)
  return found
}

const list =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Answer> =>
    page(200, chaptersPage(ports, { editor: editorOf(context), chapters: await ports.store.read.chapters.list() }))

const showForm =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Answer> => {
    const { saved } = readQuery(context, savedQuery)
    const chapter = await getChapter(ports, context)
    const view = {
      editor: editorOf(context),
      chapter,
      ...chapter,
      failure: null,
      saved: saved !== undefined,
      held: false,
    }
    return page(200, chapterPage(ports, view))
  }

/** What was typed, checked but not stored. */
const typedIn = async (ports: ChapterPorts, context: Context) => {
  const { fields } = await readForm(context, 262_144)
  const { name = '', introduction = '' } = fields
  const chapter = await getChapter(ports, context)
  const checked = validate(chapterSchema, { name, introduction })
  const view = {
    editor: editorOf(context),
    chapter,
    version: formVersion(fields),
    name,
    introduction,
    saved: false,
    held: true,
  }
  return { checked, view }
}

const preview =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Answer> => {
    const { checked, view } = await typedIn(ports, context)
    const failure = checked.ok ? null : validationFailure(checked.errors)
    return page(200, chapterPage(ports, { ...view, failure }))
  }

const save =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Answer> => {
    const { checked, view } = await typedIn(ports, context)
    const { version, chapter } = view
    return orFormAgain(
      async () => {
        if (!checked.ok) throw validationFailure(checked.errors)
        const { number } = chapter
        const saved = await editChapter(ports, { number, text: checked.value, version, actor: actorOf(context) })
        return seeOther(`/console/chapters/${number}?saved=${saved}`)
      },
      async (failure) => {
        const present = await getChapter(ports, context)
        const from = failure.code === 'stale' ? present.version : version
        return chapterPage(ports, { ...view, chapter: present, version: from, failure })
      },
    )
  }

const forEditors = { access: 'editor', caching: 'none', anyOrigin: false } as const
const shown = { 200: { description: 'The page.', type: HTML_TYPE } }

export const chapterRoutes = (ports: ChapterPorts): Route[] => [
  {
    ...forEditors,
    method: 'get',
    path: '/console/chapters',
    summary: 'Names and introductions of the chapters',
    answers: shown,
    handle: list(ports),
  },
  {
    ...forEditors,
    method: 'get',
    path: '/console/chapters/:number',
    summary: 'The form of a chapter',
    query: savedQuery,
    answers: shown,
    handle: showForm(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/chapters/:number',
    summary: 'Gives a chapter another name and introduction',
    answers: { 303: { description: 'Done; Location names the page to go on with.' } },
    handle: save(ports),
  },
  {
    ...forEditors,
    method: 'post',
    path: '/console/chapters/:number/preview',
    summary: 'Looks at what was typed and stores nothing',
    answers: shown,
    handle: preview(ports),
  },
]

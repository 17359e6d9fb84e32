import type { Context } from 'hono'
import { parseChapter, type ChapterRecord } from '#core/papers/chapter.ts'
import { editChapter } from '#actions/editorial/edit-chapter.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure, validationFailure } from '#core/failure.ts'
import { chapterSchema } from '#schemas/editorial-schemas.ts'
import { requireValid, validate } from '#schemas/validate.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { formVersion, readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { savedQuery } from '#http/console/saved-query.ts'
import { renderTexts } from '#queries/render-kept-texts.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { chapterPage, chaptersPage, type ChapterView } from './pages/chapters.ts'

export type ChapterPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; houseName: string }

const getChapter = async ({ store }: ChapterPorts, context: Context): Promise<ChapterRecord> => {
  const number = context.req.param('number') ?? ''
  const chapter = parseChapter(number)
  if (chapter === null) throw new Failure('not_found', `There is no chapter ${number}; they are 1 to 7.`)
  return store.private.chapters.get(chapter)
}

const renderChapter = async (ports: ChapterPorts, view: Omit<ChapterView, 'markupOf'>) =>
  chapterPage(ports, {
    ...view,
    markupOf: await renderTexts(ports.markdown, [view.chapter.introduction, view.introduction]),
  })

const list =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Reply> =>
    page(
      200,
      chaptersPage(ports, { editor: getCurrentEditor(context), chapters: await ports.store.private.chapters.list() }),
    )

const showForm =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Reply> => {
    const { saved } = readQuery(context, savedQuery)
    const chapter = await getChapter(ports, context)
    const view = {
      editor: getCurrentEditor(context),
      chapter,
      ...chapter,
      failure: null,
      saved: saved !== undefined,
      isUnsaved: false,
    }
    return page(200, await renderChapter(ports, view))
  }

/** The submitted fields, checked but not stored. */
const readChapterForm = async (ports: ChapterPorts, context: Context) => {
  const { fields } = await readFormBody(context, 262_144)
  const { name = '', introduction = '' } = fields
  const chapter = await getChapter(ports, context)
  const checked = validate(chapterSchema, { name, introduction })
  const view = {
    editor: getCurrentEditor(context),
    chapter,
    version: formVersion(fields),
    name,
    introduction,
    saved: false,
    isUnsaved: true,
  }
  return { checked, view }
}

const preview =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Reply> => {
    const { checked, view } = await readChapterForm(ports, context)
    const failure = checked.ok ? null : validationFailure(checked.errors)
    return page(200, await renderChapter(ports, { ...view, failure }))
  }

const save =
  (ports: ChapterPorts) =>
  async (context: Context): Promise<Reply> => {
    const { checked, view } = await readChapterForm(ports, context)
    const { version, chapter } = view
    return redisplayForm(
      async () => {
        const text = requireValid(checked)
        const { number } = chapter
        const saved = await ports.run(editChapter, {
          number,
          text,
          version,
          actor: getCurrentActor(context),
        })
        return seeOther(`/console/chapters/${number}?saved=${saved}`)
      },
      async (failure) => {
        const present = await getChapter(ports, context)
        const from = failure.code === 'stale' ? present.version : version
        return renderChapter(ports, { ...view, chapter: present, version: from, failure })
      },
    )
  }

export const chapterRoutes = (ports: ChapterPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/chapters',
    summary: 'Names and introductions of the chapters',
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'get',
    path: '/console/chapters/:number',
    summary: 'The form of a chapter',
    query: savedQuery,
    responses: pageResponse,
    handle: showForm(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/chapters/:number',
    summary: 'Gives a chapter another name and introduction',
    responses: redirectResponse,
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/chapters/:number/preview',
    summary: 'Shows the preview of a chapter; stores nothing',
    responses: pageResponse,
    handle: preview(ports),
  },
]

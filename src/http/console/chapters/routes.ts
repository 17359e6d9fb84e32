import type { RunAction } from '#actions/run-action.ts'
import { editedChapters } from '#edited/chapters.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { CHAPTER_FORM_BYTES } from '#http/input/body.ts'
import { page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { renderTexts } from '#queries/rendered-texts.ts'
import { chapterPage, chaptersPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type ChapterPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; site: LiveSite }

export const chapterRoutes = (ports: ChapterPorts): Route[] => {
  const form = editedForm(ports, editedChapters, {
    path: '/console/chapters',
    parameter: 'number',
    maxBytes: CHAPTER_FORM_BYTES,
    checksPreview: true,
    draw: async (view) => chapterPage(ports, view, await renderTexts(ports.markdown, [view.values.introduction])),
  })
  return [
    {
      ...editorRoute,
      method: 'get',
      path: '/console/chapters',
      summary: 'Names and introductions of the chapters',
      responses: pageResponse,
      handle: async (context) => {
        const all = await ports.store.private.chapters.list()
        return page(200, chaptersPage(ports, { editor: getCurrentEditor(context), chapters: all }))
      },
    },
    form.show({ path: '/console/chapters/:number', summary: 'The form of a chapter' }),
    form.save({ path: '/console/chapters/:number', summary: 'Changes the name and introduction of a chapter' }),
    form.preview({
      path: '/console/chapters/:number/preview',
      summary: 'Previews a chapter; stores nothing',
    }),
  ]
}

import { addGap } from '#actions/editorial/gaps.ts'
import type { RunAction } from '#actions/run-action.ts'
import { editedGaps } from '#edited/gaps.ts'
import type { Html } from '#html.ts'
import { getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { page } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Store } from '#ports/store/store.ts'
import { renderTexts } from '#queries/rendered-texts.ts'
import { gapPage, gapsPage, type GapView } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type GapPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; site: LiveSite }

export const gapRoutes = (ports: GapPorts): Route[] => {
  const draw = async (view: GapView): Promise<Html> =>
    gapPage(ports, view, await renderTexts(ports.markdown, [view.values.explanation]))
  const form = editedForm(ports, editedGaps, { path: '/console/gaps', draw, drawNew: draw })
  return [
    {
      ...editorRoute,
      method: 'get',
      path: '/console/gaps',
      summary: 'Every research gap',
      responses: pageResponse,
      handle: async (context) => {
        const all = await ports.store.private.gaps.list(null)
        return page(200, gapsPage(ports, { editor: getCurrentEditor(context), gaps: all }))
      },
    },
    form.save({ path: '/console/gaps', summary: 'Adds a gap' }, (gap, actor) => ports.run(addGap, { gap, actor })),
    form.show({ path: '/console/gaps/new', summary: 'The form of a new gap' }),
    form.preview({ path: '/console/gaps/preview', summary: 'Finds papers for a new gap; stores nothing' }),
    form.show({ path: '/console/gaps/:id', summary: 'The form of a gap' }),
    form.save({ path: '/console/gaps/:id', summary: 'Stores a gap as a new version' }),
    form.preview({ path: '/console/gaps/:id/preview', summary: 'Finds papers for a gap; stores nothing' }),
  ]
}

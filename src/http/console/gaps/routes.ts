import type { Context } from 'hono'
import { addGap, changeGapState } from '#actions/editorial/gaps.ts'
import type { RunAction } from '#actions/run-action.ts'
import { editedGaps, gapStateInput } from '#edited/gaps.ts'
import type { Html } from '#html.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm } from '#http/console/console-route.ts'
import { editedForm } from '#http/console/edited-form.ts'
import { formVersion, readFormBody } from '#http/input/body.ts'
import { pathId } from '#http/input/query.ts'
import { examineForEditor } from '#http/console/evidence/present.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { renderCitingDrafts } from '#queries/rendered-texts.ts'
import { parseInput } from '#schemas/validate.ts'
import { gapPage, gapsPage, type GapView, type TypedState, untypedState } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

type GapPorts = { store: Store; markdown: MarkdownRenderer; run: RunAction; site: LiveSite; clock: Clock }

const formOf = (ports: GapPorts, typed = untypedState) => {
  const draw = async (view: GapView): Promise<Html> => {
    const { related, gaps } = ports.store.private
    const { explanation, papers } = view.values
    const markupOf = await renderCitingDrafts({ ...ports, related }, [explanation])
    const history = view.stored === null ? null : await gaps.history(view.stored.id)
    const notice = view.isUnsaved || explanation === '' ? null : await examineForEditor(ports, [explanation])
    return gapPage(ports, view, {
      notice,
      markupOf,
      papers: await related.publicPapers(papers),
      history: history ?? [],
      typed,
    })
  }
  return editedForm(ports, editedGaps, { path: '/console/gaps', draw, drawNew: draw })
}

const ID_SEPARATOR = /[\s,;]+/u

/** Enters a change of state; a refused form comes back with what was typed. */
const changeState =
  (ports: GapPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    const stored = await editedGaps.get(ports.store.private, id)
    const { state = '', reason = '', papers = '' } = fields
    const named = papers.split(ID_SEPARATOR).filter((one) => one !== '')
    return redisplayForm(
      async () => {
        const words = parseInput(gapStateInput, { state, reason, papers: named })
        const actor = getCurrentActor(context)
        const version = await ports.run(changeGapState, { id, words, version: formVersion(fields), actor })
        return seeOther(`/console/gaps/${id}?saved=${version}`)
      },
      async (failure) => {
        const typed: TypedState = { state, reason, papers, failure }
        return formOf(ports, typed).render(context, { stored })
      },
    )
  }

export const gapRoutes = (ports: GapPorts): Route[] => {
  const form = formOf(ports)
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
    {
      ...editorRoute,
      method: 'post',
      path: '/console/gaps/:id/state',
      summary: 'Narrows, closes or reopens a gap',
      responses: redirectResponse,
      handle: changeState(ports),
    },
  ]
}

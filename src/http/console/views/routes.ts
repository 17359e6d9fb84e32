import type { Context } from 'hono'
import { z } from 'zod'
import type { RunAction } from '#actions/run-action.ts'
import { removeView, renameView, saveView } from '#actions/saved-views.ts'
import { listNames, MAX_VIEW_SEARCH, viewAddress } from '#core/access/saved-view.ts'
import type { Failure } from '#core/failure.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import {
  editorRoute,
  htmlResponse,
  pageResponse,
  redirectResponse,
  redisplayForm,
} from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { noParameters, pathId } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { line } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { savedViewsPage } from './pages.ts'

export type SavedViewPorts = { store: Store; run: RunAction; site: LiveSite }

const named = { name: line(100) }

const saveForm = z.object({
  ...named,
  list: z.enum(listNames),
  search: z
    .string()
    .max(MAX_VIEW_SEARCH)
    .transform((text) => new URLSearchParams(text).toString())
    .refine((text) => text.length <= MAX_VIEW_SEARCH, { error: `must have at most ${MAX_VIEW_SEARCH} characters` }),
})
const renameForm = z.object(named)

/** Whose request it is. */
const byWhom = (context: Context) => ({ editorId: getCurrentEditor(context).id, actor: getCurrentActor(context) })

const drawViews = async (ports: SavedViewPorts, context: Context, failure: Failure | null = null) => {
  const editor = getCurrentEditor(context)
  return savedViewsPage(ports, { editor, views: await ports.store.private.savedViews.list(editor.id), failure })
}

const show =
  (ports: SavedViewPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await drawViews(ports, context))

const save =
  (ports: SavedViewPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        const view = parseInput(saveForm, fields)
        await ports.run(saveView, { ...view, ...byWhom(context) })
        return seeOther(viewAddress(view))
      },
      (failure) => drawViews(ports, context, failure),
    )
  }

const rename =
  (ports: SavedViewPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        await ports.run(renameView, { id: pathId(context), ...parseInput(renameForm, fields), ...byWhom(context) })
        return seeOther('/console/views')
      },
      (failure) => drawViews(ports, context, failure),
    )
  }

const remove =
  ({ run }: SavedViewPorts) =>
  async (context: Context): Promise<Reply> => {
    await run(removeView, { id: pathId(context), ...byWhom(context) })
    return seeOther('/console/views')
  }

const refused = { 400: htmlResponse('A field is invalid.') }

export const savedViewRoutes = (ports: SavedViewPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/views',
    summary: 'What the editor saved of lists',
    query: noParameters,
    responses: pageResponse,
    handle: show(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/views',
    summary: 'Saves what a list shows under a name',
    responses: { ...redirectResponse, ...refused },
    handle: save(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/views/:id',
    summary: 'Renames a view',
    responses: { ...redirectResponse, ...refused },
    handle: rename(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/views/:id/delete',
    summary: 'Deletes a view',
    responses: redirectResponse,
    handle: remove(ports),
  },
]

import type { Context } from 'hono'
import { confirmAlert, correctAlert, muteAlert } from '#actions/alerts.ts'
import type { RunAction } from '#actions/run-action.ts'
import { groupAlerts } from '#core/evidence/alerts.ts'
import { correctionInput } from '#edited/brief-drafts.ts'
import type { Html } from '#html.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse, redirectResponse, redisplayForm, savedQuery } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathNumber, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { alertsPage, type RefusedCorrection } from './pages.ts'

export type AlertPorts = { store: Store; run: RunAction; site: LiveSite }

const MOST_SHOWN = 200
const SETTLED_SHOWN = 10

const draw = async (
  ports: AlertPorts,
  context: Context,
  { saved = false, refused = null }: { saved?: boolean; refused?: RefusedCorrection | null } = {},
): Promise<Html> => {
  const { alerts } = ports.store.private
  return alertsPage(ports, {
    editor: getCurrentEditor(context),
    groups: groupAlerts(await alerts.open(MOST_SHOWN)),
    settled: await alerts.settled(SETTLED_SHOWN),
    saved,
    refused,
  })
}

const settled = seeOther('/console/alerts?saved=yes')

const numberOf = (context: Context): number => pathNumber(context, () => 'There is no such alert.')

const correct =
  (ports: AlertPorts) =>
  async (context: Context): Promise<Reply> => {
    const { text: typed = '' } = (await readFormBody(context)).fields
    const id = numberOf(context)
    return redisplayForm(
      async () => {
        const { text } = parseInput(correctionInput, { text: typed })
        await ports.run(correctAlert, { id, text, actor: getCurrentActor(context) })
        return settled
      },
      (failure) => draw(ports, context, { refused: { id, typed, failure } }),
    )
  }

export const alertRoutes = (ports: AlertPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/alerts',
    summary: 'Sentences to look at again',
    query: savedQuery,
    responses: pageResponse,
    handle: async (context) =>
      page(200, await draw(ports, context, { saved: readQuery(context, savedQuery).saved !== undefined })),
  },
  ...(['confirm', 'mute'] as const).map((act): Route => ({
    ...editorRoute,
    method: 'post',
    path: `/console/alerts/:id/${act}`,
    summary: act === 'confirm' ? 'Says that a sentence is still true' : 'Raises no more alerts for a search',
    responses: redirectResponse,
    handle: async (context) => {
      const action = act === 'confirm' ? confirmAlert : muteAlert
      await ports.run(action, { id: numberOf(context), actor: getCurrentActor(context) })
      return settled
    },
  })),
  {
    ...editorRoute,
    method: 'post',
    path: '/console/alerts/:id/correct',
    summary: 'Corrects a sentence under its brief',
    responses: redirectResponse,
    handle: correct(ports),
  },
]

import type { Context } from 'hono'
import { z } from 'zod'
import { triageMessage } from '#actions/messages.ts'
import type { RunAction } from '#actions/run-action.ts'
import { messageStates } from '#core/mail/message.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { parseInput } from '#schemas/validate.ts'
import { messagesPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const messageListQuery = z.strictObject({
  state: z.enum(messageStates).optional(),
  before: z.string().max(100).optional(),
})

const triageFormSchema = z.object({ state: z.enum(messageStates), at: z.string().max(100).optional() })

export type MessagePorts = { store: Store; run: RunAction; site: LiveSite }

const PAGE_SIZE = 30

const list =
  (ports: MessagePorts) =>
  async (context: Context): Promise<Reply> => {
    const { state, before } = readQuery(context, messageListQuery)
    const { messages } = ports.store.private
    const found = await messages.list(state ?? null, before ?? null, PAGE_SIZE)
    const counts = await messages.counts()
    const editor = getCurrentEditor(context)
    const views = await listViews(ports.store.private, editor, 'messages')
    const isFirst = before === undefined
    return page(200, messagesPage(ports, { editor, state: state ?? '', counts, ...found, isFirst, views }))
  }

const triage =
  (ports: MessagePorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const { state, at = '' } = parseInput(triageFormSchema, fields)
    await ports.run(triageMessage, { id: pathId(context), state, actor: getCurrentActor(context) })
    const back = messageListQuery.safeParse({ state: at })
    return seeOther(back.success ? `/console/messages?state=${at}` : '/console/messages')
  }

export const messageRoutes = (ports: MessagePorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/messages',
    summary: 'Messages from the contact form',
    query: messageListQuery,
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/messages/:id',
    summary: 'Sets the state of a message',
    responses: { 303: { description: 'The state is stored.' } },
    handle: triage(ports),
  },
]

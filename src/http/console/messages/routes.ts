import type { Context } from 'hono'
import { triageMessage } from '#actions/mail/triage-message.ts'
import type { RunAction } from '#actions/run-action.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { messageListQuery, triageFormSchema } from './input.ts'
import { messagesPage } from './pages/messages.ts'

export type MessagePorts = { store: Store; run: RunAction; houseName: string }

const PAGE_SIZE = 30

const list =
  (ports: MessagePorts) =>
  async (context: Context): Promise<Reply> => {
    const { state, before } = readQuery(context, messageListQuery)
    const { messages } = ports.store.private
    const found = await messages.list(state ?? null, before ?? null, PAGE_SIZE)
    const counts = await messages.counts()
    return page(200, messagesPage(ports, { editor: getCurrentEditor(context), state: state ?? '', counts, ...found }))
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

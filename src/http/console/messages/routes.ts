import type { Context } from 'hono'
import { sortMessage } from '#actions/sort-message.ts'
import { validationFailure } from '#core/failure.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { seeOther } from '#http/input/redisplay-form.ts'
import { readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { listQuery, sortForm } from './input.ts'
import { messagesPage } from './pages/messages.ts'

export type MessagePorts = { store: Store; clock: Clock; houseName: string }

const PAGE = 30

const list =
  (ports: MessagePorts) =>
  async (context: Context): Promise<Answer> => {
    const { state, before } = readQuery(context, listQuery)
    const { messages } = ports.store.read
    const found = await messages.list(state ?? null, before ?? null, PAGE)
    const counts = await messages.counts()
    return page(200, messagesPage(ports, { editor: editorOf(context), state: state ?? '', counts, ...found }))
  }

const sort =
  (ports: MessagePorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const checked = validate(sortForm, fields)
    if (!checked.ok) throw validationFailure(checked.errors)
    const { state, at = '' } = checked.value
    await sortMessage(ports, { id: idOf(context), state, actor: actorOf(context) })
    const back = listQuery.safeParse({ state: at })
    return seeOther(back.success ? `/console/messages?state=${at}` : '/console/messages')
  }

export const messageRoutes = (ports: MessagePorts): Route[] => [
  {
    method: 'get',
    path: '/console/messages',
    summary: 'What came by the contact form',
    access: 'editor',
    caching: 'none',
    anyOrigin: false,
    query: listQuery,
    answers: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: list(ports),
  },
  {
    method: 'post',
    path: '/console/messages/:id',
    summary: 'Notes what became of a message',
    access: 'editor',
    caching: 'none',
    anyOrigin: false,
    answers: { 303: { description: 'Noted.' } },
    handle: sort(ports),
  },
]

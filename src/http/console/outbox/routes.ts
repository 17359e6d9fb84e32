import type { Context } from 'hono'
import { z } from 'zod'
import { requeueEmail } from '#actions/outbox.ts'
import type { RunAction } from '#actions/run-action.ts'
import { includesRole } from '#core/access/editor.ts'
import { Failure } from '#core/failure.ts'
import { maskAddresses } from '#core/mail/mailbox.ts'
import type { ListedEmail } from '#core/mail/outbox.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { editorRoute, pageResponse } from '#http/console/console-route.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { emailStates, outboxPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const emailListQuery = z.strictObject({
  state: z.enum(emailStates).optional(),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/u, { error: 'must be the number of an email' })
    .transform(Number)
    .optional(),
  retried: z.string().max(20).optional(),
})

export type OutboxPorts = { store: Store; run: RunAction; site: LiveSite }

const PAGE_SIZE = 50

/** Only admins see addresses. Error messages of mail servers repeat them, so they are masked there, too. */
const maskRecipient = (email: ListedEmail): ListedEmail => ({
  ...email,
  to: email.to === null ? null : maskAddresses(email.to),
  lastError: email.lastError === null ? null : maskAddresses(email.lastError),
})

const list =
  (ports: OutboxPorts) =>
  async (context: Context): Promise<Reply> => {
    const { state, before, retried } = readQuery(context, emailListQuery)
    const { outbox } = ports.store.private
    const { emails, next } = await outbox.list(state ?? null, before ?? null, PAGE_SIZE)
    const editor = getCurrentEditor(context)
    const view = {
      editor,
      emails: includesRole(editor.role, 'admin') ? emails : emails.map(maskRecipient),
      next,
      state: state ?? ('' as const),
      counts: await outbox.counts(),
    }
    return page(200, outboxPage(ports, { ...view, retried: retried !== undefined }))
  }

const requeue =
  (ports: OutboxPorts) =>
  async (context: Context): Promise<Reply> => {
    const given = context.req.param('seq') ?? ''
    if (!/^[1-9]\d{0,14}$/u.test(given)) throw new Failure('not_found', `There is no email ${given}.`)
    await ports.run(requeueEmail, { seq: Number(given), actor: getCurrentActor(context) })
    return seeOther(`/console/outbox?retried=${given}`)
  }

export const outboxRoutes = (ports: OutboxPorts): Route[] => [
  {
    ...editorRoute,
    method: 'get',
    path: '/console/outbox',
    summary: 'Every email with its state',
    query: emailListQuery,
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...editorRoute,
    method: 'post',
    path: '/console/outbox/:seq/retry',
    summary: 'Makes an email due now',
    responses: { 303: { description: 'The email is due now.' } },
    handle: requeue(ports),
  },
]

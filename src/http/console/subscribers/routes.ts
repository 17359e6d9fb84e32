import type { Context } from 'hono'
import { z } from 'zod'
import { resumeDigests } from '#actions/digests.ts'
import { erasePersonalData } from '#actions/own-data.ts'
import type { RunAction } from '#actions/run-action.ts'
import { liftSuppression } from '#actions/suppressions.ts'
import { pluralize } from '#core/numbers.ts'
import type { Failure } from '#core/failure.ts'
import { type ListedSubscriber, subscriberStates } from '#core/mail/subscriber.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, htmlResponse, pageResponse, redisplayForm } from '#http/console/console-route.ts'
import { columnsParameter, LIST_PAGE_SIZE } from '#http/console/pages/list.ts'
import { listViews } from '#http/console/views/list-views.ts'
import { askAgainPage } from '#http/console/pages/ask-again.ts'
import { readFormBody } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Store } from '#ports/store/store.ts'
import { subscriberCsv } from '#schemas/csv.ts'
import { emailAddress } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { subscribersPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const subscriberListQuery = z.strictObject({
  state: z.enum(subscriberStates).optional(),
  columns: columnsParameter(),
  after: z.string().max(300).optional(),
})

const addressFormSchema = z.object({ email: emailAddress() })

export type SubscriberPorts = { store: Store; run: RunAction; site: LiveSite; canMail: boolean }

const CSV_TYPE = 'text/csv; charset=utf-8'

type FormState = { form?: 'erase' | 'lift'; emailInput?: string; failure?: Failure | null; done?: string | null }

const show = async (
  ports: SubscriberPorts,
  context: Context,
  given: FormState = {},
): Promise<{ toString(): string }> => {
  const { state, columns = [], after } = readQuery(context, subscriberListQuery)
  const editor = getCurrentEditor(context)
  const { subscribers, suppressions, following } = ports.store.private
  const found = await subscribers.list(state ?? null, after ?? null, LIST_PAGE_SIZE)
  const { form = null, emailInput = '', failure = null, done = null } = given
  const counts = await subscribers.counts()
  const follows = await following.countBySubscriber(found.subscribers.map(({ id }) => id))
  const digests = {
    ...(await following.counts()),
    ...(await following.digestCounts()),
    isPaused: (await following.state())?.isPaused === true,
  }
  return subscribersPage(ports, {
    editor,
    views: await listViews(ports.store.private, editor, 'subscribers'),
    columns,
    isFirst: after === undefined,
    state: state ?? '',
    counts,
    suppressed: await suppressions.counts(),
    follows,
    digests,
    ...found,
    form,
    emailInput,
    failure,
    done,
  })
}

const PATH = '/console/subscribers'

const askToExport =
  (ports: SubscriberPorts) =>
  async (context: Context): Promise<Reply> => {
    const { active } = await ports.store.private.subscribers.counts()
    const asked = {
      editor: getCurrentEditor(context),
      title: 'Export subscribers',
      consequence: `A file with the addresses of up to ${pluralize(active, 'active subscriber', 'active subscribers')} will be on your machine, outside Longview: nobody can erase an address in it but you.`,
      path: `${PATH}/export`,
      label: 'Export',
      sent: [],
      back: PATH,
    }
    return page(200, askAgainPage(ports, asked))
  }

/** Every active subscriber of the brief. */
const exportCsv =
  ({ store }: SubscriberPorts) =>
  async (): Promise<Reply> => {
    const all: ListedSubscriber[] = []
    for (let after: string | null = ''; after !== null;) {
      const found = await store.private.subscribers.list('active', after, LIST_PAGE_SIZE)
      all.push(...found.subscribers.filter(({ wantsBrief }) => wantsBrief))
      after = found.next
    }
    const headers = { 'Content-Disposition': 'attachment; filename="subscribers.csv"' }
    return { status: 200, body: subscriberCsv(all), type: CSV_TYPE, headers }
  }

/** Acts on the address in a form; `act` returns the message. A redirect would put the address into a URL, so this replies with the page. */
const actOnAddress =
  (ports: SubscriberPorts, form: 'erase' | 'lift', act: (input: { email: string; actor: string }) => Promise<string>) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const emailInput = (fields.email ?? '').trim()
    return redisplayForm(
      async () => {
        const { email } = parseInput(addressFormSchema, { email: emailInput })
        const done = await act({ email, actor: getCurrentActor(context) })
        return page(200, await show(ports, context, { done }))
      },
      (failure) => show(ports, context, { form, emailInput, failure }),
    )
  }

const erase = (ports: SubscriberPorts) =>
  actOnAddress(ports, 'erase', async (input) => {
    const { subscriptions, letters, messages, keys } = await ports.run(erasePersonalData, input)
    return subscriptions + letters + messages + keys === 0
      ? 'No data of that address was found.'
      : `Erased: ${subscriptions} subscriptions, ${letters} emails, ${messages} contact messages, and the address of ${keys} keys.`
  })

const lift = (ports: SubscriberPorts) =>
  actOnAddress(ports, 'lift', async (input) => {
    const reason = await ports.run(liftSuppression, input)
    return `Lifted: ${input.email} can subscribe again${reason === 'complaint' ? ' despite the complaint' : ''}.`
  })
const resume =
  ({ run }: SubscriberPorts) =>
  async (context: Context): Promise<Reply> => {
    await run(resumeDigests, { actor: getCurrentActor(context) })
    return seeOther('/console/subscribers')
  }

export const subscriberRoutes = (ports: SubscriberPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/subscribers',
    summary: 'Readers of the brief by state',
    query: subscriberListQuery,
    responses: pageResponse,
    handle: async (context) => page(200, await show(ports, context)),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/subscribers/export',
    summary: 'Asks whether to export',
    responses: pageResponse,
    handle: askToExport(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/subscribers/export',
    summary: 'Active subscribers as CSV',
    responses: { 200: { description: 'The table.', type: CSV_TYPE } },
    handle: exportCsv(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/subscribers/erase',
    summary: 'Erases the personal data of an address',
    responses: { 200: htmlResponse('What was erased.') },
    handle: erase(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/subscribers/lift',
    summary: 'Lets a suppressed address subscribe again',
    responses: {
      200: htmlResponse('The suppression was lifted.'),
      404: htmlResponse('The address is not suppressed.'),
    },
    handle: lift(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/subscribers/digests/resume',
    summary: 'Resumes digests after a restore',
    responses: { 303: htmlResponse('Resumed; redirects to the subscribers.') },
    handle: resume(ports),
  },
]

import type { Context } from 'hono'
import type { ListedSubscriber } from '#core/mail/subscriber.ts'
import { liftSuppression } from '#actions/bounces/lift-suppression.ts'
import { resumeDigests } from '#actions/following/resume-digests.ts'
import { erasePersonalData } from '#actions/mail/erase-personal-data.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Failure } from '#core/failure.ts'
import { parseInput } from '#schemas/validate.ts'
import { subscriberCsv } from '#schemas/csv/subscriber-csv.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { adminRoute, htmlResponse, pageResponse } from '#http/console/console-route.ts'
import { addressFormSchema, subscriberListQuery } from './input.ts'
import { subscribersPage } from './pages/subscribers.ts'

export type SubscriberPorts = { store: Store; run: RunAction; houseName: string; canMail: boolean }

const PAGE_SIZE = 100
const CSV_TYPE = 'text/csv; charset=utf-8'

type FormState = { form?: 'erase' | 'lift'; emailInput?: string; failure?: Failure | null; done?: string | null }

const show = async (
  ports: SubscriberPorts,
  context: Context,
  given: FormState = {},
): Promise<{ toString(): string }> => {
  const { state, after } = readQuery(context, subscriberListQuery)
  const { subscribers, suppressions, following } = ports.store.private
  const found = await subscribers.list(state ?? null, after ?? null, PAGE_SIZE)
  const { form = null, emailInput = '', failure = null, done = null } = given
  const counts = await subscribers.counts()
  const follows = await following.countsOf(found.subscribers.map(({ id }) => id))
  const digests = {
    ...(await following.counts()),
    ...(await following.digestCounts()),
    isPaused: (await following.state())?.isPaused === true,
  }
  return subscribersPage(ports, {
    editor: getCurrentEditor(context),
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

/** Every active subscriber of the brief. */
const exportCsv =
  ({ store }: SubscriberPorts) =>
  async (): Promise<Reply> => {
    const all: ListedSubscriber[] = []
    for (let after: string | null = ''; after !== null;) {
      const found = await store.private.subscribers.list('active', after, PAGE_SIZE)
      all.push(...found.subscribers.filter(({ wantsBrief }) => wantsBrief))
      after = found.next
    }
    const headers = { 'Content-Disposition': 'attachment; filename="subscribers.csv"' }
    return { status: 200, body: subscriberCsv(all), type: CSV_TYPE, headers }
  }

/** Does something about the address in a form; `act` says what it did. A redirect would put the address into a URL, so the page is the reply itself. */
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
      ? 'Nothing was stored under that address.'
      : `Erased: ${subscriptions} subscriptions, ${letters} emails, ${messages} contact messages, and the address of ${keys} keys.`
  })

const lift = (ports: SubscriberPorts) =>
  actOnAddress(ports, 'lift', async (input) => {
    const reason = await ports.run(liftSuppression, input)
    return `Lifted: ${input.email} can be subscribed again${reason === 'complaint' ? ' in spite of the complaint' : ''}.`
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
    summary: 'Lets a suppressed address be subscribed again',
    responses: { 200: htmlResponse('What was lifted.'), 404: htmlResponse('The address is not suppressed.') },
    handle: lift(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/subscribers/digests/resume',
    summary: 'Lets digests leave again after a restore',
    responses: { 303: htmlResponse('They leave; back to the subscribers.') },
    handle: resume(ports),
  },
]

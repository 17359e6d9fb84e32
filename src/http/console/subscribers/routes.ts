import type { Context } from 'hono'
import { eraseAddress } from '#actions/erase-address.ts'
import { validationFailure, type Failure } from '#core/failure.ts'
import { validate } from '#schemas/validate.ts'
import { subscriberCsv } from '#schemas/subscriber-csv.ts'
import type { Clock } from '#ports/clock.ts'
import type { ListedSubscriber } from '#ports/store/correspondence.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain } from '#http/input/redisplay-form.ts'
import { readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import type { Route } from '#http/routing/route.ts'
import { eraseForm, listQuery } from './input.ts'
import { subscribersPage } from './pages/subscribers.ts'

export type SubscriberPorts = { store: Store; clock: Clock; houseName: string }

const PAGE = 100
const CSV_TYPE = 'text/csv; charset=utf-8'

type Given = { typed?: string; failure?: Failure | null; done?: string | null }

const show = async (ports: SubscriberPorts, context: Context, given: Given = {}): Promise<{ toString(): string }> => {
  const { state, after } = readQuery(context, listQuery)
  const { subscribers } = ports.store.read
  const found = await subscribers.list(state ?? null, after ?? null, PAGE)
  const { typed = '', failure = null, done = null } = given
  const counts = await subscribers.counts()
  return subscribersPage(ports, {
    editor: editorOf(context),
    state: state ?? '',
    counts,
    ...found,
    typed,
    failure,
    done,
  })
}

/** Everybody who confirmed. */
const exported =
  ({ store }: SubscriberPorts) =>
  async (): Promise<Answer> => {
    const all: ListedSubscriber[] = []
    for (let after: string | null = ''; after !== null;) {
      const found = await store.read.subscribers.list('active', after, PAGE)
      all.push(...found.subscribers)
      after = found.next
    }
    const headers = { 'Content-Disposition': 'attachment; filename="subscribers.csv"' }
    return { status: 200, body: subscriberCsv(all), type: CSV_TYPE, headers }
  }

const erase =
  (ports: SubscriberPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const typed = (fields.email ?? '').trim()
    return orFormAgain(
      async () => {
        const checked = validate(eraseForm, { email: typed })
        if (!checked.ok) throw validationFailure(checked.errors)
        const { subscriptions, letters, messages, keys } = await eraseAddress(ports, {
          email: checked.value.email,
          actor: actorOf(context),
        })
        // The address must stand in no address line either, so the page comes at once.
        const done =
          subscriptions + letters + messages + keys === 0
            ? 'Nothing was stored under that address.'
            : `Erased: ${subscriptions} subscriptions, ${letters} letters, ${messages} contact messages, and the address of ${keys} keys.`
        return page(200, await show(ports, context, { done }))
      },
      (failure) => show(ports, context, { typed, failure }),
    )
  }

const forAdmins = { access: 'admin', caching: 'none', anyOrigin: false } as const

export const subscriberRoutes = (ports: SubscriberPorts): Route[] => [
  {
    ...forAdmins,
    method: 'get',
    path: '/console/subscribers',
    summary: 'Readers of the brief by state',
    query: listQuery,
    answers: { 200: { description: 'The page.', type: HTML_TYPE } },
    handle: async (context) => page(200, await show(ports, context)),
  },
  {
    ...forAdmins,
    method: 'get',
    path: '/console/subscribers/export',
    summary: 'Active subscribers as CSV',
    answers: { 200: { description: 'The table.', type: CSV_TYPE } },
    handle: exported(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/subscribers/erase',
    summary: 'Forgets an address at its owner’s wish',
    answers: { 200: { description: 'What went with it.', type: HTML_TYPE } },
    handle: erase(ports),
  },
]

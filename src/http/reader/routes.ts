import type { Context } from 'hono'
import { confirmSubscription } from '#actions/confirm-subscription.ts'
import { unsubscribe } from '#actions/unsubscribe.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store.ts'
import { HTML_TYPE, page, type Answer } from '../kit/answer.ts'
import type { Route } from '../kit/route.ts'
import { messagePage } from '../kit/layout.ts'
import { homePage } from './pages/home.ts'
import { confirmPage, unsubscribePage } from './pages/subscription.ts'

type Ports = { store: Store; clock: Clock; houseName: string }

/** The token comes in the address, also with a POST: mail programs post to it as it stands (RFC 8058). */
const tokenOf = (context: Context): string => context.req.query('token') ?? ''

const confirm =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    await confirmSubscription(ports, tokenOf(context))
    return page(200, messagePage(ports, 'You are subscribed', 'The next weekly brief will come to your mailbox.'))
  }

const end =
  (ports: Ports) =>
  async (context: Context): Promise<Answer> => {
    await unsubscribe(ports, tokenOf(context))
    return page(200, messagePage(ports, 'You are unsubscribed', 'No further brief will be sent to you.'))
  }

const action = (path: string, context: Context): string => `${path}?token=${encodeURIComponent(tokenOf(context))}`

const byToken = { access: 'token', caching: 'none', anyOrigin: false } as const
const asPage = (description: string) => ({ description, type: HTML_TYPE })

export const readerRoutes = (ports: Ports): Route[] => [
  {
    method: 'get',
    path: '/',
    summary: 'What this corpus holds and where to ask it',
    access: 'public',
    caching: 'revision',
    anyOrigin: false,
    answers: { 200: asPage('The first page.') },
    handle: async () => page(200, homePage(ports, await ports.store.read.stats.counts())),
  },
  {
    ...byToken,
    method: 'get',
    path: '/subscribe/confirm',
    summary: 'Asks whether to confirm a subscription; changes nothing',
    answers: { 200: asPage('A page with a button.') },
    handle: (context) => page(200, confirmPage(ports, action('/subscribe/confirm', context))),
  },
  {
    ...byToken,
    method: 'post',
    path: '/subscribe/confirm',
    summary: 'Confirms a subscription by the token that was mailed',
    answers: { 200: asPage('Subscribed.'), 404: asPage('The token is unknown, used or older than 48 hours.') },
    handle: confirm(ports),
  },
  {
    ...byToken,
    method: 'get',
    path: '/unsubscribe',
    summary: 'Asks whether to unsubscribe; changes nothing',
    answers: { 200: asPage('A page with a button.') },
    handle: (context) => page(200, unsubscribePage(ports, action('/unsubscribe', context))),
  },
  {
    ...byToken,
    method: 'post',
    path: '/unsubscribe',
    summary: 'Ends a subscription at once (RFC 8058)',
    answers: { 200: asPage('Unsubscribed.'), 404: asPage('The token is not genuine.') },
    handle: end(ports),
  },
]

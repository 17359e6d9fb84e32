import type { Context } from 'hono'
import { confirmSubscription } from '#actions/confirm-subscription.ts'
import { receiveMessage } from '#actions/receive-message.ts'
import { subscribe } from '#actions/subscribe.ts'
import { unsubscribe } from '#actions/unsubscribe.ts'
import { Failure } from '#core/failure.ts'
import { contactSchema, subscribeSchema } from '#schemas/correspondence-schemas.ts'
import type { Html } from '#html.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { EmailComposer } from '#ports/email-composer.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { seeOther } from '#http/input/redisplay-form.ts'
import { checkFields, readForm } from '#http/input/form-body.ts'
import { refuseOtherOrigins } from '#http/auth/origin-check.ts'
import type { Route } from '#http/routing/route.ts'
import { statusOf } from '#http/routing/status-codes.ts'
import { CONTACT_FORM_BYTES, SUBSCRIBE_FORM_BYTES, tokenOf } from './input.ts'
import { aboutPage } from './pages/about.ts'
import { contactPage, contactSentPage } from './pages/contact.ts'
import { empty, type Filled } from './pages/form.ts'
import {
  confirmedPage,
  confirmPage,
  subscribePage,
  subscribeSentPage,
  unsubscribedPage,
  unsubscribePage,
} from './pages/subscription.ts'

type Ports = {
  store: Store
  clock: Clock
  ids: Ids
  letters: EmailComposer
  log: Log
  clientName: (context: Context) => string
  houseName: string
  publicUrl: () => string
}

/** Nothing of it is given to the sender, who is led to another page. */
const seal = () => ({ status: 303, headers: {}, body: '' })

type PostedForm = { limit: number; sent: string; show: (filled: Filled) => Html }

/** Takes a form by `act`; when that refuses it, the form is shown again with all that was typed. */
const takeForm =
  (
    { publicUrl, log }: Ports,
    { limit, sent, show }: PostedForm,
    act: (typed: Record<string, string>, context: Context) => Promise<unknown>,
  ) =>
  async (context: Context): Promise<Answer> => {
    refuseOtherOrigins(context, publicUrl())
    const typed = (await readForm(context, limit)).fields
    try {
      await act(typed, context)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const status = statusOf[error.code]
      if (status >= 500) log.error({ err: error }, 'a form could not be taken')
      return page(status, show({ typed, failure: error }), failureHeaders(error))
    }
    return seeOther(sent)
  }

const contact = (ports: Ports) =>
  takeForm(
    ports,
    { limit: CONTACT_FORM_BYTES, sent: '/contact/sent', show: (filled) => contactPage(ports.houseName, filled) },
    (typed, context) =>
      receiveMessage(
        ports,
        { form: checkFields(contactSchema, typed), client: ports.clientName(context) },
        { once: null, seal },
      ),
  )

const subscribeAddress = (ports: Ports) =>
  takeForm(
    ports,
    { limit: SUBSCRIBE_FORM_BYTES, sent: '/subscribe/sent', show: (filled) => subscribePage(ports.houseName, filled) },
    (typed, context) =>
      subscribe(
        ports,
        { ...checkFields(subscribeSchema, typed), client: ports.clientName(context) },
        { once: null, seal },
      ),
  )

const byItsToken =
  (ports: Ports, act: (ports: Ports, token: string) => Promise<void>, done: (houseName: string) => Html) =>
  async (context: Context): Promise<Answer> => {
    await act(ports, tokenOf(context))
    return page(200, done(ports.houseName))
  }

const action = (path: string, context: Context): string => `${path}?token=${encodeURIComponent(tokenOf(context))}`

const asPage = (description: string) => ({ description, type: HTML_TYPE })
const still = { method: 'get', access: 'public', caching: 'revision', anyOrigin: false } as const
const posted = { method: 'post', access: 'public', caching: 'none', anyOrigin: false } as const
const byToken = { access: 'token', caching: 'none', anyOrigin: false } as const

const refusals = {
  303: asPage('Taken; Location leads to a page that says so.'),
  400: asPage('The form again, with what was typed and what is wrong.'),
  403: asPage('The form was sent from another site.'),
  413: asPage('The form is too large.'),
  415: asPage('The body is no form.'),
}

export const correspondenceRoutes = (ports: Ports): Route[] => [
  {
    ...still,
    path: '/about',
    summary: 'What the library is, and how papers come into it',
    answers: { 200: asPage('About the library.') },
    handle: () => page(200, aboutPage(ports.houseName)),
  },
  {
    ...still,
    path: '/contact',
    summary: 'A form to write to the research team',
    answers: { 200: asPage('The form.') },
    handle: () => page(200, contactPage(ports.houseName, empty)),
  },
  {
    ...posted,
    path: '/contact',
    summary: 'Sends the form to the research team',
    answers: {
      ...refusals,
      429: asPage('10 messages in an hour came from this address; the form keeps what was typed.'),
    },
    handle: contact(ports),
  },
  {
    ...still,
    path: '/contact/sent',
    summary: 'Says that a message was sent',
    answers: { 200: asPage('Thanks.') },
    handle: () => page(200, contactSentPage(ports.houseName)),
  },
  {
    ...still,
    path: '/subscribe',
    summary: 'A form to subscribe to the weekly brief',
    answers: { 200: asPage('The form.') },
    handle: () => page(200, subscribePage(ports.houseName, empty)),
  },
  {
    ...posted,
    path: '/subscribe',
    summary: 'Asks for the weekly brief by mail; active once confirmed',
    answers: {
      ...refusals,
      429: asPage('60 requests in an hour came from this address; the form keeps what was typed.'),
    },
    handle: subscribeAddress(ports),
  },
  {
    ...still,
    path: '/subscribe/sent',
    summary: 'Says that a letter is on its way, whatever the address',
    answers: { 200: asPage('What to do next.') },
    handle: () => page(200, subscribeSentPage(ports.houseName)),
  },
  {
    ...byToken,
    method: 'get',
    path: '/subscribe/confirm',
    summary: 'Asks whether to confirm a subscription; changes nothing',
    answers: { 200: asPage('A page with a button.') },
    handle: (context) => page(200, confirmPage(ports.houseName, action('/subscribe/confirm', context))),
  },
  {
    ...byToken,
    method: 'post',
    path: '/subscribe/confirm',
    summary: 'Confirms a subscription by the token that was mailed',
    answers: { 200: asPage('Subscribed.'), 404: asPage('The token is unknown, used or older than 48 hours.') },
    handle: byItsToken(ports, confirmSubscription, confirmedPage),
  },
  {
    ...byToken,
    method: 'get',
    path: '/unsubscribe',
    summary: 'Asks whether to unsubscribe; changes nothing',
    answers: { 200: asPage('A page with a button.') },
    handle: (context) => page(200, unsubscribePage(ports.houseName, action('/unsubscribe', context))),
  },
  {
    ...byToken,
    method: 'post',
    path: '/unsubscribe',
    summary: 'Ends a subscription at once (RFC 8058)',
    answers: { 200: asPage('Unsubscribed.'), 404: asPage('The token is not genuine.') },
    handle: byItsToken(ports, unsubscribe, unsubscribedPage),
  },
]

import type { Context } from 'hono'
import { confirmSubscription } from '#actions/mail/confirm-subscription.ts'
import { receiveMessage } from '#actions/mail/receive-message.ts'
import { subscribe } from '#actions/mail/subscribe.ts'
import { unsubscribe } from '#actions/mail/unsubscribe.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { formAttempts, type ClientNetworks } from '#core/quota.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import { contactSchema, subscribeSchema } from '#schemas/correspondence-schemas.ts'
import type { Html } from '#html.ts'
import type { Log } from '#ports/log.ts'
import type { Store } from '#ports/store/store.ts'
import { getUnsubscribingId } from '#queries/get-unsubscribing-id.ts'
import { HTML_TYPE, page, type Reply, seeOther } from '#http/routing/reply.ts'
import { failureHeaders } from '#http/routing/failure-headers.ts'
import { FORM_BODY_TYPES, readFormBody } from '#http/input/form-body.ts'
import { parseInput } from '#schemas/validate.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import type { Route } from '#http/routing/route.ts'
import { statusCodes } from '#http/routing/status-codes.ts'
import { CONTACT_FORM_BYTES, SUBSCRIBE_FORM_BYTES } from '#http/input/body-limits.ts'
import { tokenOf } from './input.ts'
import { aboutPage } from './pages/about.ts'
import { contactPage, contactSentPage } from './pages/contact.ts'
import { emptyForm, type FormState } from './pages/form.ts'
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
  run: RunAction
  log: Log
  clientNetworks: (context: Context) => ClientNetworks
  limitAttempts: LimitAttempts
  houseName: string
  publicUrl: () => string
}

type PostedForm = { limit: number; sentPath: string; show: (filled: FormState) => Html }

/** Passes a form to `act`; when that refuses it, shows the form again with the entered values. */
const handleForm =
  (
    ports: Ports,
    { limit, sentPath, show }: PostedForm,
    act: (typed: Record<string, string>, context: Context) => Promise<unknown>,
  ) =>
  async (context: Context): Promise<Reply> => {
    refuseCrossOriginForm(context, ports.publicUrl())
    const values = (await readFormBody(context, limit)).fields
    try {
      await ports.limitAttempts({ counted: formAttempts(ports.clientNetworks(context)) }, () => act(values, context))
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const status = statusCodes[error.code]
      if (status >= 500) ports.log.error({ err: error }, 'a form could not be stored')
      return page(status, show({ values, failure: error }), failureHeaders(error))
    }
    return seeOther(sentPath)
  }

const contact = (ports: Ports) =>
  handleForm(
    ports,
    { limit: CONTACT_FORM_BYTES, sentPath: '/contact/sent', show: (filled) => contactPage(ports.houseName, filled) },
    (typed, context) =>
      ports.run(receiveMessage, { form: parseInput(contactSchema, typed), client: ports.clientNetworks(context) }),
  )

const subscribeAddress = (ports: Ports) =>
  handleForm(
    ports,
    {
      limit: SUBSCRIBE_FORM_BYTES,
      sentPath: '/subscribe/sent',
      show: (filled) => subscribePage(ports.houseName, filled),
    },
    (typed, context) =>
      ports.run(subscribe, { ...parseInput(subscribeSchema, typed), client: ports.clientNetworks(context) }),
  )

const handleToken =
  ({ houseName }: Ports, act: (token: string) => Promise<void>, done: (houseName: string) => Html) =>
  async (context: Context): Promise<Reply> => {
    await act(tokenOf(context))
    return page(200, done(houseName))
  }

const confirm = (ports: Ports) =>
  handleToken(ports, (token) => ports.run(confirmSubscription, { token }), confirmedPage)

const endSubscription = (ports: Ports) =>
  handleToken(
    ports,
    async (token) => {
      const subscriberId = await getUnsubscribingId(ports.store.private, { token })
      await ports.run(unsubscribe, { subscriberId })
    },
    unsubscribedPage,
  )

const actionWithToken = (path: string, context: Context): string =>
  `${path}?token=${encodeURIComponent(tokenOf(context))}`

const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })
const staticPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
const formPost = {
  method: 'post',
  access: 'public',
  caching: 'none',
  allowCors: false,
  bodyTypes: FORM_BODY_TYPES,
} as const
const tokenRoute = { access: 'token', caching: 'none', allowCors: false } as const

const refusals = {
  303: htmlResponse('Accepted; Location leads to a page that says so.'),
  400: htmlResponse('The form again, with the entered values and the errors.'),
  403: htmlResponse('The form was sent from another site.'),
  413: htmlResponse('The form is too large.'),
  415: htmlResponse('The body is not a form.'),
}

export const correspondenceRoutes = (ports: Ports): Route[] => [
  {
    ...staticPage,
    path: '/about',
    summary: 'What the library is, and how papers come into it',
    responses: { 200: htmlResponse('About the library.') },
    handle: () => page(200, aboutPage(ports.houseName)),
  },
  {
    ...staticPage,
    path: '/contact',
    summary: 'A form to write to the research team',
    responses: { 200: htmlResponse('The form.') },
    handle: () => page(200, contactPage(ports.houseName, emptyForm)),
  },
  {
    ...formPost,
    path: '/contact',
    summary: 'Sends the form to the research team',
    responses: {
      ...refusals,
      429: htmlResponse('10 messages in an hour came from this address; the form keeps the entered values.'),
    },
    handle: contact(ports),
  },
  {
    ...staticPage,
    path: '/contact/sent',
    summary: 'Says that a message was sent',
    responses: { 200: htmlResponse('Thanks.') },
    handle: () => page(200, contactSentPage(ports.houseName)),
  },
  {
    ...staticPage,
    path: '/subscribe',
    summary: 'A form to subscribe to the weekly brief',
    responses: { 200: htmlResponse('The form.') },
    handle: () => page(200, subscribePage(ports.houseName, emptyForm)),
  },
  {
    ...formPost,
    path: '/subscribe',
    summary: 'Subscribes to the weekly brief by email; active once confirmed',
    responses: {
      ...refusals,
      429: htmlResponse('60 requests in an hour came from this address; the form keeps the entered values.'),
    },
    handle: subscribeAddress(ports),
  },
  {
    ...staticPage,
    path: '/subscribe/sent',
    summary: 'Says that an email is on its way, whatever the address',
    responses: { 200: htmlResponse('What to do next.') },
    handle: () => page(200, subscribeSentPage(ports.houseName)),
  },
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscribe/confirm',
    summary: 'Asks whether to confirm a subscription; changes nothing',
    responses: { 200: htmlResponse('A page with a button.') },
    handle: (context) => page(200, confirmPage(ports.houseName, actionWithToken('/subscribe/confirm', context))),
  },
  {
    ...tokenRoute,
    method: 'post',
    bodyTypes: FORM_BODY_TYPES,
    path: '/subscribe/confirm',
    summary: 'Confirms a subscription by the token from the email',
    responses: {
      200: htmlResponse('Subscribed.'),
      404: htmlResponse(`The token is unknown, used or older than ${CONFIRM_WITHIN_HOURS} hours.`),
    },
    handle: confirm(ports),
  },
  {
    ...tokenRoute,
    method: 'get',
    path: '/unsubscribe',
    summary: 'Asks whether to unsubscribe; changes nothing',
    responses: { 200: htmlResponse('A page with a button.') },
    handle: (context) => page(200, unsubscribePage(ports.houseName, actionWithToken('/unsubscribe', context))),
  },
  {
    ...tokenRoute,
    method: 'post',
    bodyTypes: FORM_BODY_TYPES,
    path: '/unsubscribe',
    summary: 'Ends a subscription at once (RFC 8058)',
    responses: { 200: htmlResponse('Unsubscribed.'), 404: htmlResponse('The token is not genuine.') },
    handle: endSubscription(ports),
  },
]

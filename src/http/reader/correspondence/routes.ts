import { contactPolicy, subscribePolicy } from '#core/quota.ts'
import type { Context } from 'hono'
import { confirmSubscription } from '#actions/mail/confirm-subscription.ts'
import { receiveMessage } from '#actions/mail/receive-message.ts'
import { subscribe } from '#actions/mail/subscribe.ts'
import { unsubscribe } from '#actions/mail/unsubscribe.ts'
import type { RunAction } from '#actions/run-action.ts'
import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscription.ts'
import { contactSchema, subscribeSchema } from '#schemas/correspondence-schemas.ts'
import type { Html } from '#html.ts'
import type { Store } from '#ports/store/store.ts'
import { getUnsubscribingId } from '#queries/get-unsubscribing-id.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { parseInput } from '#schemas/validate.ts'
import type { Route } from '#http/routing/route.ts'
import { CONTACT_FORM_BYTES, SUBSCRIBE_FORM_BYTES } from '#http/input/body-limits.ts'
import { handleForm, type FormPorts } from './handle-form.ts'
import { actionWithToken, tokenOf } from './input.ts'
import { emailSentPage, formPost, htmlResponse, refusals, staticPage, tokenPost, tokenRoute } from './rows.ts'
import { aboutPage } from './pages/about.ts'
import { contactPage, contactSentPage } from './pages/contact.ts'
import { emptyForm } from './pages/form.ts'
import {
  confirmedPage,
  confirmPage,
  subscribePage,
  subscribeSentPage,
  unsubscribedPage,
  unsubscribePage,
} from './pages/subscription.ts'

type Ports = FormPorts & { store: Store; run: RunAction; houseName: string; canMail: boolean }

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
      show: (filled) => subscribePage(ports, filled),
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
      429: htmlResponse(
        `${contactPolicy.limit} messages in an hour came from this address; the form keeps the entered values.`,
      ),
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
    handle: () => page(200, subscribePage(ports, emptyForm)),
  },
  {
    ...formPost,
    path: '/subscribe',
    summary: 'Subscribes to the weekly brief by email; active once confirmed',
    responses: {
      ...refusals,
      429: htmlResponse(
        `${subscribePolicy.limit} requests in an hour came from this address; the form keeps the entered values.`,
      ),
    },
    handle: subscribeAddress(ports),
  },
  emailSentPage('/subscribe/sent', () => subscribeSentPage(ports)),
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscribe/confirm',
    summary: 'Asks whether to confirm a subscription; changes nothing',
    responses: { 200: htmlResponse('A page with a button.') },
    handle: (context) => page(200, confirmPage(ports.houseName, actionWithToken('/subscribe/confirm', context))),
  },
  {
    ...tokenPost,
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
    ...tokenPost,
    path: '/unsubscribe',
    summary: 'Ends a subscription at once (RFC 8058)',
    responses: { 200: htmlResponse('Unsubscribed.'), 404: htmlResponse('The token is not genuine.') },
    handle: endSubscription(ports),
  },
]

import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { formAttempts, type ClientNetworks, contactPolicy, subscribePolicy } from '#core/quota.ts'
import type { Html } from '#html.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import type { LimitAttempts } from '#http/input/attempt-limit.ts'
import { readFormBody, FORM_BODY_TYPES, CONTACT_FORM_BYTES, SUBSCRIBE_FORM_BYTES } from '#http/input/body.ts'
import { page, type Reply, seeOther, HTML_TYPE } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import type { Log } from '#ports/runtime.ts'
import {
  type FormState,
  aboutPage,
  contactPage,
  contactSentPage,
  emptyForm,
  confirmedPage,
  confirmPage,
  subscribePage,
  subscribeSentPage,
  unsubscribedPage,
  unsubscribePage,
} from './pages.ts'
import type { Route } from '#http/routing/route.ts'
import { confirmSubscription, subscribe, unsubscribe } from '#actions/subscribers.ts'
import { receiveMessage } from '#actions/messages.ts'
import type { RunAction } from '#actions/run-action.ts'
import { CONFIRM_WITHIN_HOURS } from '#core/mail/subscriber.ts'
import { contactSchema, subscribeSchema } from '#schemas/fields.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { renderLinked } from '#http/reader/rendered-texts.ts'
import type { Store } from '#ports/store/store.ts'
import { getUnsubscribingId } from '#queries/following.ts'
import { parseInput } from '#schemas/validate.ts'
import type { LiveSite } from '#ports/site.ts'

/** The token is in the address even of a POST, since mail programs post to the address in the email as is (RFC 8058). */
export const tokenOf = (context: Context): string => context.req.query('token') ?? ''

/** The address of a form, with the token of this page. */
export const actionWithToken = (path: string, context: Context): string =>
  `${path}?token=${encodeURIComponent(tokenOf(context))}`

export type FormPorts = {
  log: Log
  clientNetworks: (context: Context) => ClientNetworks
  limitAttempts: LimitAttempts
  publicUrl: () => string
}

type PostedForm = { limit: number; sentPath: string; show: (filled: FormState) => Html | Promise<Html> }

/** Passes a form to `act`; if that throws a failure, shows the form again with the entered values. */
export const handleForm =
  (
    ports: FormPorts,
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
      return page(status, await show({ values, failure: error }), failureHeaders(error))
    }
    return seeOther(sentPath)
  }

// Shared by the route tables of pages with forms.

export const htmlResponse = (description: string) => ({ description, type: HTML_TYPE })
export const staticPage = { method: 'get', access: 'public', caching: 'revision', allowCors: false } as const
export const formPost = {
  method: 'post',
  access: 'public',
  caching: 'none',
  allowCors: false,
  bodyTypes: FORM_BODY_TYPES,
} as const
export const tokenRoute = { access: 'token', caching: 'none', allowCors: false } as const
export const tokenPost = { ...tokenRoute, method: 'post', bodyTypes: FORM_BODY_TYPES } as const

export const refusals = {
  303: htmlResponse('Accepted; Location is a page that says so.'),
  400: htmlResponse('The form again, with the entered values and the errors.'),
}

/** The page after a form that may have sent an email. It is the same whether or not one was sent. */
export const emailSentPage = (path: Route['path'], show: () => Html): Route => ({
  ...staticPage,
  path,
  summary: 'Says that an email is on its way; the same for every address',
  responses: { 200: htmlResponse('What to do next.') },
  handle: () => page(200, show()),
})

type Ports = FormPorts & {
  store: Store
  markdown: MarkdownRenderer
  run: RunAction
  site: LiveSite
  canMail: boolean
  publicUrl: () => string
}

const contact = (ports: Ports) =>
  handleForm(
    ports,
    { limit: CONTACT_FORM_BYTES, sentPath: '/contact/sent', show: (filled) => contactPage(ports.site, filled) },
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
  ({ site }: Ports, act: (token: string) => Promise<void>, done: (site: LiveSite) => Html) =>
  async (context: Context): Promise<Reply> => {
    await act(tokenOf(context))
    return page(200, done(site))
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
    handle: async () => {
      const { about } = ports.site.current()
      const texts = about === '' ? [] : [{ subject: 'about', text: about } as const]
      return page(200, aboutPage(ports.site, await renderLinked(ports, texts)))
    },
  },
  {
    ...staticPage,
    path: '/contact',
    summary: 'A form to write to the research team',
    responses: { 200: htmlResponse('The form.') },
    handle: () => page(200, contactPage(ports.site, emptyForm)),
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
    handle: () => page(200, contactSentPage(ports.site)),
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
    summary: 'Subscribes to the weekly brief by email, once confirmed',
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
    handle: (context) => page(200, confirmPage(ports.site, actionWithToken('/subscribe/confirm', context))),
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
    handle: (context) => page(200, unsubscribePage(ports.site, actionWithToken('/unsubscribe', context))),
  },
  {
    ...tokenPost,
    path: '/unsubscribe',
    summary: 'Ends a subscription at once (RFC 8058)',
    responses: { 200: htmlResponse('Unsubscribed.'), 404: htmlResponse('The token is not genuine.') },
    handle: endSubscription(ports),
  },
]

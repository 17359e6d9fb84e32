import { z } from 'zod'
import { type Preferences, changePreferences } from '#actions/follows.ts'
import { digestFrequencies, type DigestFrequency } from '#core/following/follow.ts'
import { emailAddress } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { messageStates } from '#core/mail/message.ts'
import type { Context } from 'hono'
import { deleteOwnData, confirmMove, requestMove, requestManagement } from '#actions/own-data.ts'
import { Failure } from '#core/failure.ts'
import { formAttempts, subscribePolicy } from '#core/quota.ts'
import type { Clock } from '#ports/runtime.ts'
import { readOwnData, getSubscription } from '#queries/following.ts'
import { refuseCrossOriginForm } from '#http/auth/origin-check.ts'
import { SUBSCRIBE_FORM_BYTES, readFormBody } from '#http/input/body.ts'
import {
  actionWithToken,
  tokenOf,
  handleForm,
  type FormPorts,
  emailSentPage,
  formPost,
  htmlResponse,
  refusals,
  tokenPost,
  tokenRoute,
} from '#http/reader/correspondence/routes.ts'
import { emptyForm, type FormState } from '#http/reader/correspondence/pages.ts'
import { json, page, type Reply } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'
import {
  confirmMovePage,
  deletedPage,
  movedPage,
  moveSentPage,
  ownDataPage,
  preferencesPage,
  subscriptionLinkPage,
  type PreferencesView,
  linkSentPage,
} from './pages.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { Store } from '#ports/store/store.ts'
import { requestHours } from '#core/mail/subscriber.ts'
import type { Route } from '#http/routing/route.ts'
import type { LiveSite } from '#ports/site.ts'

const linkForm = z.object({ email: emailAddress() })

const frequencyOrNone = (none: string) =>
  z
    .enum([...digestFrequencies, none], { error: `must be daily, weekly or ${none}` })
    .transform((value): DigestFrequency | null => digestFrequencies.find((known) => known === value) ?? null)

const preferencesForm = z.object({
  brief: z.enum(['yes', 'no'], { error: 'must be yes or no' }).optional(),
  papers: frequencyOrNone('never').optional(),
})

const SEARCH_FIELD = /^search-(?<number>\d{1,15})$/u

/** Throws `invalid` for values that the page does not offer. */
const readPreferences = (fields: Record<string, string>): Preferences => {
  const { brief, papers } = parseInput(preferencesForm, fields)
  const searches = new Map<number, DigestFrequency | null>()
  for (const [name, value] of Object.entries(fields)) {
    const number = SEARCH_FIELD.exec(name)?.groups?.number
    if (number !== undefined) searches.set(Number(number), parseInput(frequencyOrNone('stop'), value))
  }
  return { brief: brief === undefined ? undefined : brief === 'yes', papers, searches }
}

const instant = () => z.string().meta({ description: 'An instant in ISO 8601.' })

/** The data stored about an address, as its owner downloads it. */
const ownDataSchema = z.object({
  subscription: z
    .object({ email: z.string(), name: z.string().nullable(), state: z.string(), weeklyBrief: z.boolean() })
    .nullable(),
  followed: z.array(z.object({ search: z.string(), frequency: z.enum(digestFrequencies), since: instant() })),
  digests: z.array(
    z.object({
      madeAt: instant(),
      sentAt: instant().nullable(),
      sections: z.array(z.object({ address: z.string(), ids: z.array(z.string()), more: z.number() })),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      organisation: z.string().nullable(),
      subject: z.string().nullable(),
      message: z.string(),
      receivedAt: instant(),
      state: z.enum(messageStates),
    }),
  ),
  apiKeys: z.array(z.object({ label: z.string(), createdAt: instant() })),
})

type OwnDataPorts = PreferencesPorts & { clock: Clock }

const readData = async ({ store, clock }: OwnDataPorts, context: Context) => {
  const link = { token: tokenOf(context), purpose: 'manage' as const, now: clock.now() }
  const request = await store.private.following.getRequest(link)
  return readOwnData(store.private, request)
}

const ownData = async (ports: OwnDataPorts, context: Context, filled: FormState) =>
  ownDataPage({
    site: ports.site,
    data: await readData(ports, context),
    action: actionWithToken('/subscription/data', context),
    jsonAddress: actionWithToken('/subscription/data.json', context),
    filled,
  })

const showOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> =>
    page(200, await ownData(ports, context, emptyForm))

const downloadOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> =>
    json(200, await readData(ports, context), { 'Content-Disposition': 'attachment; filename="my-data.json"' })

/** Moves the subscription to another address, or deletes everything, depending on the form. */
const changeOwnData =
  (ports: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    const { run, site, clientNetworks, limitAttempts, publicUrl } = ports
    refuseCrossOriginForm(context, publicUrl())
    const token = tokenOf(context)
    const values = (await readFormBody(context, SUBSCRIBE_FORM_BYTES)).fields
    if (values.action === 'delete') {
      await run(deleteOwnData, { token })
      return page(200, deletedPage(site))
    }
    const client = clientNetworks(context)
    try {
      await limitAttempts({ counted: formAttempts(client) }, async () =>
        run(requestMove, { token, ...parseInput(linkForm, values), client }),
      )
    } catch (error) {
      if (!(error instanceof Failure) || error.code === 'not_found') throw error
      return page(
        statusCodes[error.code],
        await ownData(ports, context, { values, failure: error }),
        failureHeaders(error),
      )
    }
    return page(200, moveSentPage(site))
  }

const showMove =
  ({ store, clock, site }: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    await store.private.following.getRequest({ token: tokenOf(context), purpose: 'move', now: clock.now() })
    return page(200, confirmMovePage(site, actionWithToken('/subscription/move', context)))
  }

const move =
  ({ run, site }: OwnDataPorts) =>
  async (context: Context): Promise<Reply> => {
    await run(confirmMove, { token: tokenOf(context) })
    return page(200, movedPage(site))
  }

type PreferencesPorts = FormPorts & { store: Store; run: RunAction; site: LiveSite; canMail: boolean }

const show = async (
  { store, site }: PreferencesPorts,
  context: Context,
  done: PreferencesView['done'],
): Promise<Reply> => {
  const subscription = await getSubscription(store, { token: tokenOf(context) })
  const action = actionWithToken('/subscription', context)
  return page(200, preferencesPage({ site, subscription, action, done, filled: emptyForm }))
}

const showPreferences =
  (ports: PreferencesPorts) =>
  async (context: Context): Promise<Reply> =>
    tokenOf(context) === '' ? page(200, subscriptionLinkPage(ports.site, emptyForm)) : show(ports, context, null)

const savePreferences =
  (ports: PreferencesPorts) =>
  async (context: Context): Promise<Reply> => {
    const { store, run, publicUrl, clientNetworks } = ports
    refuseCrossOriginForm(context, publicUrl())
    const { subscriberId } = await getSubscription(store, { token: tokenOf(context) })
    const preferences = readPreferences((await readFormBody(context, SUBSCRIBE_FORM_BYTES)).fields)
    const done = await run(changePreferences, { subscriberId, preferences, client: clientNetworks(context) })
    return show(ports, context, done)
  }

const requestLink = (ports: PreferencesPorts) =>
  handleForm(
    ports,
    {
      limit: SUBSCRIBE_FORM_BYTES,
      sentPath: '/subscription/sent',
      show: (filled) => subscriptionLinkPage(ports.site, filled),
    },
    (typed, context) => {
      if (!ports.canMail) throw new Failure('unavailable', 'This library does not send emails at present.')
      return ports.run(requestManagement, { ...parseInput(linkForm, typed), client: ports.clientNetworks(context) })
    },
  )

const forged = { 404: htmlResponse('The token is not genuine.') }
const expired = (hours: number) => ({ 404: htmlResponse(`The token is unknown, used or older than ${hours} hours.`) })
const tooMany = { 429: htmlResponse(`${subscribePolicy.limit} requests in an hour came from this address.`) }
const { 303: _, ...failedForms } = refusals
const changed = { 200: htmlResponse('The page, which says what was done.'), ...failedForms }

export const preferencesRoutes = (ports: OwnDataPorts): Route[] => [
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription',
    summary: 'Which emails a subscriber gets, by the link in any email; without one, a form to request a link',
    responses: { 200: htmlResponse('The page.'), ...forged },
    handle: showPreferences(ports),
  },
  {
    ...tokenPost,
    path: '/subscription',
    summary: 'Changes how often emails come, or stops them; new emails must be confirmed by email first',
    responses: { ...changed, ...forged, ...tooMany },
    handle: savePreferences(ports),
  },
  {
    ...formPost,
    path: '/subscription/link',
    summary: 'Emails an address the link to all data stored about it',
    responses: { ...refusals, ...tooMany, 503: htmlResponse('The library does not send emails.') },
    handle: requestLink(ports),
  },
  emailSentPage('/subscription/sent', () => linkSentPage(ports.site)),
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription/data',
    summary: 'The data stored about an address, by the link that was emailed to it',
    responses: { 200: htmlResponse('The page.'), ...expired(requestHours.manage) },
    handle: showOwnData(ports),
  },
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription/data.json',
    summary: 'The same as JSON',
    responses: {
      200: { description: 'All data that is stored.', schema: ownDataSchema },
      ...expired(requestHours.manage),
    },
    handle: downloadOwnData(ports),
  },
  {
    ...tokenPost,
    path: '/subscription/data',
    summary: 'Asks another address to confirm that the emails may go there, or deletes everything',
    responses: { ...changed, ...expired(requestHours.manage), ...tooMany },
    handle: changeOwnData(ports),
  },
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription/move',
    summary: 'Asks whether to confirm a new address; changes nothing',
    responses: { 200: htmlResponse('A page with a button.'), ...expired(requestHours.move) },
    handle: showMove(ports),
  },
  {
    ...tokenPost,
    path: '/subscription/move',
    summary: 'Moves a subscription to the address that got the token',
    responses: {
      200: htmlResponse('The subscription was moved.'),
      ...expired(requestHours.move),
      409: htmlResponse('The address already has a subscription.'),
    },
    handle: move(ports),
  },
]

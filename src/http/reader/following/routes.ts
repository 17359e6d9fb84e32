import { z } from 'zod'
import { digestFrequencies } from '#core/following/follow.ts'
import {
  followedAddress,
  followedFilter,
  parseFollowedAddress,
  wholeLibraryFollowed,
  type FollowedSearch,
} from '#core/following/followed-search.ts'
import { emailAddress } from '#schemas/fields.ts'
import { subscribePolicy } from '#core/quota.ts'
import type { Context } from 'hono'
import { confirmFollow, requestFollow } from '#actions/follows.ts'
import type { RunAction } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { requestHours } from '#core/mail/subscriber.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { describeFollowed } from '#queries/following.ts'
import { SUBSCRIBE_FORM_BYTES } from '#http/input/body.ts'
import { readQuery } from '#http/input/query.ts'
import {
  handleForm,
  type FormPorts,
  actionWithToken,
  tokenOf,
  emailSentPage,
  formPost,
  htmlResponse,
  refusals,
  staticPage,
  tokenPost,
  tokenRoute,
} from '#http/reader/correspondence/routes.ts'
import { emptyForm, type FormState } from '#http/reader/correspondence/pages.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { parseInput } from '#schemas/validate.ts'
import { confirmFollowPage, followConfirmedPage, followPage, followSentPage } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

/** Longer than any search's address: 256 characters of words and 500 of an institution, percent-encoded. */
const MAX_ADDRESS_LENGTH = 10_000

/** The address of a page that can be followed, as `followedAddress` writes it. */
const followedSearch = () =>
  z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .transform((address, context) => {
      const search = parseFollowedAddress(address)
      if (followedAddress(search) !== address) {
        context.addIssue({
          code: 'custom',
          message: 'must be the address of a search that can be followed here',
        })
        return z.NEVER
      }
      // Throws `invalid` for too many words.
      if (search.of === 'papers') followedFilter(search)
      return search
    })
    .meta({
      description: 'The address of the search, as the link to this page gives it.',
      example: '/?q=measurement&match=all&sort=newest',
    })

/** Query of the page to follow a search; the default is the whole library. */
const followQuery = z.object({ search: followedSearch().prefault(followedAddress(wholeLibraryFollowed)) })

const followForm = z.object({
  search: followedSearch(),
  email: emailAddress(),
  frequency: z.enum(digestFrequencies, { error: 'must be daily or weekly' }),
})

type Ports = FormPorts & { store: Store; run: RunAction; clock: Clock; site: LiveSite; canMail: boolean }

const showPage = async (ports: Ports, search: FollowedSearch, filled: FormState) => {
  const { store, site, publicUrl, canMail } = ports
  const name = await describeFollowed(store.public, search)
  return followPage({ site, publicUrl: publicUrl(), canMail, search, name }, filled)
}

const showFollow =
  (ports: Ports) =>
  async (context: Context): Promise<Reply> =>
    page(200, await showPage(ports, readQuery(context, followQuery).search, emptyForm))

const follow = (ports: Ports) =>
  handleForm(
    ports,
    {
      limit: SUBSCRIBE_FORM_BYTES * 2,
      sentPath: '/follow/sent',
      show: (filled) => showPage(ports, parseFollowedAddress(filled.values.search ?? ''), filled),
    },
    (typed, context) => {
      if (!ports.canMail) throw new Failure('unavailable', 'This library does not send emails at present.')
      return ports.run(requestFollow, { ...parseInput(followForm, typed), client: ports.clientNetworks(context) })
    },
  )

const showConfirmation =
  ({ store, clock, site }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const link = { token: tokenOf(context), purpose: 'follow' as const, now: clock.now() }
    const request = await store.private.following.getRequest(link)
    const name = await describeFollowed(store.public, parseFollowedAddress(request.address ?? '/'))
    const action = actionWithToken('/follow/confirm', context)
    return page(200, confirmFollowPage(site, { name, frequency: request.frequency ?? 'weekly', action }))
  }

const confirm =
  ({ run, site }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await run(confirmFollow, { token: tokenOf(context) })
    return page(200, followConfirmedPage(site))
  }

const expired = `The token is unknown, used or older than ${requestHours.follow} hours.`

export const followingRoutes = (ports: Ports): Route[] => [
  {
    ...staticPage,
    path: '/follow',
    summary: 'A search with the addresses of its feeds, and a form to follow it by email',
    query: followQuery,
    responses: { 200: htmlResponse('The page.'), 400: htmlResponse('There is no such search.') },
    handle: showFollow(ports),
  },
  {
    ...formPost,
    path: '/follow',
    summary: 'Follows a search by email, once confirmed',
    responses: {
      ...refusals,
      429: htmlResponse(
        `${subscribePolicy.limit} requests in an hour came from this address; the form keeps the entered values.`,
      ),
      503: htmlResponse('The library does not send emails.'),
    },
    handle: follow(ports),
  },
  emailSentPage('/follow/sent', () => followSentPage(ports.site)),
  {
    ...tokenRoute,
    method: 'get',
    path: '/follow/confirm',
    summary: 'Asks whether to confirm a followed search; changes nothing',
    responses: { 200: htmlResponse('A page with a button.'), 404: htmlResponse(expired) },
    handle: showConfirmation(ports),
  },
  {
    ...tokenPost,
    path: '/follow/confirm',
    summary: 'Confirms a followed search by the token from the email',
    responses: {
      200: htmlResponse('The search is followed.'),
      404: htmlResponse(expired),
      409: htmlResponse('The address follows the maximum number of searches.'),
    },
    handle: confirm(ports),
  },
]

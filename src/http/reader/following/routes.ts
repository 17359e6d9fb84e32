import { subscribePolicy } from '#core/quota.ts'
import type { Context } from 'hono'
import { confirmFollow } from '#actions/following/confirm-follow.ts'
import { getRequest } from '#actions/following/get-request.ts'
import { requestFollow } from '#actions/following/request-follow.ts'
import type { RunAction } from '#actions/run-action.ts'
import { parseFollowedAddress, type FollowedSearch } from '#core/following/followed-search.ts'
import { Failure } from '#core/failure.ts'
import { requestHours } from '#core/mail/requests/subscriber-request.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { describeFollowed } from '#queries/following/describe-followed.ts'
import { SUBSCRIBE_FORM_BYTES } from '#http/input/body-limits.ts'
import { readQuery } from '#http/input/query.ts'
import { handleForm, type FormPorts } from '#http/reader/correspondence/handle-form.ts'
import { actionWithToken, tokenOf } from '#http/reader/correspondence/input.ts'
import { emptyForm, type FormState } from '#http/reader/correspondence/pages/form.ts'
import {
  emailSentPage,
  formPost,
  htmlResponse,
  refusals,
  staticPage,
  tokenPost,
  tokenRoute,
} from '#http/reader/correspondence/rows.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { parseInput } from '#schemas/validate.ts'
import { followForm, followQuery } from './input.ts'
import { confirmFollowPage, followConfirmedPage, followPage, followSentPage } from './pages/follow.ts'

type Ports = FormPorts & { store: Store; run: RunAction; clock: Clock; houseName: string; canMail: boolean }

const showPage = async (ports: Ports, search: FollowedSearch, filled: FormState) => {
  const { store, houseName, publicUrl, canMail } = ports
  const name = await describeFollowed(store.public, search)
  return followPage({ houseName, publicUrl: publicUrl(), canMail, search, name }, filled)
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
      if (!ports.canMail) throw new Failure('unavailable', 'This library sends no emails at present.')
      return ports.run(requestFollow, { ...parseInput(followForm, typed), client: ports.clientNetworks(context) })
    },
  )

const showConfirmation =
  ({ store, clock, houseName }: Ports) =>
  async (context: Context): Promise<Reply> => {
    const { following } = store.private
    const request = await getRequest({ following, now: clock.now() }, { token: tokenOf(context), purpose: 'follow' })
    const name = await describeFollowed(store.public, parseFollowedAddress(request.address ?? '/'))
    const action = actionWithToken('/follow/confirm', context)
    return page(200, confirmFollowPage(houseName, { name, frequency: request.frequency ?? 'weekly', action }))
  }

const confirm =
  ({ run, houseName }: Ports) =>
  async (context: Context): Promise<Reply> => {
    await run(confirmFollow, { token: tokenOf(context) })
    return page(200, followConfirmedPage(houseName))
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
    summary: 'Follows a search by email; active once confirmed',
    responses: {
      ...refusals,
      429: htmlResponse(
        `${subscribePolicy.limit} requests in an hour came from this address; the form keeps the entered values.`,
      ),
      503: htmlResponse('The library sends no emails.'),
    },
    handle: follow(ports),
  },
  emailSentPage('/follow/sent', () => followSentPage(ports.houseName)),
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
      200: htmlResponse('It is followed.'),
      404: htmlResponse(expired),
      409: htmlResponse('The address follows as many searches as it can.'),
    },
    handle: confirm(ports),
  },
]

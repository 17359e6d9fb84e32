import { subscribePolicy } from '#core/quota.ts'
import { requestHours } from '#core/mail/requests/subscriber-request.ts'
import {
  emailSentPage,
  formPost,
  htmlResponse,
  refusals,
  tokenPost,
  tokenRoute,
} from '#http/reader/correspondence/rows.ts'
import type { Route } from '#http/routing/route.ts'
import { ownDataSchema } from './own-data-schema.ts'
import { linkSentPage } from './pages/preferences.ts'
import { changeOwnData, downloadOwnData, move, showMove, showOwnData, type OwnDataPorts } from './show-own-data.ts'
import { requestLink, savePreferences, showPreferences } from './show-preferences.ts'

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
    summary: 'What a subscriber gets and how often, by the link of any email; without one, a form that asks for a link',
    responses: { 200: htmlResponse('The page.'), ...forged },
    handle: showPreferences(ports),
  },
  {
    ...tokenPost,
    path: '/subscription',
    summary: 'Changes how often emails come, or stops them; new emails have to be confirmed by email first',
    responses: { ...changed, ...forged, ...tooMany },
    handle: savePreferences(ports),
  },
  {
    ...formPost,
    path: '/subscription/link',
    summary: 'Mails an address the link to all data that is stored about it',
    responses: { ...refusals, ...tooMany, 503: htmlResponse('The library sends no emails.') },
    handle: requestLink(ports),
  },
  emailSentPage('/subscription/sent', () => linkSentPage(ports.houseName)),
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription/data',
    summary: 'What is stored about an address, by the link that was mailed to it',
    responses: { 200: htmlResponse('The page.'), ...expired(requestHours.manage) },
    handle: showOwnData(ports),
  },
  {
    ...tokenRoute,
    method: 'get',
    path: '/subscription/data.json',
    summary: 'The same as JSON',
    responses: { 200: { description: 'All that is stored.', schema: ownDataSchema }, ...expired(requestHours.manage) },
    handle: downloadOwnData(ports),
  },
  {
    ...tokenPost,
    path: '/subscription/data',
    summary: 'Asks another address whether the emails may go there, or deletes everything',
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
      200: htmlResponse('It is moved.'),
      ...expired(requestHours.move),
      409: htmlResponse('The address has a subscription of its own.'),
    },
    handle: move(ports),
  },
]

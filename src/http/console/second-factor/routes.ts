import type { Context } from 'hono'
import { lacksSecondFactor } from '#core/access/second-factor.ts'
import { hasSecondFactor } from '#http/auth/require-second-factor.ts'
import { getCurrentSession } from '#http/auth/current-session.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { htmlResponse, pageResponse, redirectResponse, reviewerRoute } from '#http/console/console-route.ts'
import { relyingPartyId } from '#http/console/relying-party-id.ts'
import {
  showCodes,
  startCodes,
  submitFirstCode,
  submitRecoveryRenewal,
  submitRemoval,
  type CodePorts,
} from './codes.ts'
import { secondFactorPage } from './pages/required.ts'

export type SecondFactorPorts = CodePorts & { publicUrl: () => string }

const showSecondFactor =
  (ports: SecondFactorPorts) =>
  async (context: Context): Promise<Reply> => {
    const { editor, session } = getCurrentSession(context)
    if (!lacksSecondFactor(session, editor.role, ports.secondFactorRole)) return seeOther('/console/account')
    const hasFactor = await hasSecondFactor(ports.store, editor.id)
    const offersPasskeys = relyingPartyId(ports.publicUrl()) !== null
    return page(
      200,
      secondFactorPage(ports, { editor, hasFactor, offersPasskeys, offersCodes: ports.secretBox !== null }),
    )
  }

const setUpRoute = { ...reviewerRoute, beforeSecondFactor: 'to set one up' } as const

export const secondFactorRoutes = (ports: SecondFactorPorts): Route[] => [
  {
    ...reviewerRoute,
    beforeSecondFactor: 'always',
    method: 'get',
    path: '/console/second-factor',
    summary: 'What to do for a second factor that one’s role needs',
    responses: pageResponse,
    handle: showSecondFactor(ports),
  },
  {
    ...setUpRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes/start',
    summary: 'Makes a new secret for one-time codes',
    responses: redirectResponse,
    handle: startCodes(ports),
  },
  {
    ...setUpRoute,
    method: 'get',
    path: '/console/account/codes',
    summary: 'The new secret, as a picture and as text; leads to the account when there is none',
    responses: pageResponse,
    handle: showCodes(ports),
  },
  {
    ...setUpRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes',
    summary: 'Turns one-time codes on by the first code, and shows recovery codes once',
    responses: { 201: htmlResponse('The recovery codes.'), 400: htmlResponse('The code is wrong.') },
    handle: submitFirstCode(ports),
  },
  {
    ...reviewerRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/codes/remove',
    summary: 'Ends one’s one-time codes and recovery codes',
    responses: redirectResponse,
    handle: submitRemoval(ports),
  },
  {
    ...reviewerRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/account/recovery-codes',
    summary: 'Makes new recovery codes and shows them once',
    responses: { 201: htmlResponse('The recovery codes.') },
    handle: submitRecoveryRenewal(ports),
  },
]

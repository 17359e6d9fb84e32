import { seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { consoleRoute, htmlResponse, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { invitationQuery, signInQuery } from './input.ts'
import { showSignIn, submitSignIn, signOut, type SessionPorts } from './sign-in.ts'
import { submitCode } from './give-code.ts'
import { showInvitation, redeemInvitation } from './invitation.ts'

export const sessionRoutes = (ports: SessionPorts): Route[] => [
  {
    ...consoleRoute,
    method: 'get',
    path: '/console',
    summary: 'Leads to the queue',
    access: 'reviewer',
    responses: redirectResponse,
    handle: () => seeOther('/console/queue'),
  },
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/sign-in',
    summary: 'The form to sign in',
    access: 'public',
    query: signInQuery,
    responses: pageResponse,
    handle: showSignIn(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-in',
    summary: 'Signs in',
    access: 'public',
    responses: { ...redirectResponse, 401: htmlResponse('The address and the passphrase do not match.') },
    handle: submitSignIn(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-in/code',
    summary: 'Signs in with a code, after the passphrase',
    access: 'token',
    responses: { ...redirectResponse, 401: htmlResponse('The code is wrong, or was used before.') },
    handle: submitCode(ports),
  },
  {
    ...consoleRoute,
    method: 'get',
    path: '/console/link',
    summary: 'The form to set a passphrase; changes nothing',
    access: 'token',
    query: invitationQuery,
    responses: pageResponse,
    handle: showInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/link',
    summary: 'Sets a passphrase by a link and signs in',
    access: 'token',
    responses: { ...redirectResponse, 404: htmlResponse('The link was used or has expired.') },
    handle: redeemInvitation(ports),
  },
  {
    ...consoleRoute,
    method: 'post',
    path: '/console/sign-out',
    beforeSecondFactor: 'always',
    summary: 'Ends this session',
    access: 'reviewer',
    responses: redirectResponse,
    handle: signOut(ports),
  },
]

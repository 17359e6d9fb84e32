import type { Route } from '#http/routing/route.ts'
import { consoleRoute, redirectResponse } from '#http/console/console-route.ts'
import type { PasskeyRoutePorts } from './relying-party.ts'
import { startRegistration, finishRegistration, removeOwnPasskey } from './register.ts'
import { startAuthentication, finishAuthentication } from './authenticate.ts'

const scriptRoute = { ...consoleRoute, method: 'post' } as const

export const passkeyRoutes = (ports: PasskeyRoutePorts): Route[] => [
  {
    ...scriptRoute,
    path: '/console/passkeys/challenge',
    summary: 'What a browser needs to make a passkey',
    access: 'reviewer',
    responses: { 200: { description: 'Options for navigator.credentials.create.' } },
    handle: startRegistration(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys',
    summary: 'Keeps a passkey that was made',
    access: 'reviewer',
    responses: { 201: { description: 'Kept.' } },
    handle: finishRegistration(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/remove',
    summary: 'Ends a passkey of one’s own',
    access: 'reviewer',
    responses: redirectResponse,
    handle: removeOwnPasskey(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in/challenge',
    summary: 'What a browser needs to sign in by a passkey',
    access: 'public',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startAuthentication(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in',
    summary: 'Signs in by a passkey',
    access: 'public',
    responses: { 200: { description: 'Signed in; where to go on.' }, 401: { description: 'Not known here.' } },
    handle: finishAuthentication(ports),
  },
]

import type { Route } from '#http/routing/route.ts'
import { consoleRoute, redirectResponse } from '#http/console/console-route.ts'
import type { PasskeyRoutePorts } from './relying-party.ts'
import { startRegistration, finishRegistration, removeOwnPasskey } from './register.ts'
import { startAuthentication, finishAuthentication } from './authenticate.ts'

const scriptRoute = { ...consoleRoute, method: 'post' } as const

export const passkeyRoutes = (ports: PasskeyRoutePorts): Route[] => [
  {
    ...scriptRoute,
    needsConfirmation: true,
    beforeSecondFactor: 'to set one up',
    path: '/console/passkeys/challenge',
    summary: 'What a browser needs to create a passkey',
    access: 'reviewer',
    responses: { 200: { description: 'Options for navigator.credentials.create.' } },
    handle: startRegistration(ports),
  },
  {
    ...scriptRoute,
    needsConfirmation: true,
    beforeSecondFactor: 'to set one up',
    path: '/console/passkeys',
    summary: 'Stores a new passkey',
    access: 'reviewer',
    responses: { 201: { description: 'Stored.' } },
    handle: finishRegistration(ports),
  },
  {
    ...scriptRoute,
    needsConfirmation: true,
    path: '/console/passkeys/remove',
    summary: 'Removes one’s own passkey',
    access: 'reviewer',
    responses: redirectResponse,
    handle: removeOwnPasskey(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in/challenge',
    summary: 'What a browser needs to sign in with a passkey',
    access: 'public',
    responses: { 200: { description: 'Options for navigator.credentials.get.' } },
    handle: startAuthentication(ports),
  },
  {
    ...scriptRoute,
    path: '/console/passkeys/sign-in',
    summary: 'Signs in with a passkey',
    access: 'public',
    responses: {
      200: { description: 'Signed in; where to go on.' },
      401: { description: 'The passkey is not known.' },
    },
    handle: finishAuthentication(ports),
  },
]

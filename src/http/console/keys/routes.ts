import type { Route } from '#http/routing/route.ts'
import { adminRoute, pageResponse } from '#http/console/console-route.ts'
import { keyListQuery } from './input.ts'
import { showKeys, type KeyPorts } from './show-keys.ts'
import { postKey, postKeyRenewal, postKeyRotation, postKeyRevocation } from './change-keys.ts'

export const keyRoutes = (ports: KeyPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/keys',
    summary: 'Every API key',
    query: keyListQuery,
    responses: pageResponse,
    handle: showKeys(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/keys',
    summary: 'Creates a key and shows it once',
    responses: pageResponse,
    handle: postKey(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/keys/:id/renew',
    summary: 'Changes when a key expires',
    responses: { 303: { description: 'Renewed.' } },
    handle: postKeyRenewal(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/keys/:id/rotate',
    summary: 'Replaces the secret of a key and shows it once',
    responses: pageResponse,
    handle: postKeyRotation(ports),
  },
  {
    ...adminRoute,
    needsConfirmation: true,
    method: 'post',
    path: '/console/keys/:id/revoke',
    summary: 'Ends a key at once',
    responses: { 303: { description: 'Revoked.' } },
    handle: postKeyRevocation(ports),
  },
]

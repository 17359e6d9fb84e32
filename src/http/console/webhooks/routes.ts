import { endpointChanges, type EndpointChange } from '#actions/webhooks/change-endpoint.ts'
import type { Route } from '#http/routing/route.ts'
import { adminRoute, pageResponse, redirectResponse } from '#http/console/console-route.ts'
import { postChange, postReplay, postRotation, postTest, postWebhook } from './change-webhooks.ts'
import { showWebhook, showWebhooks, type WebhookPorts } from './show-webhooks.ts'

const done: Record<EndpointChange, string> = {
  pause: 'Sends a webhook nothing for now',
  resume: 'Sends to a paused webhook again',
  remove: 'Removes a webhook with its secrets and deliveries',
}

/** What makes this server send somewhere, or shows a secret, is for who has just confirmed that it is them. */
const confirmedRoute = { ...adminRoute, needsConfirmation: true } as const

export const webhookRoutes = (ports: WebhookPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/webhooks',
    summary: 'Webhooks of this library',
    responses: pageResponse,
    handle: showWebhooks(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks',
    summary: 'Adds a webhook and shows its secret once',
    responses: pageResponse,
    handle: postWebhook(ports),
  },
  {
    ...adminRoute,
    method: 'get',
    path: '/console/webhooks/:id',
    summary: 'A webhook with its last deliveries',
    responses: pageResponse,
    handle: showWebhook(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks/:id/rotate',
    summary: 'Makes a new secret and shows it once',
    responses: pageResponse,
    handle: postRotation(ports),
  },
  {
    ...confirmedRoute,
    method: 'post',
    path: '/console/webhooks/:id/replay',
    summary: 'Sends the events since a time once more',
    responses: redirectResponse,
    handle: postReplay(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/webhooks/:id/test',
    summary: 'Sends a test event',
    responses: redirectResponse,
    handle: postTest(ports),
  },
  ...endpointChanges.map((change): Route => ({
    ...(change === 'pause' ? adminRoute : confirmedRoute),
    method: 'post',
    path: `/console/webhooks/:id/${change}`,
    summary: done[change],
    responses: redirectResponse,
    handle: postChange(ports, change),
  })),
]

import { getEndpoint } from '#actions/webhooks/get-endpoint.ts'
import { countPending } from '#queries/webhooks/count-pending-events.ts'
import type { WebhookEndpoint } from '#core/webhooks/endpoint.ts'
import { print, table } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'

type JsonOption = { json?: boolean }

/** A webhook as scripts read it; up to where it was told is its own affair. */
const presentWebhook = ({ position: _position, ...endpoint }: WebhookEndpoint, pending: number) => ({
  ...endpoint,
  pending,
})

export const listWebhooks = ({ json }: JsonOption): Promise<void> =>
  withCorpus(async ({ store }) => {
    const { webhooks } = store.private
    const found: ReturnType<typeof presentWebhook>[] = []
    for (const endpoint of await webhooks.list())
      found.push(presentWebhook(endpoint, await countPending(store.private, endpoint)))
    if (json === true) print(JSON.stringify(found))
    else if (found.length === 0) print('There are no webhooks; "longview webhooks add URL" makes one.')
    else
      print(
        table([
          ['id', 'state', 'url', 'pending', 'last success', 'last error'],
          ...found.map(({ id, state, url, pending, lastSuccessAt, pausedBecause, lastError }) => [
            String(id),
            state,
            url,
            String(pending),
            lastSuccessAt ?? 'never',
            pausedBecause ?? lastError ?? '',
          ]),
        ]),
      )
  })

export const listDeliveries = (id: number, { limit, json }: JsonOption & { limit: number }): Promise<void> =>
  withCorpus(async ({ store }) => {
    await getEndpoint(store.private, id)
    const deliveries = await store.private.webhooks.deliveries(id, limit)
    if (json === true) print(JSON.stringify(deliveries))
    else if (deliveries.length === 0) print('Nothing was sent to it yet.')
    else
      print(
        table([
          ['message', 'event', 'about', 'state', 'attempts', 'last or next', 'answer'],
          ...deliveries.map(
            ({ messageId, type, subject, state, attempts, dueAt, attemptedAt, lastExchange, error }) => [
              messageId,
              type,
              subject,
              state,
              String(attempts),
              state === 'delivered' ? (attemptedAt ?? '') : dueAt,
              error ?? String(lastExchange?.status ?? ''),
            ],
          ),
        ]),
      )
  })

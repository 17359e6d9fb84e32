import { countPending } from '#queries/webhooks.ts'
import { type WebhookEndpoint, webhookEventTypes } from '#core/webhooks.ts'
import { SECRET_OVERLAP_HOURS } from '#core/webhook-signature.ts'
import { print, table, withCorpus } from './terminal.ts'
import { InvalidArgumentError, type Command } from 'commander'
import {
  addEndpoint,
  changeEndpoint,
  endpointChanges,
  type EndpointChange,
  replayEvents,
  rotateWebhookSecret,
  sendTestEvent,
} from '#actions/webhooks.ts'
import { addressChecker } from '#outbound/check-address.ts'
import { openSecretBox } from '#credentials/secret-box.ts'
import { parseInput } from '#schemas/validate.ts'
import { replaySchema, webhookSchema } from '#schemas/webhook-schema.ts'

type JsonOption = { json?: boolean }

/** A webhook as scripts see it; the delivery position is internal. */
const presentWebhook = ({ position: _position, ...endpoint }: WebhookEndpoint, pending: number) => ({
  ...endpoint,
  pending,
})

const listWebhooks = ({ json }: JsonOption): Promise<void> =>
  withCorpus(async ({ store }) => {
    const { webhooks } = store.private
    const found: ReturnType<typeof presentWebhook>[] = []
    for (const endpoint of await webhooks.list())
      found.push(presentWebhook(endpoint, await countPending(store.private, endpoint)))
    if (json === true) print(JSON.stringify(found))
    else if (found.length === 0) print('There are no webhooks; "longview webhooks add URL" adds one.')
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

const listDeliveries = (id: number, { limit, json }: JsonOption & { limit: number }): Promise<void> =>
  withCorpus(async ({ store }) => {
    await store.private.webhooks.get(id)
    const deliveries = await store.private.webhooks.deliveries(id, limit)
    if (json === true) print(JSON.stringify(deliveries))
    else if (deliveries.length === 0) print('Nothing has been sent to it yet.')
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

const parseId = (text: string): number => {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('Give the number that "longview webhooks list" shows.')
  return Number(text)
}

const parseLimit = (text: string): number => {
  if (!/^[1-9]\d{0,2}$/u.test(text)) throw new InvalidArgumentError('Give a number from 1 to 999.')
  return Number(text)
}

type AddOptions = JsonOption & { events?: string; description?: string }

const add = (url: string, { events, description, json }: AddOptions): Promise<void> =>
  withCorpus(async ({ run }, config) => {
    const names = events?.split(',').map((name) => name.trim())
    const given = { url, ...(names && { events: names }), ...(description !== undefined && { description }) }
    const endpoint = parseInput(webhookSchema(addressChecker(config.outbound)), given)
    const added = await run(addEndpoint, { endpoint, actor: 'cli', secretBox: openSecretBox(config) })
    const { id, state } = added.endpoint
    if (json === true)
      print(JSON.stringify({ id, url: endpoint.url, state, events: endpoint.events, secret: added.secret }))
    else print(`${added.secret}\nThis secret is shown only now. Webhook ${id} gets ${endpoint.events.join(', ')}.`)
  })

const rotate = (id: number, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }, config) => {
    const input = { id, actor: 'cli', secretBox: openSecretBox(config) }
    const { secret, oldSecretUntil } = await run(rotateWebhookSecret, input)
    if (json === true) print(JSON.stringify({ id, secret, oldSecretUntil }))
    else print(`${secret}\nThis secret is shown only now. The previous one also signs until ${oldSecretUntil}.`)
  })

const sendTest = (id: number, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }) => {
    const messageId = await run(sendTestEvent, { id, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, messageId }))
    else print(`A running server sends ${messageId} now; "longview webhooks deliveries ${id}" shows the result.`)
  })

const replay = (id: number, { since: given, json }: JsonOption & { since: string }): Promise<void> =>
  withCorpus(async ({ run, clock }) => {
    const { since } = parseInput(replaySchema(clock.now()), { since: given })
    const { events } = await run(replayEvents, { id, since, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, events }) : `Webhook ${id} gets ${events} events again.`)
  })

const done: Record<EndpointChange, string> = { pause: 'paused', resume: 'active', remove: 'removed' }

const change = (
  id: number,
  made: EndpointChange,
  { skip = false, json }: JsonOption & { skip?: boolean },
): Promise<void> =>
  withCorpus(async ({ run }) => {
    await run(changeEndpoint, { id, change: made, skip, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, state: done[made] }) : `Webhook ${id} is ${done[made]}.`)
  })

const changeHelp: Record<EndpointChange, string> = {
  pause: 'send nothing for now; events wait',
  resume: 'resume sending: first the waiting events, then new ones',
  remove: 'stop sending and delete its secrets and deliveries',
}

const ID = ['<id>', 'number from "longview webhooks list"', parseId] as const

export const addWebhooks = (program: Command): void => {
  const webhooks = program
    .command('webhooks')
    .description('send events to other servers: add, list, test, pause, resume, rotate, remove, replay, deliveries')
  webhooks
    .command('add')
    .description('send events to a server from now on, and print its secret, which is shown only once')
    .argument(
      '<url>',
      'where events are sent by POST; https and not in an internal network, unless OUTBOUND_ALLOW names its origin',
    )
    .option('--events <list>', `separated by commas; all but the last two if left out: ${webhookEventTypes.join(',')}`)
    .option('--description <text>', 'owner and purpose')
    .option('--json', 'print {"id","url","state","events","secret"}')
    .action(add)
  webhooks
    .command('list')
    .description('list all webhooks without their secrets')
    .option('--json', 'print an array')
    .action(listWebhooks)
  webhooks
    .command('test')
    .description('have a running server send an event "webhook.test"')
    .argument(...ID)
    .option('--json', 'print {"id","messageId"}')
    .action(sendTest)
  for (const made of endpointChanges) {
    const command = webhooks
      .command(made)
      .description(changeHelp[made])
      .argument(...ID)
    if (made === 'resume') command.option('--skip', 'discard the waiting events and start with new ones')
    command
      .option('--json', 'print {"id","state"}')
      .action((id: number, options: JsonOption & { skip?: boolean }) => change(id, made, options))
  }
  webhooks
    .command('rotate')
    .description(`make a new secret and print it once; for ${SECRET_OVERLAP_HOURS} hours the old one also signs`)
    .argument(...ID)
    .option('--json', 'print {"id","secret","oldSecretUntil"}')
    .action(rotate)
  webhooks
    .command('replay')
    .description('send all events since a time again, under the same ids')
    .argument(...ID)
    .requiredOption('--since <time>', 'a day such as 2026-11-01, or a time such as 2026-11-01T08:00:00Z')
    .option('--json', 'print {"id","events"}')
    .action(replay)
  webhooks
    .command('deliveries')
    .description('list the last deliveries of a webhook and how they went')
    .argument(...ID)
    .option('--limit <number>', 'how many', parseLimit, 20)
    .option('--json', 'print an array, with requests and responses')
    .action(listDeliveries)
}

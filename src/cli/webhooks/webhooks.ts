import { SECRET_OVERLAP_HOURS } from '#core/webhooks/webhook-secret.ts'
import { InvalidArgumentError, type Command } from 'commander'
import { addEndpoint } from '#actions/webhooks/add-endpoint.ts'
import { changeEndpoint, endpointChanges, type EndpointChange } from '#actions/webhooks/change-endpoint.ts'
import { replayEvents } from '#actions/webhooks/replay-events.ts'
import { rotateWebhookSecret } from '#actions/webhooks/rotate-webhook-secret.ts'
import { sendTestEvent } from '#actions/webhooks/send-test-event.ts'
import { openSecretBox } from '#auth/open-secret-box.ts'
import { webhookEventTypes } from '#core/webhooks/webhook-event.ts'
import { parseInput } from '#schemas/validate.ts'
import { replaySchema, webhookSchema } from '#schemas/webhooks/webhook-schema.ts'
import { print } from '#cli/terminal/print.ts'
import { withCorpus } from '#cli/terminal/with-corpus.ts'
import { listDeliveries, listWebhooks } from './list-webhooks.ts'

type JsonOption = { json?: boolean }

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
    const endpoint = parseInput(webhookSchema(config.outbound.allowed), given)
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
    else print(`${secret}\nThis secret is shown only now. The one before signs, too, until ${oldSecretUntil}.`)
  })

const sendTest = (id: number, { json }: JsonOption): Promise<void> =>
  withCorpus(async ({ run }) => {
    const messageId = await run(sendTestEvent, { id, actor: 'cli' })
    if (json === true) print(JSON.stringify({ id, messageId }))
    else print(`A running server sends ${messageId} now; "longview webhooks deliveries ${id}" tells how it went.`)
  })

const replay = (id: number, { since: given, json }: JsonOption & { since: string }): Promise<void> =>
  withCorpus(async ({ run, clock }) => {
    const { since } = parseInput(replaySchema(clock.now()), { since: given })
    const { events } = await run(replayEvents, { id, since, actor: 'cli' })
    print(json === true ? JSON.stringify({ id, events }) : `Webhook ${id} gets ${events} events once more.`)
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

const meanings: Record<EndpointChange, string> = {
  pause: 'send nothing for now; events wait',
  resume: 'go on sending: first the waiting events, then new ones',
  remove: 'send nothing more and forget its secrets and deliveries',
}

const ID = ['<id>', 'number from "longview webhooks list"', parseId] as const

export const addWebhooks = (program: Command): void => {
  const webhooks = program
    .command('webhooks')
    .description('send events to other servers: add, list, test, pause, resume, rotate, remove, replay, deliveries')
  webhooks
    .command('add')
    .description('send events to a server from now on, and print its secret, which is shown only once')
    .argument('<url>', 'where events are sent by POST; https, unless OUTBOUND_ALLOW names its origin')
    .option('--events <list>', `separated by commas, all but the last if left out: ${webhookEventTypes.join(',')}`)
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
    .description('let a running server send an event "webhook.test"')
    .argument(...ID)
    .option('--json', 'print {"id","messageId"}')
    .action(sendTest)
  for (const made of endpointChanges) {
    const command = webhooks
      .command(made)
      .description(meanings[made])
      .argument(...ID)
    if (made === 'resume') command.option('--skip', 'discard the waiting events and begin with new ones')
    command
      .option('--json', 'print {"id","state"}')
      .action((id: number, options: JsonOption & { skip?: boolean }) => change(id, made, options))
  }
  webhooks
    .command('rotate')
    .description(`make a new secret and print it once; for ${SECRET_OVERLAP_HOURS} hours the old one signs, too`)
    .argument(...ID)
    .option('--json', 'print {"id","secret","oldSecretUntil"}')
    .action(rotate)
  webhooks
    .command('replay')
    .description('tell a webhook once more of all that happened since a time, under the same ids')
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

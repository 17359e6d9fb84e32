import { SECRET_OVERLAP_HOURS } from '#core/webhooks/webhook-secret.ts'
import type { Context } from 'hono'
import { addEndpoint } from '#actions/webhooks/add-endpoint.ts'
import { changeEndpoint, type EndpointChange } from '#actions/webhooks/change-endpoint.ts'
import { replayEvents } from '#actions/webhooks/replay-events.ts'
import { rotateWebhookSecret } from '#actions/webhooks/rotate-webhook-secret.ts'
import { sendTestEvent } from '#actions/webhooks/send-test-event.ts'
import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { page, seeOther, type Reply } from '#http/routing/reply.ts'
import { parseInput } from '#schemas/validate.ts'
import { replaySchema, webhookSchema } from '#schemas/webhooks/webhook-schema.ts'
import { endpointId, renderWebhook, renderWebhooks, type WebhookPorts } from './show-webhooks.ts'

export const postWebhook =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const { url = '', description = '' } = form.fields
    const values = { url, description, events: form.getAll('events') }
    return redisplayForm(
      async () => {
        const endpoint = parseInput(webhookSchema(ports.outbound.allowed), values)
        const { secretBox } = ports
        const made = await ports.run(addEndpoint, { endpoint, secretBox, actor: getCurrentActor(context) })
        const created = { sentence: `This is the secret of webhook ${made.endpoint.id}.`, secret: made.secret }
        return page(200, await renderWebhooks(ports, context, { created }))
      },
      (failure) => renderWebhooks(ports, context, { values, failure }),
    )
  }

export const postRotation =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    return redisplayForm(
      async () => {
        const { secretBox } = ports
        const made = await ports.run(rotateWebhookSecret, { id, secretBox, actor: getCurrentActor(context) })
        const sentence = `This is the new secret of webhook ${id}. The old one signs, too, for ${SECRET_OVERLAP_HOURS} hours.`
        return page(200, await renderWebhook(ports, context, { created: { sentence, secret: made.secret } }))
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

const backTo = (id: number): Reply => seeOther(`/console/webhooks/${id}`)

export const postChange =
  (ports: WebhookPorts, change: EndpointChange) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        await ports.run(changeEndpoint, { id, change, skip: fields.skip === 'yes', actor: getCurrentActor(context) })
        return change === 'remove' ? seeOther('/console/webhooks') : backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

export const postTest =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    return redisplayForm(
      async () => {
        await ports.run(sendTestEvent, { id, actor: getCurrentActor(context) })
        return backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure }),
    )
  }

export const postReplay =
  (ports: WebhookPorts) =>
  async (context: Context): Promise<Reply> => {
    const id = endpointId(context)
    const { fields } = await readFormBody(context)
    return redisplayForm(
      async () => {
        const { since } = parseInput(replaySchema(ports.clock.now()), { since: fields.since ?? '' })
        await ports.run(replayEvents, { id, since, actor: getCurrentActor(context) })
        return backTo(id)
      },
      (failure) => renderWebhook(ports, context, { failure, since: fields.since ?? '' }),
    )
  }

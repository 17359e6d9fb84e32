import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { newSecret, SECRET_OVERLAP_MS } from '#core/webhooks/webhook-secret.ts'
import { getEndpoint } from './get-endpoint.ts'
import { sealSecret, type SecretSealing } from './seal-secret.ts'

type RotateInput = { id: number; actor: string } & SecretSealing

/**
 * Gives an endpoint a new secret, which is given once. For 24 hours messages are signed with the one before, too. Throws
 * `not_found`, and `wrong_state` for a hub, which has none.
 */
export const rotateWebhookSecret = async (
  tx: ActionContext,
  { id, actor, secretBox }: RotateInput,
): Promise<{ secret: string; oldSecretUntil: string }> => {
  const { kind, url } = await getEndpoint(tx, id)
  if (kind === 'hub') throw new Failure('wrong_state', 'A hub has no secret.')
  const at = tx.now.toISOString()
  const oldSecretUntil = new Date(tx.now.getTime() + SECRET_OVERLAP_MS).toISOString()
  const secret = newSecret(tx.ids.secret())
  const { secret: old } = await tx.webhooks.secrets(id)
  await tx.webhooks.setSecrets(id, { secret: sealSecret({ secretBox }, url, secret), old, oldUntil: oldSecretUntil })
  await tx.audit.record({
    at,
    actor,
    act: 'webhook.rotate',
    subject: String(id),
    before: null,
    after: { oldSecretUntil },
  })
  return { secret, oldSecretUntil }
}

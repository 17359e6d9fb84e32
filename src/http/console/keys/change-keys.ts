import { getCurrentActor } from '#http/auth/current-session.ts'
import { redisplayForm } from '#http/console/redisplay-form.ts'
import type { Context } from 'hono'
import { createKey } from '#actions/accounts/create-key.ts'
import { renewKey } from '#actions/accounts/renew-key.ts'
import { revokeKey } from '#actions/accounts/revoke-key.ts'
import { rotateKey } from '#actions/accounts/rotate-key.ts'
import { keyExpiry } from '#core/access/api-key.ts'
import { parseInput } from '#schemas/validate.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { pathId } from '#http/input/path-id.ts'
import { createKeyFormSchema, renewKeyFormSchema, rotateKeyFormSchema } from './input.ts'
import type { KeyFormValues } from './pages/keys.ts'
import { renderKeys, type KeyPorts } from './show-keys.ts'

export const postKey =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const form = await readFormBody(context)
    const { label: owner = '', email: address = '', days: howLong = '' } = form.fields
    const values: KeyFormValues = {
      label: owner,
      email: address.trim(),
      scopes: form.getAll('scopes'),
      days: howLong.trim(),
    }
    return redisplayForm(
      async () => {
        const { label, email, scopes, days } = parseInput(createKeyFormSchema, values)
        const expiresAt = keyExpiry(ports.clock.now(), days)
        const { key, record } = await ports.run(createKey, {
          label,
          email,
          scopes,
          expiresAt,
          actor: getCurrentActor(context),
        })
        const created = { secret: key, sentence: `This is the key of ${record.label}.` }
        return page(200, await renderKeys(ports, context, { created }))
      },
      (failure) => renderKeys(ports, context, { values, failure }),
    )
  }

export const postKeyRotation =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const { overlapHours } = parseInput(rotateKeyFormSchema, { overlapHours: (fields.overlapHours ?? '').trim() })
        const key = await ports.run(rotateKey, { id, overlapHours, actor: getCurrentActor(context) })
        const sentence = `This is the new key of ${id}. The old one stays valid for ${overlapHours} hours.`
        return page(200, await renderKeys(ports, context, { created: { secret: key, sentence } }))
      },
      (failure) => renderKeys(ports, context, { failure }),
    )
  }

export const postKeyRenewal =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const { days } = parseInput(renewKeyFormSchema, { days: (fields.days ?? '').trim() })
        const expiresAt = keyExpiry(ports.clock.now(), days)
        await ports.run(renewKey, { id, expiresAt, actor: getCurrentActor(context) })
        return seeOther(`/console/keys?renewed=${encodeURIComponent(id)}`)
      },
      (failure) => renderKeys(ports, context, { failure }),
    )
  }

export const postKeyRevocation =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> =>
    redisplayForm(
      async () => {
        const id = pathId(context)
        await ports.run(revokeKey, { id, actor: getCurrentActor(context) })
        return seeOther(`/console/keys?revoked=${encodeURIComponent(id)}`)
      },
      (failure) => renderKeys(ports, context, { failure }),
    )

import type { Context } from 'hono'
import { z } from 'zod'
import { createKey, renewKey, revokeKey, rotateKey } from '#actions/api-keys.ts'
import type { RunAction } from '#actions/run-action.ts'
import { keyExpiry, keyScopes } from '#core/access/api-key.ts'
import { submissionBucket, submitPolicy } from '#core/quota.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/current-session.ts'
import { adminRoute, pageResponse, redisplayForm } from '#http/console/console-route.ts'
import { readFormBody } from '#http/input/body.ts'
import { pathId, readQuery } from '#http/input/query.ts'
import { page, type Reply, seeOther } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Store } from '#ports/store/store.ts'
import { emailAddress } from '#schemas/fields.ts'
import { parseInput } from '#schemas/validate.ts'
import { type KeyFormValues, keysPage, type KeysView, type ListedKey } from './pages.ts'
import type { LiveSite } from '#ports/site.ts'

const keyListQuery = z.strictObject({
  revoked: z.string().max(40).optional(),
  renewed: z.string().max(40).optional(),
})

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/u, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.number().max(max))

/** Empty if the key does not expire. */
const days = z
  .string()
  .regex(/^(?:[1-9]\d{0,4})?$/u, { error: 'must be a whole number from 1, or empty' })
  .transform((text) => (text === '' ? null : Number(text)))

const createKeyFormSchema = z.object({
  label: z.string().max(1_000),
  email: z.union([z.literal('').transform(() => null), emailAddress()], {
    error: 'must be one email address, such as name@example.org, or empty',
  }),
  scopes: z.array(z.enum(keyScopes)).min(1),
  days,
})

const renewKeyFormSchema = z.object({ days })

const rotateKeyFormSchema = z.object({ overlapHours: wholeNumber(8_760) })

export type KeyPorts = { store: Store; clock: Clock; run: RunAction; site: LiveSite }

const EMPTY_VALUES: KeyFormValues = { label: '', email: '', scopes: ['submit'], days: '' }

const renderKeys = async (
  ports: KeyPorts,
  context: Context,
  given: Partial<Pick<KeysView, 'values' | 'created' | 'failure' | 'done'>> = {},
): Promise<{ toString(): string }> => {
  const { keys, quota } = ports.store.private
  const now = ports.clock.now()
  const listed: ListedKey[] = []
  for (const key of await keys.list()) {
    const { remaining } = await quota.peek(submissionBucket(key), submitPolicy, now)
    listed.push({ ...key, used: submitPolicy.limit - remaining })
  }
  const { limit } = submitPolicy
  const defaults = { values: EMPTY_VALUES, created: null, failure: null, done: null }
  return keysPage(ports, {
    editor: getCurrentEditor(context),
    keys: listed.toReversed(),
    limit,
    now,
    ...defaults,
    ...given,
  })
}

const showKeys =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { revoked, renewed } = readQuery(context, keyListQuery)
    const done =
      revoked !== undefined ? `${revoked} was revoked.` : renewed !== undefined ? `${renewed} was renewed.` : null
    return page(200, await renderKeys(ports, context, { done }))
  }

const postKey =
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

const postKeyRotation =
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

const postKeyRenewal =
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

const postKeyRevocation =
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

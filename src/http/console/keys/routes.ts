import type { Context } from 'hono'
import { createKey } from '#actions/accounts/create-key.ts'
import { revokeKey } from '#actions/accounts/revoke-key.ts'
import { rotateKey } from '#actions/accounts/rotate-key.ts'
import type { RunAction } from '#actions/run-action.ts'
import { validationFailure } from '#core/failure.ts'
import { submissionBucket, submitPolicy } from '#core/access/quota.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { getCurrentActor, getCurrentEditor } from '#http/auth/authorize.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { redisplayForm, seeOther } from '#http/input/redisplay-form.ts'
import { readFormBody } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { pathId } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { adminRoute, pageResponse } from '#http/console/console-route.ts'
import { createKeyFormSchema, keyListQuery, rotateKeyFormSchema } from './input.ts'
import { keysPage, type KeysView, type ListedKey, type KeyFormValues } from './pages/keys.ts'

export type KeyPorts = { store: Store; clock: Clock; run: RunAction; houseName: string }

const DAY_MS = 86_400_000
const EMPTY_VALUES: KeyFormValues = { label: '', email: '', scopes: ['submit'], days: '' }

const show = async (
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
  const nothing = { values: EMPTY_VALUES, created: null, failure: null, done: null }
  return keysPage(ports, {
    editor: getCurrentEditor(context),
    keys: listed.toReversed(),
    limit,
    now,
    ...nothing,
    ...given,
  })
}

const list =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { revoked } = readQuery(context, keyListQuery)
    return page(200, await show(ports, context, { done: revoked === undefined ? null : `${revoked} is revoked.` }))
  }

const create =
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
        const checked = validate(createKeyFormSchema, values)
        if (!checked.ok) throw validationFailure(checked.errors)
        const { label, email, scopes, days } = checked.value
        const expiresAt = days === null ? null : new Date(ports.clock.now().getTime() + days * DAY_MS).toISOString()
        const { key, record } = await ports.run(createKey, {
          label,
          email,
          scopes,
          expiresAt,
          actor: getCurrentActor(context),
        })
        const created = { id: record.id, key, sentence: `This is the key of ${record.label}.` }
        return page(200, await show(ports, context, { created }))
      },
      (failure) => show(ports, context, { values, failure }),
    )
  }

const rotate =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { fields } = await readFormBody(context)
    const id = pathId(context)
    return redisplayForm(
      async () => {
        const checked = validate(rotateKeyFormSchema, { overlapHours: (fields.overlapHours ?? '').trim() })
        if (!checked.ok) throw validationFailure(checked.errors)
        const { overlapHours } = checked.value
        const key = await ports.run(rotateKey, { id, overlapHours, actor: getCurrentActor(context) })
        const sentence = `This is the new key of ${id}; the one before is good for ${overlapHours} hours more.`
        return page(200, await show(ports, context, { created: { id, key, sentence } }))
      },
      (failure) => show(ports, context, { failure }),
    )
  }

const revoke =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> =>
    redisplayForm(
      async () => {
        const id = pathId(context)
        await ports.run(revokeKey, { id, actor: getCurrentActor(context) })
        return seeOther(`/console/keys?revoked=${encodeURIComponent(id)}`)
      },
      (failure) => show(ports, context, { failure }),
    )

export const keyRoutes = (ports: KeyPorts): Route[] => [
  {
    ...adminRoute,
    method: 'get',
    path: '/console/keys',
    summary: 'Every API key',
    query: keyListQuery,
    responses: pageResponse,
    handle: list(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/keys',
    summary: 'Makes a key and shows it once',
    responses: pageResponse,
    handle: create(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/keys/:id/rotate',
    summary: 'Gives a key another secret and shows it once',
    responses: pageResponse,
    handle: rotate(ports),
  },
  {
    ...adminRoute,
    method: 'post',
    path: '/console/keys/:id/revoke',
    summary: 'Ends a key at once',
    responses: { 303: { description: 'Revoked.' } },
    handle: revoke(ports),
  },
]

import type { Context } from 'hono'
import { createKey, revokeKey } from '#actions/keys.ts'
import { rotateKey } from '#actions/rotate-key.ts'
import { submitBucket } from '#actions/submit-paper.ts'
import { validationFailure } from '#core/failure.ts'
import { submitPolicy } from '#core/access/quota.ts'
import { validate } from '#schemas/validate.ts'
import type { Clock } from '#ports/clock.ts'
import type { Ids } from '#ports/ids.ts'
import type { Store } from '#ports/store/store.ts'
import { actorOf, editorOf } from '#http/auth/authorize.ts'
import { HTML_TYPE, page, type Answer } from '#http/routing/reply.ts'
import { orFormAgain, seeOther } from '#http/input/redisplay-form.ts'
import { readForm } from '#http/input/form-body.ts'
import { readQuery } from '#http/input/query.ts'
import { idOf } from '#http/input/path-id.ts'
import type { Route } from '#http/routing/route.ts'
import { createForm, listQuery, rotateForm } from './input.ts'
import { keysPage, type KeysView, type ListedKey, type TypedKey } from './pages/keys.ts'

export type KeyPorts = { store: Store; clock: Clock; ids: Ids; houseName: string }

const DAY_MS = 86_400_000
const UNTYPED: TypedKey = { label: '', email: '', scopes: ['submit'], days: '' }

const show = async (
  ports: KeyPorts,
  context: Context,
  given: Partial<Pick<KeysView, 'typed' | 'made' | 'failure' | 'done'>> = {},
): Promise<{ toString(): string }> => {
  const { keys, quota } = ports.store.read
  const now = ports.clock.now()
  const listed: ListedKey[] = []
  for (const key of await keys.list()) {
    const { remaining } = await quota.peek(submitBucket(key), submitPolicy, now)
    listed.push({ ...key, used: submitPolicy.limit - remaining })
  }
  const { limit } = submitPolicy
  const nothing = { typed: UNTYPED, made: null, failure: null, done: null }
  return keysPage(ports, { editor: editorOf(context), keys: listed.toReversed(), limit, now, ...nothing, ...given })
}

const list =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Answer> => {
    const { revoked } = readQuery(context, listQuery)
    return page(200, await show(ports, context, { done: revoked === undefined ? null : `${revoked} is revoked.` }))
  }

const create =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Answer> => {
    const form = await readForm(context)
    const { label: owner = '', email: address = '', days: howLong = '' } = form.fields
    const typed: TypedKey = {
      label: owner,
      email: address.trim(),
      scopes: form.all('scopes'),
      days: howLong.trim(),
    }
    return orFormAgain(
      async () => {
        const checked = validate(createForm, typed)
        if (!checked.ok) throw validationFailure(checked.errors)
        const { label, email, scopes, days } = checked.value
        const expiresAt = days === null ? null : new Date(ports.clock.now().getTime() + days * DAY_MS).toISOString()
        const { key, record } = await createKey(ports, { label, email, scopes, expiresAt, actor: actorOf(context) })
        const made = { id: record.id, key, sentence: `This is the key of ${record.label}.` }
        return page(200, await show(ports, context, { made }))
      },
      (failure) => show(ports, context, { typed, failure }),
    )
  }

const rotate =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Answer> => {
    const { fields } = await readForm(context)
    const id = idOf(context)
    return orFormAgain(
      async () => {
        const checked = validate(rotateForm, { overlapHours: (fields.overlapHours ?? '').trim() })
        if (!checked.ok) throw validationFailure(checked.errors)
        const { overlapHours } = checked.value
        const key = await rotateKey(ports, { id, overlapHours, actor: actorOf(context) })
        const sentence = `This is the new key of ${id}; the one before is good for ${overlapHours} hours more.`
        return page(200, await show(ports, context, { made: { id, key, sentence } }))
      },
      (failure) => show(ports, context, { failure }),
    )
  }

const revoke =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Answer> =>
    orFormAgain(
      async () => {
        const id = idOf(context)
        await revokeKey(ports, { id, actor: actorOf(context) })
        return seeOther(`/console/keys?revoked=${encodeURIComponent(id)}`)
      },
      (failure) => show(ports, context, { failure }),
    )

const forAdmins = { access: 'admin', caching: 'none', anyOrigin: false } as const
const shown = { 200: { description: 'The page.', type: HTML_TYPE } }

export const keyRoutes = (ports: KeyPorts): Route[] => [
  {
    ...forAdmins,
    method: 'get',
    path: '/console/keys',
    summary: 'Every API key',
    query: listQuery,
    answers: shown,
    handle: list(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/keys',
    summary: 'Makes a key and shows it once',
    answers: shown,
    handle: create(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/keys/:id/rotate',
    summary: 'Gives a key another secret and shows it once',
    answers: shown,
    handle: rotate(ports),
  },
  {
    ...forAdmins,
    method: 'post',
    path: '/console/keys/:id/revoke',
    summary: 'Ends a key at once',
    answers: { 303: { description: 'Revoked.' } },
    handle: revoke(ports),
  },
]

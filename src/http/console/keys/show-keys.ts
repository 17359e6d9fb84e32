import { getCurrentEditor } from '#http/auth/current-session.ts'
import type { Context } from 'hono'
import type { RunAction } from '#actions/run-action.ts'
import { submissionBucket, submitPolicy } from '#core/quota.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'
import { page, type Reply } from '#http/routing/reply.ts'
import { readQuery } from '#http/input/query.ts'
import { keyListQuery } from './input.ts'
import { keysPage, type KeysView, type ListedKey, type KeyFormValues } from './pages/keys.ts'

export type KeyPorts = { store: Store; clock: Clock; run: RunAction; houseName: string }

const EMPTY_VALUES: KeyFormValues = { label: '', email: '', scopes: ['submit'], days: '' }

export const renderKeys = async (
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

export const showKeys =
  (ports: KeyPorts) =>
  async (context: Context): Promise<Reply> => {
    const { revoked, renewed } = readQuery(context, keyListQuery)
    const done =
      revoked !== undefined ? `${revoked} is revoked.` : renewed !== undefined ? `${renewed} is renewed.` : null
    return page(200, await renderKeys(ports, context, { done }))
  }

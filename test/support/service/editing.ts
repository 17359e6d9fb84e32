import assert from 'node:assert/strict'
import { jsonOf } from './responses.ts'
import type { TestService } from './test-service.ts'

type Sent = { method?: string; body?: unknown; version?: number | '*' | 'none'; headers?: Record<string, string> }

/** Requests to the editorial API with one key of the scope review. */
export type EditorialClient = {
  key: string
  ask(path: string, sent?: Sent): Promise<Response>
  /** The body of a successful response. */
  get<T>(path: string): Promise<T>
}

export const editorialClient = async (service: TestService): Promise<EditorialClient> => {
  const key = await service.key('review')
  const ask: EditorialClient['ask'] = (path, { method = 'GET', body, version, headers = {} } = {}) => {
    const condition: Record<string, string> =
      version === undefined
        ? {}
        : version === 'none'
          ? { 'if-none-match': '*' }
          : { 'if-match': version === '*' ? '*' : `"${version}"` }
    const all = { 'x-api-key': key, ...condition, ...headers }
    return body === undefined && method === 'GET'
      ? service.get(`/api/editorial${path}`, all)
      : service.send(method, `/api/editorial${path}`, body ?? '', all)
  }
  return {
    key,
    ask,
    get: async <T>(path: string) => {
      const response = await ask(path)
      assert.equal(response.status, 200, path)
      return jsonOf<T>(response)
    },
  }
}

type Act = { act: string; subject: string; actor: string; before: unknown; after: unknown }

/** The records of one action in the audit log, newest first. */
export const actsOf = async ({ store }: Pick<TestService, 'store'>, act: string): Promise<Act[]> => {
  const { records } = await store.private.audit.list({ actor: null, act, subject: null }, null, 100)
  return records.map(({ subject, actor, before, after }) => ({
    act,
    subject,
    actor,
    before: before === null ? null : (JSON.parse(before) as unknown),
    after: after === null ? null : (JSON.parse(after) as unknown),
  }))
}

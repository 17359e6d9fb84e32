import type { Hono } from 'hono'
import { Failure, type FailureCode, type ValidationError } from '#core/failure.ts'

export type RouteQuery = Record<string, string | number | boolean | null | undefined>

/**
 * Asks the routes of this server without a connection. So tools give what these routes give: the same checks, the same
 * bounds, the same cache, one truth. Each call throws a failure with the words of the route that refuses.
 */
export type Ask = {
  json<Body>(path: string, query?: RouteQuery): Promise<Body>
  post<Body>(path: string, body: unknown): Promise<Body>
  put<Body>(path: string, body: unknown): Promise<Body>
  text(path: string, query?: RouteQuery): Promise<string>
}

/** The part of a problem (RFC 9457) that an agent is told. */
type Problem = { detail?: string; errors?: ValidationError[] }

const addressOf = (path: string, query: RouteQuery): string => {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `http://127.0.0.1${path}${given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`}`
}

/** What an agent does about it differs only for these. */
const codeOf: Record<number, FailureCode> = { 401: 'key_invalid', 403: 'scope_missing' }

const toFailure = async (response: Response): Promise<Failure> => {
  const { detail = 'This cannot be answered.', errors = [] } = (await response.json().catch(() => ({}))) as Problem
  return new Failure(codeOf[response.status] ?? 'invalid', detail, { details: errors })
}

/**
 * @param routes the routes to ask, which present their failures as problems
 * @param env what the routes know of the connection of the one who asks; its client takes the turns
 * @param headers of the one who asks, as far as they tell who that is
 */
export const askRoutes = (routes: Hono, env: object, headers: Record<string, string>): Ask => {
  const send = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await routes.fetch(new Request(address, init), { ...env, isAsked: true })
    if (response.ok) return response
    throw await toFailure(response)
  }
  const get = (path: string, query: RouteQuery = {}) => send(addressOf(path, query), { headers })
  const write =
    (method: string) =>
    async <Body>(path: string, body: unknown): Promise<Body> => {
      const sent = { ...headers, 'content-type': 'application/json' }
      const init = { method, headers: sent, body: JSON.stringify(body) }
      return (await (await send(addressOf(path, {}), init)).json()) as Body
    }
  return {
    json: async <Body>(path: string, query?: RouteQuery) => (await (await get(path, query)).json()) as Body,
    text: async (path, query) => (await get(path, query)).text(),
    post: write('POST'),
    put: write('PUT'),
  }
}

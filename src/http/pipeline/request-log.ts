import type { Log } from '#ports/log.ts'
import { requestIds } from './request-ids.ts'

const REQUEST_ID = /^[\w.:-]{1,128}$/u

const nextId = requestIds()

/** The id a client or proxy gave a request, or a new one. */
export const requestIdFrom = (header: string | undefined): string =>
  header !== undefined && REQUEST_ID.test(header) ? header : nextId()

/** Logs one line per request, without the query: searches can be private. `begun`: performance.now() at arrival. */
export const logRequest = (
  log: Log,
  request: { requestId: string; method: string; path: string; status: number },
  startedAt: number,
): void => {
  log.info({ ...request, ms: Math.round((performance.now() - startedAt) * 100) / 100 }, 'request')
}

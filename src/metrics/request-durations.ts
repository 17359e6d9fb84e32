import { Histogram, type Registry } from 'prom-client'
import type { AnsweredRequest } from '#ports/metrics.ts'

/** In seconds. Few, because each is a line for every route, method and class of statuses that occurs. */
const BUCKETS = [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The label of requests that no route answers. */
const UNMATCHED = 'unmatched'

/** A path of the route table without patterns, such as /papers/:id.md for `/papers/:id{[^/.]+\.md}`. */
export const routeLabel = (path: string): string =>
  path.replaceAll(/\{(?:\[\^\/\.\]\+(?<ending>[^{}]*))?[^{}]*\}/gu, (_all, ending: string | undefined) =>
    (ending ?? '').replaceAll('\\', ''),
  )

type Observe = (seconds: number) => void

/**
 * Counts requests. All labels come from lists of ours: paths of the route table, known methods, classes of statuses. Each
 * combination is looked up once in nested maps, which takes a fraction of what the histogram does for labels.
 */
export const openRequestDurations = (registry: Registry): { observe: (request: AnsweredRequest) => void } => {
  const durations = new Histogram({
    name: 'longview_http_request_duration_seconds',
    help: 'Requests by route, method and class of status (2xx), with the time until the response began.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const known = new Map<string, Map<string, (Observe | undefined)[]>>()
  const methodsOf = (route: string): Map<string, (Observe | undefined)[]> => {
    const found = known.get(route) ?? new Map<string, (Observe | undefined)[]>()
    known.set(route, found)
    return found
  }
  return {
    observe: ({ method: given, route = UNMATCHED, status, seconds }) => {
      const method = METHODS.has(given) ? given : 'other'
      const methods = known.get(route) ?? methodsOf(route)
      const classes = methods.get(method) ?? []
      const first = Math.floor(status / 100)
      const observe =
        classes[first] ?? durations.labels(routeLabel(route), method, `${first}xx`).observe.bind(undefined)
      if (classes[first] === undefined) {
        classes[first] = observe
        methods.set(method, classes)
      }
      observe(seconds)
    },
  }
}

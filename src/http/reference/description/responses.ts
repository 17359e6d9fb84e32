import type { z } from 'zod'
import { keyReusedResponse } from '#http/input/idempotent-request.ts'
import { HTML_TYPE } from '#http/routing/reply.ts'
import type { ResponseHeader } from '#http/routing/response-headers.ts'
import type { Route } from '#http/routing/route.ts'
import { jsonSchemaOf } from './json-schema.ts'

type MediaTypes = Record<string, { schema?: object }>
export type DescribedReply = { description: string; headers?: object; content?: MediaTypes }

/** How a surface presents failures. */
export type FailureForm = { schema: z.ZodType; type: string }

const bareType = (mediaType: string): string => mediaType.split(';')[0] ?? mediaType

const schemaIn = (schema: z.ZodType | undefined): MediaTypes[string] =>
  schema === undefined ? {} : { schema: jsonSchemaOf(schema, 'output') }

/** What `Accept` may ask for besides the answer itself. */
const otherTypes = ({ forms = [], live }: Route): MediaTypes => ({
  ...Object.fromEntries(forms.map(({ mediaType, schema }) => [bareType(mediaType), schemaIn(schema)])),
  ...(live === undefined ? {} : { [bareType(live.mediaType)]: {} }),
})

/** Answers with a validator are not sent again to a client that has them; what has several forms may lack the one asked for. */
const responsesOf = ({ responses, caching, forms, formsAt }: Route): Route['responses'] => {
  const all: Route['responses'] = { ...responses }
  if (caching === 'revision') all[304] = { description: 'What If-None-Match names is still right.' }
  if (forms === undefined) return all
  // Where the page is elsewhere, its other forms are here all the same.
  all[200] ??= { description: 'The form that Accept asks for.', type: forms[0]?.mediaType ?? HTML_TYPE }
  if (formsAt === undefined)
    all[406] = { description: 'No form of it has an accepted media type; all are listed.', type: HTML_TYPE }
  return all
}

const QUOTA = ['RateLimit', 'RateLimit-Policy'] as const

/** What every answer with this status carries, besides what the route says itself. */
const headersAt = (status: number, route: Route): ResponseHeader[] => {
  const isGood = status >= 200 && status < 300
  const hasTag = route.method === 'get' && (route.caching === 'revision' || route.responses[304] !== undefined)
  return [
    // What remains of a retracted paper is a page with a validator, too.
    ...(hasTag && (isGood || status === 410) ? (['ETag'] as const) : []),
    ...(isGood && route.forms !== undefined ? (['Content-Location'] as const) : []),
    ...(isGood ? (route.forms ?? []).flatMap(({ headers = [] }) => headers) : []),
    ...(isGood && route.responses[422] === keyReusedResponse ? (['Idempotent-Replayed'] as const) : []),
    ...(status === 201 || [301, 302, 303, 307, 308].includes(status) ? (['Location'] as const) : []),
    ...(status === 401 ? (['WWW-Authenticate'] as const) : []),
    ...([429, 503, 507].includes(status) ? (['Retry-After'] as const) : []),
    ...(status === 429 || (isGood && route.responses[429] !== undefined) ? QUOTA : []),
  ]
}

const headersOf = (names: readonly ResponseHeader[]): Pick<DescribedReply, 'headers'> =>
  names.length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          [...new Set(names)].toSorted().map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
      }

/** Every response of a route, with its headers and what its body looks like. */
export const describeResponses = (route: Route, failures: FailureForm): Record<string, DescribedReply> =>
  Object.fromEntries(
    Object.entries(responsesOf(route)).map(([status, { description, schema, type, headers = [] }]) => {
      // Said to be still right is the answer with all its headers.
      if (status === '304')
        return [
          status,
          { description, ...headersOf([...headersAt(200, route), ...(route.responses[200]?.headers ?? [])]) },
        ]
      const described = { description, ...headersOf([...headersAt(Number(status), route), ...headers]) }
      const failed = Number(status) >= 400
      const media = type ?? (failed ? failures.type : 'application/json')
      const body = schema ?? (failed && type === undefined ? failures.schema : undefined)
      return [
        status,
        {
          ...described,
          content: {
            [bareType(media)]: schemaIn(body),
            ...(status === '200' ? otherTypes(route) : {}),
          },
        },
      ]
    }),
  )

/** What any operation of a surface may answer besides, such as 429 to a client with too many requests at once. */
export const otherFailures = ({ schema, type }: FailureForm): DescribedReply => ({
  description: 'Any other failure. With 429 or 503, Retry-After says when to try again.',
  ...headersOf(['Retry-After']),
  content: { [bareType(type)]: bareType(type) === bareType(HTML_TYPE) ? {} : schemaIn(schema) },
})

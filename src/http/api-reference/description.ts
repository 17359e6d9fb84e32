import { z } from 'zod'
import { type Route, type ResponseHeader, keyAccess, type KeyAccess } from '#http/routing/route.ts'
import { byteSize } from '#core/numbers.ts'
import { HTML_TYPE } from '#http/routing/reply.ts'

export type JsonSchema = Record<string, unknown>

/** Schemas are written inline: shared ones would need names that mean the same for input and output. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return inlineDefinitions(rest)
}

/** Replaces references to `$defs`, which OpenAPI expects elsewhere, with their definitions. */
const inlineDefinitions = ({ $defs, ...schema }: JsonSchema): JsonSchema => {
  const definitions = ($defs ?? {}) as Record<string, JsonSchema>
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const { $ref, ...members } = value as JsonSchema
    const target = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined
    const whole = target === undefined ? members : { ...target, ...members }
    return Object.fromEntries(Object.entries(whole).map(([name, member]) => [name, resolve(member)]))
  }
  return resolve(schema) as JsonSchema
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/**
 * The name of an operation from its method and path: `getApiV1PapersById` for GET /api/v1/papers/{id}. It is unique, and as
 * stable as the route.
 */
export const operationId = (method: string, template: string): string => {
  const words = template
    .replaceAll(/\{(?<name>\w+)\}/gu, ' by $<name> ')
    .split(/[^A-Za-z0-9]+/u)
    .filter((word) => word !== '')
    .concat(template.length > 1 && template.endsWith('/') ? ['slash'] : [])
  return [method, ...(words.length === 0 ? ['home'] : words)]
    .map((word, at) => (at === 0 ? word : capitalized(word)))
    .join('')
}

type Described = { description: string; example: string }

const paper: Described = { description: 'Id of a paper.', example: 'p19' }
const concept: Described = {
  description: 'Id of a concept: its name in lower case with hyphens.',
  example: 'time-horizon',
}
const gap: Described = { description: 'Id of a research gap.', example: 'g1' }
const brief: Described = { description: 'Id of a weekly brief: its year and week.', example: '2026-w47' }
const submission: Described = { description: 'Id of a submitted paper.', example: 'p9001' }
const chapter: Described = { description: 'Number of a chapter, 1 to 7.', example: '3' }

const file: Described = {
  description: 'The SHA-256 of a file, in hexadecimal digits.',
  example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
}

/** Path parameters by the beginning of the path; the first match counts. */
const byBeginning: readonly [beginning: RegExp, name: string, Described][] = [
  [
    /^\/assets\//u,
    'version',
    { description: 'Hash of all assets; any other value gives the current files.', example: '0' },
  ],
  [
    /^\/site\//u,
    'digest',
    { description: 'Digest of the content; any other value gives the current file.', example: '0' },
  ],
  [/^\/docs\//u, 'operation', { description: 'Name of an operation.', example: 'getApiPapers' }],
  [/versions\/$/u, 'version', { description: 'Number of a version, from 1.', example: '1' }],
  [/^\/(?:api\/editorial\/)?chapters\//u, 'number', chapter],
  [/^\/chapters\//u, 'chapter', chapter],
  [/^\/stats\/$/u, 'figure', { description: 'Name of a figure.', example: 'years' }],
  [/^\/doi\//u, 'id', { description: 'A DOI; its slashes are not encoded.', example: '10.48550/arXiv.2503.14499' }],
  [/^\/arxiv\//u, 'id', { description: 'An arXiv id, with or without its version.', example: '2503.14499' }],
  [/^\/api\/(?:submissions|editorial\/(?:submissions|drafts))\//u, 'id', submission],
  [
    /^\/api\/ingest-sessions\//u,
    'id',
    { description: 'Id of an ingestion session; current means that of the key.', example: 'current' },
  ],
  [/^\/api\/editorial\/candidates\//u, 'id', { description: 'Number of a candidate.', example: '1' }],
  [/^\/api\/editorial\/proposals\//u, 'id', { description: 'Id of a proposed revision.', example: '1' }],
  [/^\/api\/editorial\/alerts\//u, 'id', { description: 'Number of an alert.', example: '1' }],
  [/^\/files\//u, 'digest', file],
  [/files\/$/u, 'sha256', file],
  [/^\/api\/v1\/records\/$/u, 'kind', { description: 'The kind of the record.', example: 'paper' }],
  [
    /^\/api\/v1\/records\/:kind\//u,
    'id',
    { description: 'Id of a record of that kind; for a text, the id of its paper.', example: 'p19' },
  ],
  [
    /^\/dumps\//u,
    'file',
    {
      description: 'Name of a file in the list of dumps.',
      example: 'longview-20261122T100000000Z-records.jsonl.gz',
    },
  ],
  [/papers\/$/u, 'id', paper],
  [/^\/map\/titles\/$/u, 'id', paper],
  [/concepts\/$/u, 'id', concept],
  [/gaps\/$/u, 'id', gap],
  [/briefs\/$/u, 'id', brief],
  [/^\/authors\/$/u, 'name', { description: 'Name of an author, in any spelling.', example: 'ada-example' }],
  [/^\/venues\/$/u, 'name', { description: 'Name of a venue, in any spelling.', example: 'journal-of-examples' }],
]

/** The description and example of a path parameter; null for an unknown one, which a test refuses. */
const describePathParameter = (before: string, name: string): Described | null =>
  byBeginning.find(([beginning, wanted]) => wanted === name && beginning.test(before))?.[2] ?? null

export type DescribedParameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
  example?: unknown
}

/** The example of a parameter as text; null without one. */
export const exampleText = ({ example }: DescribedParameter): string | null =>
  example === undefined ? null : typeof example === 'string' ? example : JSON.stringify(example)

const firstChoice = ({ enum: choices }: JsonSchema): unknown => (Array.isArray(choices) ? choices[0] : undefined)

const NUMBERS: ReadonlySet<unknown> = new Set(['integer', 'number'])

/** An example as its schema has it; those of parameters are written as in an address. */
const typedExample = (example: unknown, { type }: JsonSchema): unknown =>
  NUMBERS.has(type) && typeof example === 'string' ? Number(example) : example

/** Query parameters; the first value of an enumeration is its example. */
export const queryParameters = (query: z.ZodType): DescribedParameter[] => {
  const { properties = {}, required = [] } = jsonSchemaOf(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(
    ([name, { description, example = firstChoice(properties[name] ?? {}), ...schema }]) => ({
      name,
      in: 'query',
      required: required.includes(name),
      schema,
      ...(typeof description === 'string' ? { description } : {}),
      ...(example === undefined ? {} : { example: typedExample(example, schema) }),
    }),
  )
}

/** The parameters in a path of the route table. */
export const pathParameters = (path: string): DescribedParameter[] =>
  [...path.matchAll(/:(?<name>\w+)/gu)].map((match) => {
    const name = match.groups?.name ?? ''
    return {
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...describePathParameter(path.slice(0, match.index), name),
    }
  })

const header = (name: string, description: string, example: string): DescribedParameter => ({
  name,
  in: 'header',
  required: false,
  schema: { type: 'string' },
  description,
  example,
})

/** Headers that a route reads. */
export const headerParameters = ({ isIdempotent, needsVersion }: Route): DescribedParameter[] => [
  ...(needsVersion !== true
    ? []
    : [
        header(
          'If-Match',
          'The ETag of the version that was edited; required, unless If-None-Match: * creates something new.',
          '"3-Xk2f9aQz"',
        ),
      ]),
  ...(isIdempotent === true
    ? [
        header(
          'Idempotency-Key',
          'A unique name for this request: repeated under the same name, it runs once and gets the same response.',
          '7a1c2d9e-overnight',
        ),
      ]
    : []),
]

/** `/papers/{id}` for `/papers/:id`, and `/papers/{id}.bib` for `/papers/:id{[^/.]+\\.bib}`. */
export const pathTemplate = (path: string): string =>
  path.replace(
    /:(?<name>\w+)(?:\{[^}]*?(?<ending>(?:\\\.[\w-]+)*)\})?/gu,
    (_whole, name: string, ending: string | undefined) => `{${name}}${ending?.replaceAll('\\', '') ?? ''}`,
  )

type MediaTypes = Record<string, { schema?: object }>
export type DescribedReply = { description: string; headers?: object; content?: MediaTypes }

/** How a surface presents failures. */
export type FailureForm = { schema: z.ZodType; type: string }

const bareType = (mediaType: string): string => mediaType.split(';')[0] ?? mediaType

const schemaIn = (schema: z.ZodType | undefined): MediaTypes[string] =>
  schema === undefined ? {} : { schema: jsonSchemaOf(schema, 'output') }

/** Other media types that `Accept` may request. */
const otherTypes = ({ forms = [], live }: Route): MediaTypes => ({
  ...Object.fromEntries(forms.map(({ mediaType, schema }) => [bareType(mediaType), schemaIn(schema)])),
  ...(live === undefined ? {} : { [bareType(live.mediaType)]: {} }),
})

const scopes: Record<KeyAccess, string> = {
  submit: '"submit"',
  draft: '"draft"',
  review: '"review", or "review:read", "review:advise" or "review:decide" for what it does',
}

const parameterFailure = (query: z.ZodObject): string => {
  if (jsonSchemaOf(query, 'input').additionalProperties !== false) return 'a parameter is out of range'
  return `a parameter is unknown${Object.keys(query.shape).length === 0 ? '' : ' or out of range'}`
}

const sentence = (parts: readonly string[]): string => {
  const text = parts.join(', or ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The failures that follow from the requirements of a route. */
function* derivedFailures(route: Route): Generator<[status: number, description: string]> {
  const { path, query, body, bodyTypes = [], bodyBytes, access, allowCors, isIdempotent, needsVersion } = route
  const hasBody = body !== undefined || bodyTypes.length > 0
  const isForm = bodyTypes.includes(FORM_TYPE)
  const badRequests = [
    ...(hasBody ? ['the body is malformed or invalid'] : []),
    ...(query === undefined ? [] : [parameterFailure(query)]),
  ]
  if (badRequests.length > 0) yield [400, sentence(badRequests)]
  const keyScope = keyAccess.find((known) => known === access)
  if (keyScope !== undefined) {
    yield [401, 'No key, or no valid one.']
    yield [403, `The key lacks the scope ${scopes[keyScope]}.`]
  }
  if (isForm && !allowCors) yield [403, 'The form was sent from another site.']
  if (/:\w/u.test(path)) yield [404, 'There is no such resource, or it is not public.']
  if (hasBody) {
    yield [413, `The body is ${bodyBytes === undefined ? 'too large' : `larger than ${byteSize(bodyBytes)}`}.`]
    const others = isForm ? 'not a form' : 'of an unsupported media type, or is compressed'
    yield [415, `The body is ${bodyTypes.length === 0 ? 'not plain JSON' : others}.`]
  }
  if (isIdempotent === true) {
    yield [409, 'The current state does not allow it, or the same request is still running.']
    yield [422, 'The Idempotency-Key was used for a different request.']
  }
  if (needsVersion === true) {
    yield [412, 'It was changed in the meantime; version is the current one.']
    yield [428, 'There is no If-Match header.']
  }
}

/** All responses of a route: its own, the derived failures, 304 if it has a validator, and 406 if it has several forms. */
const responsesOf = (route: Route): Route['responses'] => {
  const { responses, caching, forms, formsAt } = route
  const derived = [...derivedFailures(route)].map(([status, description]) => [status, { description }])
  const all: Route['responses'] = { ...Object.fromEntries(derived), ...responses }
  if (caching === 'revision') all[304] = { description: 'The version that If-None-Match names is still current.' }
  if (forms === undefined) return all
  // A route that only redirects to the page still has the other forms.
  all[200] ??= { description: 'The form that Accept requests.', type: forms[0]?.mediaType ?? HTML_TYPE }
  if (formsAt === undefined)
    all[406] = { description: 'None of its forms has an accepted media type; all are listed.', type: HTML_TYPE }
  return all
}

const FORM_TYPE = 'application/x-www-form-urlencoded'

const QUOTA = ['RateLimit', 'RateLimit-Policy'] as const

/** The headers of every response with this status, besides those that the route states. */
const headersAt = (status: number, route: Route): ResponseHeader[] => {
  const isGood = status >= 200 && status < 300
  const hasTag = route.method === 'get' && (route.caching === 'revision' || route.responses[304] !== undefined)
  return [
    // The page of a retracted paper has a validator, too.
    ...(hasTag && (isGood || status === 410) ? (['ETag'] as const) : []),
    ...(isGood && route.forms !== undefined ? (['Content-Location'] as const) : []),
    ...(isGood ? (route.forms ?? []).flatMap(({ headers = [] }) => headers) : []),
    ...(isGood && route.isIdempotent === true ? (['Idempotent-Replayed'] as const) : []),
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

/** Every response of a route with its headers and the schema of its body. */
export const describeResponses = (route: Route, failures: FailureForm): Record<string, DescribedReply> =>
  Object.fromEntries(
    Object.entries(responsesOf(route)).map(([status, { description, schema, type, headers = [] }]) => {
      // A 304 has the headers of the 200 that it stands for.
      if (status === '304')
        return [
          status,
          { description, ...headersOf([...headersAt(200, route), ...(route.responses[200]?.headers ?? [])]) },
        ]
      const described = { description, ...headersOf([...headersAt(Number(status), route), ...headers]) }
      const failed = Number(status) >= 400
      const media = type ?? (failed ? failures.type : 'application/json')
      const isPage = bareType(media) === bareType(HTML_TYPE)
      const body = schema ?? (failed && type === undefined && !isPage ? failures.schema : undefined)
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

/** Failures that any operation of a surface may have, such as 429 for too many requests at once. */
export const otherFailures = ({ schema, type }: FailureForm): DescribedReply => ({
  description: 'Any other failure. With 429 or 503, Retry-After says when to try again.',
  ...headersOf(['Retry-After']),
  content: { [bareType(type)]: bareType(type) === bareType(HTML_TYPE) ? {} : schemaIn(schema) },
})

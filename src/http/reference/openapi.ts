import { z } from 'zod'
import { HTML_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'

type JsonSchema = Record<string, unknown>

/** Schemas are written out in place; shared ones would need names that mean the same in input and output. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return inlined(rest)
}

/** Named schemas arrive as references to `$defs`; OpenAPI looks for them elsewhere, so they are put in place. */
const inlined = ({ $defs, ...schema }: JsonSchema): JsonSchema => {
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

const queryParameters = (query: z.ZodType): object[] => {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, example, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(description === undefined ? {} : { description }),
    ...(example === undefined ? {} : { example }),
  }))
}

const pathParameters = (path: string): object[] =>
  [...path.matchAll(/:(?<name>\w+)/gu)].map((match) => ({
    name: match.groups?.name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

/** Answers with a validator are not sent again to a client that has them; what has several forms may lack the one asked for. */
const responsesOf = ({ responses, caching, forms }: Route): Route['responses'] => {
  const all: Route['responses'] = { ...responses }
  if (caching === 'revision') all[304] = { description: 'What If-None-Match names is still right.' }
  if (forms !== undefined)
    all[406] = { description: 'No form of it has an accepted media type; all are listed.', type: HTML_TYPE }
  return all
}

const bareType = (mediaType: string): string => mediaType.split(';')[0] ?? mediaType

const responses = (route: Route, errorSchema: z.ZodType, errorType: string): object =>
  Object.fromEntries(
    Object.entries(responsesOf(route)).map(([status, { description, schema, type }]) => {
      if (status === '304') return [status, { description }]
      const failed = Number(status) >= 400
      const media = type ?? (failed ? errorType : 'application/json')
      const body = schema ?? (failed && type === undefined ? errorSchema : null)
      return [
        status,
        {
          description,
          content: {
            [bareType(media)]: body === null ? {} : { schema: schemaOf(body, 'output') },
            ...(status === '200'
              ? Object.fromEntries((route.forms ?? []).map((form) => [bareType(form.mediaType), {}]))
              : {}),
          },
        },
      ]
    }),
  )

const operation = (route: Route, errors: SurfaceDescription): object => ({
  summary: route.summary,
  tags: [errors.tag],
  parameters: [...pathParameters(route.path), ...(route.query === undefined ? [] : queryParameters(route.query))],
  ...(route.body === undefined
    ? {}
    : { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }),
  // Said of every operation: one that says nothing might have been forgotten.
  security: route.access === 'submit' || route.access === 'review' ? [{ apiKey: [] }] : [],
  responses: responses(route, errors.schema, errors.type),
})

/** `/papers/:id`, and `/papers/:id{[^/.]+\\.bib}` as `/papers/{id}.bib`: the ending is no part of the parameter. */
const templateOf = (path: string): string =>
  path.replace(
    /:(?<name>\w+)(?:\{[^}]*?(?<ending>(?:\\\.[\w-]+)*)\})?/gu,
    (_whole, name: string, ending: string | undefined) => `{${name}}${ending?.replaceAll('\\', '') ?? ''}`,
  )

/** How a surface presents failures, and what it is called. */
export type SurfaceDescription = { tag: string; schema: z.ZodType; type: string }
export type DescribedSurface = { routes: readonly Route[]; errors: SurfaceDescription }

/** The OpenAPI 3.1 description of every route, made from the route tables themselves. */
export const openApiDocument = (
  surfaces: readonly DescribedSurface[],
  { version, houseName, publicUrl }: { version: string; houseName: string; publicUrl: string },
): object => {
  const paths: Record<string, Record<string, object>> = {}
  for (const { routes, errors } of surfaces)
    for (const route of routes) {
      const path = templateOf(route.path)
      paths[path] = { ...paths[path], [route.method]: operation(route, errors) }
    }
  return {
    openapi: '3.1.1',
    info: {
      title: `${houseName}: corpus of research papers`,
      version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    tags: surfaces.map(({ errors }) => ({ name: errors.tag })),
    paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } } },
  }
}

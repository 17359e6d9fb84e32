import { responseHeaders } from '#http/routing/response-headers.ts'
import type { Route } from '#http/routing/route.ts'
import { jsonSchemaOf } from './description/json-schema.ts'
import { operationId } from './description/operation-id.ts'
import { headerParameters, pathParameters, queryParameters, type DescribedParameter } from './description/parameters.ts'
import { pathTemplate } from './description/path-template.ts'
import { describeResponses, otherFailures, type DescribedReply, type FailureForm } from './description/responses.ts'

type DescribedBody = { required: true; content: Record<string, { schema?: object; example?: unknown }> }

/** One operation as it stands in the description. */
export type DescribedOperation = {
  operationId: string
  summary: string
  tags: [string]
  parameters: DescribedParameter[]
  requestBody?: DescribedBody
  security: object[]
  responses: Record<string, DescribedReply | { $ref: string }>
}

const jsonContent = ({ body, bodyExample }: Route): DescribedBody['content'] => {
  if (body === undefined) return {}
  const example = bodyExample === undefined ? {} : { example: bodyExample }
  return { 'application/json': { schema: jsonSchemaOf(body, 'input'), ...example } }
}

/** JSON by its schema, and what else is taken by its media types. */
const requestBody = (route: Route): { requestBody?: DescribedBody } => {
  const { body, bodyTypes = [] } = route
  if (body === undefined && bodyTypes.length === 0) return {}
  const others = Object.fromEntries(bodyTypes.map((type) => [type, {}]))
  return { requestBody: { required: true, content: { ...jsonContent(route), ...others } } }
}

const failureName = (tag: string): string => `${tag.replaceAll(' ', '')}Failure`

/** One operation, described from its row of a route table. */
export const describeOperation = (route: Route, errors: SurfaceDescription): DescribedOperation => ({
  operationId: operationId(route.method, pathTemplate(route.path)),
  summary: route.summary,
  tags: [errors.tag],
  parameters: [
    ...pathParameters(route.path),
    ...(route.query === undefined ? [] : queryParameters(route.query)),
    ...headerParameters(route),
  ],
  ...requestBody(route),
  // Said of every operation: one that says nothing might have been forgotten.
  security: route.access === 'submit' || route.access === 'review' ? [{ apiKey: [] }] : [],
  responses: {
    ...describeResponses(route, errors),
    default: { $ref: `#/components/responses/${failureName(errors.tag)}` },
  },
})

/** How a surface presents failures, and what it is called. */
export type SurfaceDescription = FailureForm & { tag: string }
export type DescribedSurface = { routes: readonly Route[]; errors: SurfaceDescription }

/** Every operation of the surfaces, by path and method. */
export const describeOperations = (
  surfaces: readonly DescribedSurface[],
): Record<string, Record<string, DescribedOperation>> => {
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const { routes, errors } of surfaces)
    for (const route of routes) {
      const path = pathTemplate(route.path)
      paths[path] = { ...paths[path], [route.method]: describeOperation(route, errors) }
    }
  return paths
}

/** The OpenAPI 3.1 description of every route, made from the route tables themselves. */
export const openApiDocument = (
  surfaces: readonly DescribedSurface[],
  { version, houseName, publicUrl }: { version: string; houseName: string; publicUrl: string },
): object => ({
  openapi: '3.1.1',
  info: {
    title: `${houseName}: corpus of research papers`,
    description:
      'Every answer carries X-Request-Id. Answers to GET have an ETag where they change only with the corpus. A client that is asked to wait gets Retry-After in seconds.',
    version,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: publicUrl }],
  tags: surfaces.map(({ errors }) => ({ name: errors.tag })),
  paths: describeOperations(surfaces),
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } },
    headers: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
    responses: Object.fromEntries(surfaces.map(({ errors }) => [failureName(errors.tag), otherFailures(errors)])),
  },
})

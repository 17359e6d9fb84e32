import { type Route, responseHeaders, keyAccess } from '#http/routing/route.ts'
import {
  operationId,
  pathTemplate,
  jsonSchemaOf,
  headerParameters,
  pathParameters,
  queryParameters,
  type DescribedParameter,
  describeResponses,
  otherFailures,
  type DescribedReply,
  type FailureForm,
} from './description.ts'
import type { LiveSite } from '#ports/site.ts'

/** The groups of the OpenAPI description, one for each surface. */
export const openApiTags = {
  corpusApi: 'Corpus API',
  agentApi: 'Agent API',
  editorialApi: 'Editorial API',
  pages: 'Pages',
} as const

/** An operation of the reference. */
export type ReferencedOperation = {
  id: string
  template: string
  route: Route
  errors: SurfaceDescription
}

/** The files of pages are not part of the reference. */
const isShown = ({ path }: Route): boolean => !path.startsWith('/assets/')

/** Every operation of the reference, in the order of the surfaces. */
export const listOperations = (surfaces: readonly DescribedSurface[]): ReferencedOperation[] =>
  surfaces.flatMap(({ routes, errors }) =>
    routes.filter(isShown).map((route) => {
      const template = pathTemplate(route.path)
      return { id: operationId(route.method, template), template, route, errors }
    }),
  )

type DescribedBody = { required: true; content: Record<string, { schema?: object; example?: unknown }> }

/** One operation in the OpenAPI description. */
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

/** JSON with its schema; other accepted bodies only by media type. */
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
  // Stated for every operation, so that none is left open to doubt.
  security: keyAccess.some((access) => access === route.access) ? [{ apiKey: [] }] : [],
  responses: {
    ...describeResponses(route, errors),
    default: { $ref: `#/components/responses/${failureName(errors.tag)}` },
  },
})

/** The name of a surface, and how it presents failures. */
type SurfaceDescription = FailureForm & { tag: string }
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

/** The OpenAPI 3.1 description of every route, made from the route tables. */
export const openApiDocument = (
  surfaces: readonly DescribedSurface[],
  { version, site, publicUrl }: { version: string; site: LiveSite; publicUrl: string },
): object => ({
  openapi: '3.1.1',
  info: {
    title: `${site.current().name}: corpus of research papers`,
    description:
      'Every response has X-Request-Id. Responses to GET have an ETag if they change only with the corpus. A client that must wait gets Retry-After in seconds.',
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

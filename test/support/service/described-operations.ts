import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import type { JsonSchema } from '../generated/schema-values.ts'
import type { TestService } from './test-service.ts'

type MediaTypes = Record<string, { schema?: JsonSchema }>
type DescribedOperation = {
  tags: string[]
  parameters: { name: string; in: 'query' | 'path' | 'header'; schema: JsonSchema }[]
  requestBody?: { content: MediaTypes }
  responses: Record<string, { content?: MediaTypes; headers?: Record<string, unknown> }>
}
type Description = { paths: Record<string, Record<string, DescribedOperation>> }

/** What a response of one status may look like: its media types, the headers to act upon, and what is wrong with a body. */
export type DescribedResponse = { types: string[]; headers: string[]; errorsIn(body: unknown): string[] }

/** One operation as the service describes it in /openapi.json. */
export type Operation = {
  name: string
  method: string
  template: string
  tag: string
  query: { name: string; schema: JsonSchema }[]
  body: { schema: JsonSchema; accepts(value: unknown): boolean } | null
  responses: Map<number, DescribedResponse>
  /** How fast-check prints it in a counterexample. */
  [fc.toStringMethod]: () => string
}

const errorsBy =
  (check: ValidateFunction | null) =>
  (body: unknown): string[] =>
    check === null || check(body)
      ? []
      : (check.errors ?? []).map(
          ({ instancePath, message = '', params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )

/** Paths in a schema at which an object may have members that are not described. */
const openObjects = (schema: unknown, path = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const here = schema as JsonSchema
  const open = here.type === 'object' && here.additionalProperties !== false ? [path === '' ? '/' : path] : []
  return [...open, ...Object.entries(schema).flatMap(([name, member]) => openObjects(member, `${path}/${name}`))]
}

type Described = DescribedOperation['responses'][string]

const describedResponse = (
  ajv: Ajv2020,
  where: string,
  { content = {}, headers = {} }: Described,
): DescribedResponse => {
  const schemas = Object.values(content).flatMap(({ schema }) => (schema === undefined ? [] : [schema]))
  const open = schemas.flatMap((schema) => openObjects(schema))
  if (open.length > 0) throw new Error(`${where} describes objects with any members at all: ${open.join(', ')}`)
  const [schema] = schemas
  return {
    types: Object.keys(content),
    headers: Object.keys(headers).map((name) => name.toLowerCase()),
    errorsIn: errorsBy(schema === undefined ? null : ajv.compile(schema)),
  }
}

/** Every operation of the service's own description, ready to check requests and responses against it. */
export const describedOperations = async (service: Pick<TestService, 'get'>): Promise<Operation[]> => {
  const { paths } = (await (await service.get('/openapi.json')).json()) as Description
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  return Object.entries(paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { tags, parameters, requestBody, responses }]): Operation => {
      const name = `${method.toUpperCase()} ${template}`
      const schema = requestBody?.content['application/json']?.schema
      const check = schema === undefined ? null : ajv.compile(schema)
      return {
        [fc.toStringMethod]: () => name,
        name,
        method: method.toUpperCase(),
        template,
        tag: tags[0] ?? '',
        query: parameters.filter((parameter) => parameter.in === 'query'),
        body: schema === undefined || check === null ? null : { schema, accepts: (value) => check(value) },
        responses: new Map(
          Object.entries(responses)
            .filter(([status]) => status !== 'default')
            .map(([status, described]) => [Number(status), describedResponse(ajv, `${name} ${status}`, described)]),
        ),
      }
    }),
  )
}

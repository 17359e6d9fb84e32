import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

// What tools of others need of /openapi.json: names, examples, schemas and headers of everything.

type Media = { schema?: object; example?: unknown }
type Described = { description?: string; headers?: Record<string, { $ref: string }>; content?: Record<string, Media> }
type Parameter = { name: string; in: string; description?: string; example?: unknown; schema: { pattern?: string } }
type DescribedOperation = {
  operationId: string
  summary: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, Described & { $ref?: string }>
  security?: object[]
}
type Description = {
  paths: Record<string, Record<string, DescribedOperation>>
  components: { headers: Record<string, object>; responses: Record<string, Described> }
}

const service = await startTestService({ after })
const { paths, components } = await jsonOf<Description>(await service.get('/openapi.json'))
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, name: `${method} ${path}` })),
)

const faultsOf = (find: (operation: (typeof operations)[number]) => string[]): string[] =>
  operations.flatMap((operation) => find(operation).map((fault) => `${operation.name}: ${fault}`))

test('what is accepted besides JSON is named', () => {
  const bounces = operations.find(({ name }) => name === 'post /api/mail/bounces')
  assert.deepEqual(Object.keys(bounces?.requestBody?.content ?? {}), [
    'application/json',
    'message/rfc822',
    'message/global',
  ])
})

test('what a file has in its headers is also said of the address that gives it by Accept', () => {
  const headersOf = (name: string): string[] => {
    const headers = paths[name]?.get?.responses[200]?.headers
    assert.ok(headers, name)
    return Object.keys(headers)
  }
  const files = Object.keys(paths).filter((path) => path.startsWith('/papers.'))
  assert.ok(files.length > 3, files.join(' '))
  for (const file of files)
    assert.deepEqual(
      headersOf(file).filter((header) => !headersOf('/papers').includes(header)),
      [],
      file,
    )
  assert.ok(headersOf('/papers').includes('X-Change-Seq'))
})

test('every operation has a name of its own, made of its method and path', () => {
  assert.ok(operations.length > 150, `only ${operations.length} operations were seen`)
  const names = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(names).size, names.length)
  assert.deepEqual(
    names.filter((name) => !/^(?:get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/u.test(name)),
    [],
  )
  assert.equal(paths['/api/v1/papers/{id}']?.get?.operationId, 'getApiV1PapersById')
  assert.equal(paths['/papers/{id}.csl.json']?.get?.operationId, 'getPapersByIdCslJson')
})

test('every parameter says what it is and has an example that it takes', () => {
  const faults = faultsOf(({ parameters }) =>
    parameters.flatMap(({ name, description, example, schema }) => [
      ...(description === undefined ? [`${name} has no description`] : []),
      // A cursor is signed: no example would be accepted.
      ...(example === undefined && name !== 'cursor' ? [`${name} has no example`] : []),
      ...(schema.pattern !== undefined &&
      example !== undefined &&
      !new RegExp(schema.pattern, 'u').test(typeof example === 'string' ? example : JSON.stringify(example))
        ? [`${name} would not take its example`]
        : []),
    ]),
  )
  assert.deepEqual(faults, [])
})

/** Places in a schema of lists that do not say of what. */
const listsOfAnything = (schema: unknown, place = ''): string[] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, items, prefixItems } = schema as { type?: string; items?: object; prefixItems?: object }
  const here = type === 'array' && items === undefined && prefixItems === undefined ? [place] : []
  return [...here, ...Object.entries(schema).flatMap(([name, member]) => listsOfAnything(member, `${place}/${name}`))]
}

const isJson = (type: string): boolean => /^application\/(?:problem\+)?json$/u.test(type)

/** Described by others: OpenAPI itself, and the body of another path that the same address names by its ending. */
const DESCRIBED_ELSEWHERE =
  /^\/(?:openapi\.json|\.well-known\/openapi\.json|papers\/\{id\}(?:\.json)?|dumps(?:\.json)?)$/u

test('every body has a schema, or is of a media type that has its own', () => {
  const faults = faultsOf(({ path, requestBody, responses }) => {
    // A body of records may have any of many formats; each has its own definition.
    const body = Object.entries(requestBody?.content ?? {})
    const bodies = [
      ...(body.length === 1 ? body : []),
      ...Object.values(responses).flatMap(({ content }) => Object.entries(content ?? {})),
    ]
    return bodies.flatMap(([type, { schema }]) =>
      isJson(type) && schema === undefined && !DESCRIBED_ELSEWHERE.test(path)
        ? [`${type} has no schema`]
        : listsOfAnything(schema).map((place) => `${type}${place} is a list of anything`),
    )
  })
  assert.deepEqual(faults, [])
})

const named = (response: Described | undefined): string[] => Object.keys(response?.headers ?? {})

test('what a client must act upon is told: validators, waiting, quotas, other places', () => {
  const faults = faultsOf(({ responses }) => {
    const wanted = Object.entries(responses).flatMap(([status, response]) => {
      const expected = [
        ...(responses[304] !== undefined && (status === '200' || status === '304') ? ['ETag'] : []),
        ...(['429', '503', '507'].includes(status) ? ['Retry-After'] : []),
        ...(status === '429' ? ['RateLimit', 'RateLimit-Policy'] : []),
        ...(status === '401' ? ['WWW-Authenticate'] : []),
        ...(['201', '302', '303', '308'].includes(status) ? ['Location'] : []),
      ]
      return expected.filter((name) => !named(response).includes(name)).map((name) => `${status} lacks ${name}`)
    })
    const unknown = Object.values(responses).flatMap((response) =>
      Object.values(response.headers ?? {})
        .map(({ $ref }) => $ref.replace('#/components/headers/', ''))
        .filter((name) => components.headers[name] === undefined),
    )
    return [...wanted, ...unknown.map((name) => `${name} is described nowhere`)]
  })
  assert.deepEqual(faults, [])
})

test('every operation describes other failures, and whether it needs a key', () => {
  const faults = faultsOf(({ responses, security }) => {
    const name = responses.default?.$ref?.replace('#/components/responses/', '') ?? ''
    return [
      ...(components.responses[name]?.content === undefined ? ['other failures are described nowhere'] : []),
      ...(security === undefined ? ['does not say whether it needs a key'] : []),
    ]
  })
  assert.deepEqual(faults, [])
})

test('what follows from a key, a body, parameters and an id is described', () => {
  const faults = faultsOf(({ parameters, requestBody, responses, security = [] }) => {
    const takes = (place: string, name?: string): boolean =>
      parameters.some((parameter) => parameter.in === place && (name === undefined || parameter.name === name))
    const wanted = [
      ...(security.length > 0 ? [401, 403] : []),
      ...(requestBody === undefined ? [] : [400, 413, 415]),
      ...(takes('query') ? [400] : []),
      ...(takes('path') ? [404] : []),
      ...(takes('header', 'Idempotency-Key') ? [409, 422] : []),
      ...(takes('header', 'If-Match') ? [412, 428] : []),
    ]
    return wanted.filter((status) => responses[status] === undefined).map((status) => `${status} is missing`)
  })
  assert.deepEqual(faults, [])
})

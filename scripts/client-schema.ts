import { describeSurfaces } from '#http/surfaces.ts'
import type { DescribedParameter } from '#http/api-reference/description.ts'
import { describeOperations, type DescribedOperation } from '#http/api-reference/openapi.ts'
import { docComment, memberName, typeOfSchema } from './type-of-schema.ts'

type JsonSchema = Record<string, unknown>
type Media = { schema?: JsonSchema }

const INTRODUCTION = `// Made from the description of the server by "npm run client:types": do not change it by hand.
`

/** Types of values in an address. */
const writtenType = (schema: JsonSchema): string => {
  if (schema.type === 'integer' || schema.type === 'number') return 'number'
  if (!Array.isArray(schema.enum)) return 'string | number'
  const words = schema.enum as string[]
  return [...words.map((word) => `'${word}'`), ...(words.includes('true') ? ['boolean'] : [])].join(' | ')
}

const parameterMembers = (parameters: readonly DescribedParameter[], place: DescribedParameter['in']): string => {
  const members = parameters
    .filter((parameter) => parameter.in === place)
    .map(
      ({ name, required, schema, description }) =>
        `${docComment(description, '      ')}      ${memberName(name)}${required ? '' : '?'}: ${writtenType(schema)}\n`,
    )
  return members.length === 0 ? 'Record<string, never>' : `{\n${members.join('')}    }`
}

const bodyType = ({ requestBody }: DescribedOperation): string => {
  if (requestBody === undefined) return 'undefined'
  const schema = (requestBody.content['application/json'] as Media | undefined)?.schema
  // Records of any format are sent as they are.
  return schema === undefined ? 'string | Uint8Array<ArrayBuffer>' : typeOfSchema(schema, '    ')
}

const answerType = ({ responses }: DescribedOperation): string => {
  const types = Object.entries(responses).flatMap(([status, response]) => {
    if (!status.startsWith('2') || !('content' in response)) return []
    const schema = (response.content?.['application/json'] as Media | undefined)?.schema
    return schema === undefined ? [] : [typeOfSchema(schema, '    ')]
  })
  return types.length === 0 ? 'undefined' : [...new Set(types)].join(' | ')
}

const operationType = (key: string, operation: DescribedOperation): string =>
  `${docComment(operation.summary, '  ')}  '${key}': {
    query: ${parameterMembers(operation.parameters, 'query')}
    path: ${parameterMembers(operation.parameters, 'path')}
    headers: ${parameterMembers(operation.parameters, 'header')}
    body: ${bodyType(operation)}
    answer: ${answerType(operation)}
  }
`

/**
 * The types of all operations of the three APIs, by method and path, and a table of what the client must know about each. Pages
 * are not included, nor are addresses that others define.
 */
export const clientSchema = (): string => {
  const { corpusApi, agentApi, editorialApi } = describeSurfaces({ trustedProxies: [] } as never)
  const operations = Object.entries(describeOperations([corpusApi, agentApi, editorialApi])).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, operation })),
  )
  const rows = operations.map(
    ({ key, operation }) =>
      `  ${operation.operationId}: { key: '${key}', needsKey: ${operation.security.length > 0} },\n`,
  )
  return `${INTRODUCTION}
/** What each operation takes and answers. */
export type Operations = {
${operations.map(({ key, operation }) => operationType(key, operation)).join('')}}

/** Every operation by its name in the description; needsKey: only who has an API key may call it. */
export const operations = {
${rows.join('')}} as const satisfies Record<string, { key: keyof Operations; needsKey: boolean }>
`
}

import type { z } from 'zod'
import { keyReusedResponse } from '#http/input/idempotent-request.ts'
import type { Route } from '#http/routing/route.ts'
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts'
import { describePathParameter } from './path-parameters.ts'

export type DescribedParameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required: boolean
  schema: JsonSchema
  description?: string
  example?: unknown
}

/** The example of a parameter as it is written in an address; null without one. */
export const exampleText = ({ example }: DescribedParameter): string | null =>
  example === undefined ? null : typeof example === 'string' ? example : JSON.stringify(example)

const firstChoice = ({ enum: choices }: JsonSchema): unknown => (Array.isArray(choices) ? choices[0] : undefined)

/** Parameters after the question mark; one of a few words has the first of them as its example. */
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
      ...(example === undefined ? {} : { example }),
    }),
  )
}

/** Parameters within a path as it stands in the route table. */
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
export const headerParameters = ({ responses }: Route): DescribedParameter[] => [
  ...(responses[428] === undefined
    ? []
    : [
        header(
          'If-Match',
          'The ETag that the change began from; required, but for If-None-Match: * where nothing is yet.',
          '"3-Xk2f9aQz"',
        ),
      ]),
  ...(responses[422] === keyReusedResponse
    ? [
        header(
          'Idempotency-Key',
          'A name of this request: sent again under it, it is done once, and answered the same.',
          '7a1c2d9e-overnight',
        ),
      ]
    : []),
]

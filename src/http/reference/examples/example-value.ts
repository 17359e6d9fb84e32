import type { JsonSchema } from '#http/reference/description/json-schema.ts'

const TEXT = 'text'

const object = ({ properties = {}, required = [] }: JsonSchema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>)
      .filter(([name]) => (required as string[]).includes(name))
      .map(([name, schema]) => [name, exampleValue(schema)]),
  )

const byType: Record<string, (schema: JsonSchema) => unknown> = {
  object,
  array: ({ items, minItems = 1 }) => (minItems === 0 ? [] : [exampleValue((items ?? {}) as JsonSchema)]),
  string: () => TEXT,
  integer: ({ minimum = 1 }) => Math.max(1, Number(minimum)),
  number: ({ minimum = 0 }) => Number(minimum),
  boolean: () => true,
}

/** A small value that a schema describes: its needed members, the first of its choices. */
export const exampleValue = (schema: JsonSchema): unknown => {
  if ('const' in schema) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[0] as unknown
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return exampleValue(choices[0] ?? {})
  const type = Array.isArray(schema.type) ? (schema.type[0] as string) : (schema.type as string | undefined)
  return byType[type ?? '']?.(schema) ?? null
}

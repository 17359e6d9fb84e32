import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

/** Schemas are written out in place; shared ones would need names that mean the same in input and output. */
export const jsonSchemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
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

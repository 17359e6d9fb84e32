type JsonSchema = Record<string, unknown>

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/u.test(name)
const literal = (value: unknown): string => JSON.stringify(value)
/** A name as TypeScript writes it in an object type. */
export const memberName = (name: string): string => (isName(name) ? name : literal(name))

/** A comment before a member, escaped so that its text cannot end it. */
export const docComment = (text: unknown, indent: string): string =>
  typeof text === 'string' ? `${indent}/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */\n` : ''

const union = (types: readonly string[]): string => {
  const different = [...new Set(types)]
  return different.length === 1 ? (different[0] ?? 'never') : `(${different.join(' | ')})`
}

const listType = ({ items, prefixItems }: JsonSchema, indent: string): string => {
  if (Array.isArray(prefixItems))
    return `[${prefixItems.map((item: JsonSchema) => typeOfSchema(item, indent)).join(', ')}]`
  return `${typeOfSchema((items ?? {}) as JsonSchema, indent)}[]`
}

const objectType = ({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string => {
  const inner = `${indent}  `
  const needed = new Set(required as string[])
  const members = Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, schema]) =>
      `${docComment(schema.description, inner)}${inner}${memberName(name)}${needed.has(name) ? '' : '?'}: ${typeOfSchema(schema, inner)}\n`,
  )
  if (members.length > 0) return `{\n${members.join('')}${indent}}`
  const others =
    typeof additionalProperties === 'object' ? typeOfSchema(additionalProperties as JsonSchema, indent) : 'unknown'
  return additionalProperties === false ? 'Record<string, never>' : `Record<string, ${others}>`
}

const byName: Record<string, (schema: JsonSchema, indent: string) => string> = {
  string: () => 'string',
  integer: () => 'number',
  number: () => 'number',
  boolean: () => 'boolean',
  null: () => 'null',
  array: listType,
  object: objectType,
}

/** The TypeScript type of a JSON schema of our description, written out without references. */
export const typeOfSchema = (schema: JsonSchema, indent = ''): string => {
  if (schema.$ref !== undefined) throw new Error(`A reference cannot be read: ${literal(schema.$ref)}.`)
  if ('const' in schema) return literal(schema.const)
  if (Array.isArray(schema.enum)) return union(schema.enum.map(literal))
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return union(choices.map((choice) => typeOfSchema(choice, indent)))
  if (Array.isArray(schema.allOf)) return schema.allOf.map((part: JsonSchema) => typeOfSchema(part, indent)).join(' & ')
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as (string | undefined)[]
  return union(types.map((type) => (type === undefined ? 'unknown' : (byName[type]?.(schema, indent) ?? 'unknown'))))
}

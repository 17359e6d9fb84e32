import fc, { type Arbitrary } from 'fast-check'
import { weighted } from './random.ts'
import { oddText, illegalText, legalLine } from './text.ts'

/** As much of JSON Schema as the service's own description uses. */
export type JsonSchema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: unknown
  anyOf?: JsonSchema[]
}

/** Values by name of the field, for what a schema cannot say: that a text is an address, or an id that exists. */
export type Hints = Record<string, Arbitrary<unknown>>

const LONGEST_TEXT = 100_000

/** Any value that JSON can hold. */
export const anyJson: Arbitrary<unknown> = fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })

const someText = ({ minLength = 0, maxLength = 200 }: JsonSchema): Arbitrary<string> => {
  const most = Math.min(maxLength, LONGEST_TEXT)
  return weighted(
    [6, legalLine(Math.min(most, 60))],
    [1, fc.constantFrom(minLength, most).map((length) => 'a'.repeat(length))],
    [1, fc.constant('\u{1f600}'.repeat(Math.min(most, 2_100)))],
  )
}

const someNumber = (schema: JsonSchema): Arbitrary<number> => {
  const { minimum: min = -1e6, maximum: max = 1e6 } = schema
  const bounds = fc.constantFrom(min, max, Math.max(min, Math.min(max, -0)))
  return schema.type === 'integer'
    ? fc.oneof(fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31 - 1) }), bounds)
    : fc.oneof(fc.double({ min, max, noNaN: true }), bounds)
}

const someList = (schema: JsonSchema, hints: Hints): Arbitrary<unknown[]> => {
  const { minItems: least = 0, maxItems: most = 20, items = {} } = schema
  return weighted(
    [12, fc.array(validValue(items, hints), { minLength: least, maxLength: Math.min(most, 5) })],
    [1, fc.constantFrom(least, most).map((length) => Array.from({ length }, (_, at) => `n${at}`))],
  )
}

const someObject = ({ properties = {}, required = [] }: JsonSchema, hints: Hints): Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, validValue(schema, hints, name)])),
    { requiredKeys: required, noNullPrototype: true },
  )

/** Values that a schema accepts, its bounds among them. */
export const validValue = (schema: JsonSchema, hints: Hints = {}, name = ''): Arbitrary<unknown> => {
  const hinted = hints[name]
  if (hinted !== undefined) return weighted([12, hinted], [1, bySchema(schema, hints)])
  return bySchema(schema, hints)
}

const bySchema = (schema: JsonSchema, hints: Hints): Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((choice) => validValue(choice, hints)))
  switch (schema.type) {
    case 'string':
      return schema.pattern === undefined ? someText(schema) : fc.stringMatching(new RegExp(schema.pattern, 'u'))
    case 'number':
    case 'integer':
      return someNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return someList(schema, hints)
    case 'object':
      return someObject(schema, hints)
    case 'null':
      return fc.constant(null)
    case undefined:
      return anyJson
    default:
      throw new Error(`schemas of type ${schema.type} are not known here`)
  }
}

const typeOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value === 'number' ? 'number' : typeof value

/** Values of every other kind, also those that a careless parser would accept. */
const otherTypes = (type: string): Arbitrary<unknown> => {
  const wanted = type === 'integer' ? 'number' : type
  const all = [
    null,
    true,
    false,
    0,
    1,
    2024,
    0.5,
    -1,
    '',
    '0',
    '2024',
    'true',
    [],
    ['a'],
    [[]],
    {},
    { a: 1 },
    { length: 1 },
  ]
  return fc.constantFrom(...all.filter((value) => typeOf(value) !== wanted))
}

const wrongText = ({ enum: values, pattern, maxLength }: JsonSchema): Arbitrary<unknown>[] => {
  if (values !== undefined) return [oddText.filter((text) => !values.includes(text))]
  if (pattern !== undefined) return [oddText.filter((text) => !new RegExp(pattern, 'u').test(text))]
  const tooLong = maxLength === undefined || maxLength > LONGEST_TEXT ? [] : [fc.constant('a'.repeat(maxLength + 1))]
  return [illegalText, ...tooLong]
}

const wrongNumber = ({ type, minimum, maximum }: JsonSchema): Arbitrary<unknown>[] => [
  ...(minimum === undefined ? [] : [fc.constantFrom(minimum - 1, minimum - 1e-9, -1e308)]),
  ...(maximum === undefined ? [] : [fc.constantFrom(maximum + 1, maximum * 1.000_001, 1e308)]),
  ...(type === 'integer' ? [fc.constantFrom(2024.5, 1e-9)] : []),
]

const wrongList = (schema: JsonSchema, hints: Hints): Arbitrary<unknown>[] => {
  const { items = {}, maxItems, minItems = 0 } = schema
  const member = fc
    .tuple(fc.array(validValue(items, hints), { maxLength: 3 }), invalidValue(items, hints), fc.nat(3))
    .map(([list, wrong, at]) => list.toSpliced(at, 0, wrong))
  return [
    member,
    ...(minItems > 0 ? [fc.constant([])] : []),
    ...(maxItems === undefined ? [] : [fc.constant(Array.from({ length: maxItems + 1 }, (_, at) => `n${at}`))]),
  ]
}

const wrongObject = (schema: JsonSchema, hints: Hints): Arbitrary<unknown>[] => {
  const { properties = {}, required = [] } = schema
  const whole = someObject(schema, hints)
  const changed = Object.entries(properties).map(([name, property]) =>
    fc.tuple(whole, invalidValue(property, hints)).map(([value, wrong]) => ({ ...value, [name]: wrong })),
  )
  const lacking = required.map((name) =>
    whole.map((value) => Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))),
  )
  return [...changed, ...lacking]
}

/** Values with one error: the wrong type, a bound overstepped, something missing, a member that is wrong itself. */
export const invalidValue = (schema: JsonSchema, hints: Hints = {}): Arbitrary<unknown> => {
  const type = schema.type ?? typeOf(schema.enum?.[0])
  const wrong =
    type === 'string'
      ? wrongText(schema)
      : type === 'number' || type === 'integer'
        ? wrongNumber(schema)
        : type === 'array'
          ? wrongList(schema, hints)
          : type === 'object'
            ? wrongObject(schema, hints)
            : []
  return fc.oneof(otherTypes(type), ...wrong)
}

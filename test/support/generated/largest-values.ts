import type { JsonSchema } from './schema-values.ts'

/** Makes a text of at most this many UTF-16 units. */
type MakeText = (length: number) => string
type Schema = JsonSchema & { anyOf?: Schema[] }

/** Bytes for one text where a schema names no limit. */
const UNLIMITED = 10_000
/** Bytes that a member takes besides its text: its name, quotation marks and brackets. */
const MEMBER_BYTES = 60

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** A text of this length, or as much of it as has room. */
const cut = (make: MakeText, length: number, bytes: number): string => {
  const text = make(length).toWellFormed()
  return bytesOf(text) <= bytes || length <= 1 ? text : cut(make, Math.floor(length / 2), bytes)
}

type Filling = { make: MakeText; left: number }

const fillText = ({ pattern, maxLength = UNLIMITED }: Schema, filling: Filling): string => {
  // An id, a date and the like.
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(filling.make(20))) return 'p1'
  const text = cut(filling.make, maxLength, filling.left)
  filling.left -= bytesOf(text)
  return text
}

const fill = (schema: Schema, filling: Filling): unknown => {
  const [first] = schema.anyOf ?? []
  if (first !== undefined) return fill(first, filling)
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  filling.left -= MEMBER_BYTES
  const { items = {}, maxItems = UNLIMITED, properties = {}, required = [] } = schema
  switch (schema.type) {
    case 'string':
      return fillText(schema, filling)
    case 'array': {
      const list: unknown[] = []
      // Members that are equal would be dropped.
      const numbered: Filling = {
        ...filling,
        make: (length) => `${list.length} ${filling.make(length)}`.slice(0, length),
      }
      while (list.length < maxItems && numbered.left > MEMBER_BYTES) list.push(fill(items, numbered))
      filling.left = numbered.left
      return list
    }
    case 'object':
      return Object.fromEntries(
        Object.entries(properties)
          .filter(([name]) => required.includes(name) || filling.left > MEMBER_BYTES)
          .map(([name, property]) => [name, fill(property, filling)]),
      )
    case 'boolean':
      return true
    default:
      return schema.minimum ?? 1
  }
}

/**
 * A value that fills each text and list of a schema in turn, as far as it allows and as a body of this many bytes has room. Formats
 * that a schema does not express may be violated.
 */
export const largestValue = (schema: JsonSchema, make: MakeText, bytes: number): unknown =>
  fill(schema, { make, left: bytes - MEMBER_BYTES })

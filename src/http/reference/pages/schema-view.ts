import { html, type Html } from '#html.ts'
import type { JsonSchema } from '#http/reference/description/json-schema.ts'

const choicesOf = (schema: JsonSchema): JsonSchema[] | undefined =>
  (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined

const range = (least: unknown, most: unknown, unit: string): string[] => {
  const from = typeof least === 'number' && least > Number.MIN_SAFE_INTEGER ? `from ${least}` : ''
  const to = typeof most === 'number' && most < Number.MAX_SAFE_INTEGER ? `to ${most}` : ''
  const text = [from, to].filter((part) => part !== '').join(' ')
  return text === '' ? [] : [`${text}${unit}`]
}

/** Bounds that say something: those of safe whole numbers are everywhere. */
const bounds = ({ minimum, maximum, minLength, maxLength, minItems, maxItems }: JsonSchema): string => {
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
  ].join(', ')
}

const words = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/** What a value is, in words: "list of text", "whole number from 1 to 7". */
export const typeInWords = (schema: JsonSchema): string => {
  if ('const' in schema) return words([schema.const])
  if (Array.isArray(schema.enum)) return `one of ${words(schema.enum)}`
  const choices = choicesOf(schema)
  if (choices !== undefined) return choices.map(typeInWords).join(', or ')
  const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as (string | undefined)[]
  const names: Record<string, string> = { string: 'text', integer: 'whole number', boolean: 'true or false' }
  const named = types.map((type) =>
    type === 'array'
      ? `list of ${typeInWords((schema.items ?? {}) as JsonSchema)}`
      : (names[type ?? ''] ?? type ?? 'anything'),
  )
  return [named.join(' or '), bounds(schema)].filter((part) => part !== '').join(' ')
}

/** The objects within a value that have members worth a list. */
const objectsIn = (schema: JsonSchema): JsonSchema[] => {
  if (schema.properties !== undefined) return [schema]
  const inner = [...(choicesOf(schema) ?? []), ...(schema.items === undefined ? [] : [schema.items as JsonSchema])]
  return inner.flatMap(objectsIn)
}

const member = ([name, schema]: [string, JsonSchema], needed: ReadonlySet<string>): Html => {
  const inner = objectsIn(schema)
  return html`<li><code>${name}</code> <span class="kind">${typeInWords(schema)}${!needed.has(name) && ', optional'}</span>${
    typeof schema.description === 'string' && html` ${schema.description}`
  }${inner.length > 0 && html`<details><summary>Members of ${name}</summary>${inner.map(schemaView)}</details>`}</li>`
}

/** The members of a described value as lists that open level by level; a value without members in words. */
export const schemaView = (schema: JsonSchema): Html => {
  const objects = objectsIn(schema)
  if (objects.length !== 1 || objects[0] !== schema)
    return html`<p>${typeInWords(schema)}</p>${objects.map(schemaView)}`
  const needed = new Set((schema.required ?? []) as string[])
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)
  return html`<ul class="schema">${members.map((entry) => member(entry, needed))}</ul>`
}

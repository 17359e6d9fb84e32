/** A reader of structured fields (RFC 9651), as far as header fields of this service go: lists of items with parameters. */

type Bare = string | number | boolean
export type StructuredItem = { value: Bare; parameters: Record<string, Bare> }

const STRING = /^"(?<text>(?:[ !#-[\]-~]|\\["\\])*)"/u
const NUMBER = /^-?\d{1,15}(?:\.\d{1,3})?/u
const TOKEN = /^[A-Za-z*][!#$%&'*+\-.^_`|~\w:/]*/u
const BOOLEAN = /^\?(?<bit>[01])/u
const KEY = /^[a-z*][a-z0-9_\-.*]*/u

class Reader {
  #rest: string
  readonly #whole: string

  constructor(text: string) {
    this.#whole = text
    this.#rest = text
  }

  get atEnd(): boolean {
    return this.#rest === ''
  }

  take(shape: RegExp): RegExpExecArray | null {
    const match = shape.exec(this.#rest)
    if (match !== null) this.#rest = this.#rest.slice(match[0].length)
    return match
  }

  fail(): never {
    throw new Error(`not a structured field, from ${JSON.stringify(this.#rest)}: ${this.#whole}`)
  }
}

const bareItem = (reader: Reader): Bare => {
  const text = reader.take(STRING)?.groups?.text
  if (text !== undefined) return text.replace(/\\(["\\])/gu, '$1')
  const number = reader.take(NUMBER)
  if (number !== null) return Number(number[0])
  const bit = reader.take(BOOLEAN)?.groups?.bit
  if (bit !== undefined) return bit === '1'
  return reader.take(TOKEN)?.[0] ?? reader.fail()
}

const item = (reader: Reader): StructuredItem => {
  const value = bareItem(reader)
  const parameters: Record<string, Bare> = {}
  while (reader.take(/^; */u) !== null) {
    const key = reader.take(KEY)?.[0] ?? reader.fail()
    parameters[key] = reader.take(/^=/u) === null ? true : bareItem(reader)
  }
  return { value, parameters }
}

/** Throws with the place where the text ceases to be a list of items. */
export const structuredList = (text: string): StructuredItem[] => {
  const reader = new Reader(text)
  const items = [item(reader)]
  while (!reader.atEnd) {
    if (reader.take(/^[ \t]*,[ \t]*/u) === null) reader.fail()
    items.push(item(reader))
  }
  return items
}

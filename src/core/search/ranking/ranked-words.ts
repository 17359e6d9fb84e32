import { withoutMarks } from '#core/text/evidence-marks.ts'
import type { Paper } from '#core/papers/paper.ts'
import type { FieldWords } from '#core/search/indexed-fields.ts'
import { withLatinForms } from '#core/text/latin-forms.ts'
import { PHRASE_BREAK, tokenize, type Word } from '#core/text/tokenize.ts'
import { rankedFieldNames, type RankedField } from './field-weights.ts'

export const fieldTexts = (paper: Paper): Record<RankedField, string> => ({
  title: paper.title,
  abstract: paper.abstract ?? '',
  topics: paper.topics.join('\n'),
  concepts: paper.concepts.join('\n'),
  authors: paper.authors.join('\n'),
  institution: paper.institution ?? '',
  commentary: withoutMarks(paper.commentary ?? ''),
})

/** Longer texts are truncated, for words as well as for length. */
const MAX_FIELD_CHARACTERS = 20_000

/**
 * The words of a field: in order, with breaks between names of concepts; and unordered joined forms, such as gpt4o for gpt-4o.
 */
type Tokens<Token> = Iterable<Token> & { readonly length: number; readonly [index: number]: Token }
export type FieldTokens<Token> = { inOrder: Tokens<Token>; unordered: Tokens<Token> }

/** By field; as strings, or as their numbers. */
export type RankedWords<Token extends string | number = string> = Record<RankedField, FieldTokens<Token>>

const byField = <T>(of: (field: RankedField) => T): Record<RankedField, T> =>
  Object.fromEntries(rankedFieldNames.map((field) => [field, of(field)])) as Record<RankedField, T>

/** @param known fields that are already tokenized */
export const rankedWords = (paper: Paper, known: Partial<FieldWords> = {}): RankedWords => {
  const texts = fieldTexts(paper)
  const cut = (field: RankedField): readonly (readonly Word[])[] => {
    const text = texts[field]
    const before = (known as Partial<Record<RankedField, readonly Word[][]>>)[field]
    if (before !== undefined && text.length <= MAX_FIELD_CHARACTERS) return before
    const kept = text.slice(0, MAX_FIELD_CHARACTERS)
    const words = (field === 'concepts' ? kept.split('\n') : [kept]).map((value) => tokenize(value))
    return field === 'authors' ? words.map(withLatinForms) : words
  }
  return byField((field) => {
    const inOrder: string[] = []
    const unordered: string[] = []
    for (const words of cut(field)) {
      if (field === 'concepts' && inOrder.length > 0) inOrder.push(PHRASE_BREAK)
      for (const { parts, joined, unsigned } of words) {
        for (const { token } of parts) inOrder.push(token)
        for (const { token } of joined) unordered.push(token)
        for (const { token } of unsigned) unordered.push(token)
      }
    }
    return { inOrder, unordered }
  })
}

/**
 * The stored form for scoring: a 32-bit hash for each word. Comparing numbers takes a tenth of the time of tokenizing again; one
 * in four billion pairs of words collides.
 */

/** Separates names of concepts. */
export const BREAK = 0

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units; never `BREAK` for a word. */
export const wordNumber = (token: string): number => {
  if (token === PHRASE_BREAK) return BREAK
  let hash = FNV_OFFSET
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), FNV_PRIME)
  return hash >>> 0 || 1
}

const NUMBER_BYTES = 4

/** For each field: the counts of ordered and unordered words, then their numbers, little-endian. */
export const packWords = (words: RankedWords): Buffer => {
  const fields = rankedFieldNames.map((field) => words[field])
  const count = fields.reduce((sum, { inOrder, unordered }) => sum + 2 + inOrder.length + unordered.length, 0)
  const bytes = Buffer.allocUnsafeSlow(count * NUMBER_BYTES)
  let at = 0
  const write = (number: number): void => {
    at = bytes.writeUInt32LE(number, at)
  }
  for (const { inOrder, unordered } of fields) {
    write(inOrder.length)
    write(unordered.length)
    for (const token of inOrder) write(wordNumber(token))
    for (const token of unordered) write(wordNumber(token))
  }
  return bytes
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** The packed numbers, as a view of the bytes where alignment and byte order allow it. */
export const packedNumbers = (bytes: Uint8Array): Uint32Array => {
  const count = bytes.byteLength / NUMBER_BYTES
  if (isLittleEndian && bytes.byteOffset % NUMBER_BYTES === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, count)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(index * NUMBER_BYTES, true))
}

export const unpackWords = (bytes: Uint8Array): RankedWords<number> => {
  const numbers = packedNumbers(bytes)
  let at = 0
  const take = (count: number): Uint32Array => {
    at += count
    return numbers.subarray(at - count, at)
  }
  const fields = rankedFieldNames.map((field): [RankedField, RankedWords<number>[RankedField]] => {
    const [placed = 0, unordered = 0] = take(2)
    return [field, { inOrder: take(placed), unordered: take(unordered) }]
  })
  return Object.fromEntries(fields) as RankedWords<number>
}

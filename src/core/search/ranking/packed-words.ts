import { PHRASE_BREAK } from '#core/text/tokenize.ts'
import { rankedFieldNames, type RankedField, type RankedWords } from './ranked-words.ts'

/**
 * The words of a paper as they are stored to score it: a number of 32 bits for each. Comparing numbers takes a tenth of
 * cutting a text into words again; two different words have one number once in four billion pairs.
 */

/** Stands between names of concepts. */
export const BREAK = 0

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** The number of a word (FNV-1a of its UTF-16 units). */
export const wordNumber = (token: string): number => {
  if (token === PHRASE_BREAK) return BREAK
  let hash = FNV_OFFSET
  for (let at = 0; at < token.length; at += 1) hash = Math.imul(hash ^ token.charCodeAt(at), FNV_PRIME)
  return hash >>> 0 || 1
}

const NUMBER_BYTES = 4

/** Of each field: how many words follow each other, how many have no place, then their numbers, lowest byte first. */
export const packWords = (words: RankedWords): Buffer => {
  const numbers = rankedFieldNames.flatMap((field) => {
    const { inOrder, loose } = words[field]
    return [inOrder.length, loose.length, ...Array.from(inOrder, wordNumber), ...Array.from(loose, wordNumber)]
  })
  const bytes = Buffer.allocUnsafeSlow(numbers.length * NUMBER_BYTES)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * NUMBER_BYTES)
  return bytes
}

const isLowestFirst = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

/** The numbers as they were packed, of the bytes themselves where the machine allows it. */
export const packedNumbers = (bytes: Uint8Array): Uint32Array => {
  const count = bytes.byteLength / NUMBER_BYTES
  if (isLowestFirst && bytes.byteOffset % NUMBER_BYTES === 0)
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
    const [placed = 0, loose = 0] = take(2)
    return [field, { inOrder: take(placed), loose: take(loose) }]
  })
  return Object.fromEntries(fields) as RankedWords<number>
}

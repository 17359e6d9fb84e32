import type { ReadRecord } from '#core/imports/imported-record.ts'
import { identifiersInLine } from '#formats/text/identifiers.ts'
import { textLines } from '#formats/text/text.ts'
import { printedReference } from './printed-reference.ts'
import { type FormatReader, paperFields } from './record.ts'

/**
 * Reads what a person pastes: a reference, an identifier or an address on each line. Each becomes a record with what was found in it,
 * for the person to complete; identifiers within a reference belong to it, and several of them are works of their own.
 */
export const referenceListReader = (): FormatReader => {
  const lines = textLines()
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    const text = line.trim()
    if (text === '') return []
    const position = `line ${number}`
    const identifiers = identifiersInLine(text)
    if (identifiers.length > 1)
      return identifiers.map((identifier, index) => {
        const listed = Object.values(identifier).join('')
        const place = index === 0 ? position : `${position}, identifier ${index + 1}`
        const fields = paperFields(identifier)
        return { format: 'identifiers', position: place, recordId: listed, fields, unmapped: [], source: listed }
      })
    const { year, ...printed } = printedReference(text)
    const fields = paperFields({ ...printed, date: year === null ? null : String(year), ...identifiers[0] })
    const recordId = Object.values(identifiers[0] ?? {})[0] ?? null
    return [{ format: 'identifiers', position, recordId, fields, unmapped: [], source: text }]
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

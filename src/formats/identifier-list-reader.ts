import type { ReadRecord } from '#core/imports/imported-record.ts'
import { type FormatReader, paperFields } from './record.ts'
import { identifiersInLine, isTableRow } from '#formats/text/identifiers.ts'
import { textLines } from '#formats/text/text.ts'

/** Reads lines with DOIs and arXiv ids: bare, as addresses or within text. A # starts a comment. */
export const identifierListReader = (): FormatReader => {
  const lines = textLines()
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    const text = line.replace(/(?:^|\s)#.*$/u, '').trim()
    if (text === '') return []
    const position = `line ${number}`
    const found = identifiersInLine(text)
    if (found.length === 0) {
      const what = isTableRow(text) ? 'a row of a table, not an identifier' : 'neither a DOI nor an arXiv id'
      return [{ position, reason: `This is ${what}: ${text.slice(0, 100)}` }]
    }
    return found.map((identifier, index) => {
      const listed = found.length === 1 ? text : Object.values(identifier).join('')
      return {
        format: 'identifiers',
        // Each has a place of its own, by which its record is known when it has been fetched.
        position: index === 0 ? position : `${position}, identifier ${index + 1}`,
        recordId: listed,
        fields: paperFields(identifier),
        unmapped: [],
        source: listed,
      }
    })
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { paperFields } from '#formats/record/paper-fields.ts'
import { identifiersInLine } from '#formats/text/identifiers.ts'
import { textLines } from '#formats/text/split-text-lines.ts'

/** DOIs and ids of arXiv in lines, as such, as addresses or among words; what follows a # is a comment. */
export const identifierListReader = (): FormatReader => {
  const lines = textLines()
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    const text = line.replace(/(?:^|\s)#.*$/u, '').trim()
    if (text === '') return []
    const position = `line ${number}`
    const found = identifiersInLine(text)
    if (found.length === 0)
      return [{ position, reason: `This is neither a DOI nor an arXiv id: ${text.slice(0, 100)}` }]
    return found.map((identifier) => {
      const said = found.length === 1 ? text : Object.values(identifier).join('')
      return {
        format: 'identifiers',
        position,
        recordId: said,
        fields: paperFields(identifier),
        unmapped: [],
        source: said,
      }
    })
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { paperFields } from '#formats/record/paper-fields.ts'
import { pastedIdentifier } from '#formats/text/identifiers.ts'
import { textLines } from '#formats/text/split-text-lines.ts'

/** DOIs and ids of arXiv, one a line, as such or as addresses; what follows a # is a comment. */
export const identifierListReader = (): FormatReader => {
  const lines = textLines()
  let number = 0
  const read = (line: string): ReadRecord[] => {
    number += 1
    const text = line.replace(/(?:^|\s)#.*$/u, '').trim()
    if (text === '') return []
    const position = `line ${number}`
    const found = pastedIdentifier(text)
    if (found === null) return [{ position, reason: `This is neither a DOI nor an arXiv id: ${text.slice(0, 100)}` }]
    return [{ format: 'identifiers', position, recordId: text, fields: paperFields(found), unmapped: [], source: text }]
  }
  return { push: (text) => lines.push(text).flatMap(read), end: () => lines.push('', true).flatMap(read) }
}

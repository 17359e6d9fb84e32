import { parse } from 'csv-parse/sync'
import { messageOf } from '#core/failure.ts'
import type { ReadRecord } from '#core/imports/imported-record.ts'
import type { FormatReader } from '#formats/record/format-reader.ts'
import { textLines } from '#formats/text/split-text-lines.ts'
import { rowFields } from './csv-columns.ts'
import { headerPlace, separatorOf } from './table-header.ts'

const MAX_ROW_CHARACTERS = 1_000_000

const quotesIn = (line: string): number => line.split('"').length - 1

/** What is wrong with a row. The library counts lines from the row on, so that its numbers say nothing. */
const faultOf = (error: unknown): string =>
  (error as { code?: unknown }).code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a cell opens a quote that nothing closes; a quote within a cell is written twice'
    : messageOf(error).replaceAll(/ at line \d+/gu, '')

/**
 * A table with a header (RFC 4180, also with semicolons or tabs). A row goes on while a quote is open.
 * @param head the beginning of the source, which is pushed as well
 */
export const csvReader = (head: string): FormatReader => {
  const before = headerPlace(head) ?? 0
  const lines = textLines()
  let number = 0
  let begun = 0
  let row: string[] = []
  let quotes = 0
  let length = 0
  let separator = ','
  let names: string[] | null = null
  const readRow = (source: string): ReadRecord[] => {
    const position = `line ${begun}`
    try {
      const [cells = []] = parse(source, { delimiter: separator, relax_column_count: true, bom: true })
      if (names === null) {
        names = cells
        return []
      }
      if (cells.length > names.length)
        return [
          {
            position,
            reason: `This row has ${cells.length} cells and the header ${names.length}: quote cells that hold a separator.`,
          },
        ]
      const { recordId, fields, unmapped } = rowFields(names, cells)
      return [{ format: 'csv', position, recordId, fields, unmapped, source }]
    } catch (error) {
      return [{ position, reason: `This row cannot be read: ${faultOf(error)}.` }]
    }
  }
  const finish = (): ReadRecord[] => {
    const source = row.join('\n')
    row = []
    quotes = 0
    length = 0
    return source.trim() === '' ? [] : readRow(source)
  }
  const readLine = (line: string): ReadRecord[] => {
    number += 1
    if (number <= before) return []
    if (row.length === 0) begun = number
    if (names === null && row.length === 0) separator = separatorOf(line)
    row.push(line)
    quotes += quotesIn(line)
    length += line.length
    if (length > MAX_ROW_CHARACTERS) {
      row = []
      quotes = 0
      length = 0
      return [
        {
          position: `line ${begun}`,
          reason: `A row may have ${MAX_ROW_CHARACTERS} characters at most: is a quote open?`,
        },
      ]
    }
    return quotes % 2 === 0 ? finish() : []
  }
  return {
    push: (text) => lines.push(text).flatMap(readLine),
    end: () => [...lines.push('', true).flatMap(readLine), ...finish()],
  }
}

import type { ImportedRecord, ReadRecord } from '#core/imports/imported-record.ts'
import type { Refusal } from '#core/sources/watched-source.ts'
import { refuseLostText } from '#formats/read-records.ts'
import { isRetractionWatch, retractionWatchReader } from '#formats/retraction-watch-reader.ts'
import { decoderFor } from '#formats/text/text.ts'
import { checkedNotices } from '#imports/check-record.ts'

/** A piece of a table: rows from the beginning of one on. Each piece is read by itself, so that no reader has to be kept. */
export type RowsOrder = {
  /** The header and the encoding of the table; null for its first piece, which begins with the header. */
  table: { header: string; encoding: string } | null
  rows: Uint8Array
  /** Lines of the table before this piece. */
  lines: number
  isLast: boolean
}

export type CheckedRows = {
  table: { header: string; encoding: string }
  /** Bytes and lines up to the end of the last whole row; the rest belongs to the next piece. */
  consumed: number
  lines: number
  /** Rows in them, including refused ones. */
  rows: number
  /** Rows that say something about works with an identifier, with their checked notices. Few are about papers of the library. */
  notices: ImportedRecord[]
  /** Some of the refused rows, and how many there are. */
  refusals: Refusal[]
  refused: number
  /** Whether the table ends in the middle of a row. */
  isCut: boolean
}

/** Why a piece cannot be read at all. */
export type BrokenRows = { broken: string }

export type CheckRows = (order: RowsOrder, signal: AbortSignal) => Promise<CheckedRows | BrokenRows>

const LINE_FEED = 0x0a
const MAX_HEADER_BYTES = 10_000
/** More than a run keeps. */
const MAX_REFUSALS = 50

/** The header and the encoding of a table, and the bytes of its header; null if it is another file. */
const openTable = (rows: Uint8Array): { table: NonNullable<RowsOrder['table']>; bytes: number } | null => {
  const { encoding } = decoderFor(rows.subarray(0, 65_536))
  const end = rows.indexOf(LINE_FEED)
  if (end === -1 || end > MAX_HEADER_BYTES) return null
  const header = new TextDecoder(encoding).decode(rows.subarray(0, end + 1)).trimEnd()
  return isRetractionWatch(header) ? { table: { header, encoding }, bytes: end + 1 } : null
}

const OTHER_FILE = 'The file is not the table of Retraction Watch: its first line names other columns.'

/** Reads the rows of a piece of the table of Retraction Watch, and checks them as an import does. */
export const checkRows = ({ rows, isLast, ...order }: RowsOrder): CheckedRows | BrokenRows => {
  const opened = order.table === null ? openTable(rows) : { table: order.table, bytes: 0 }
  if (opened === null) return { broken: OTHER_FILE }
  const { table } = opened
  const decoder = new TextDecoder(table.encoding)
  const reader = retractionWatchReader()
  reader.push(`${table.header}\n`)
  // The reader counts the header as the first line of each piece.
  const before = order.table === null ? 0 : order.lines - 1
  const checked: Omit<CheckedRows, 'table' | 'isCut'> = {
    consumed: opened.bytes,
    lines: opened.bytes === 0 ? 0 : 1,
    rows: 0,
    notices: [],
    refusals: [],
    refused: 0,
  }
  const take = (read: ReadRecord): void => {
    const position = read.position.replace(/\d+/u, (line) => String(Number(line) + before))
    const record = refuseLostText({ ...read, position })
    checked.rows += 1
    if ('reason' in record) {
      checked.refused += 1
      if (checked.refusals.length < MAX_REFUSALS) checked.refusals.push(record)
      return
    }
    const notices = checkedNotices(record.notices ?? [])
    if (notices.length > 0) checked.notices.push({ ...record, notices })
  }
  let lines = checked.lines
  for (let from = checked.consumed; ;) {
    const end = rows.indexOf(LINE_FEED, from)
    if (end === -1) break
    for (const record of reader.push(decoder.decode(rows.subarray(from, end + 1)))) take(record)
    lines += 1
    from = end + 1
    if (reader.isBetweenRows()) {
      checked.consumed = from
      checked.lines = lines
    }
  }
  if (!isLast) return { table, ...checked, isCut: false }
  const { refused } = checked
  const rest = decoder.decode(rows.subarray(rows.lastIndexOf(LINE_FEED) + 1))
  for (const record of [...reader.push(rest), ...reader.end()]) take(record)
  // Of a whole last row without a line end, nothing is refused.
  const isCut = checked.refused > refused
  return {
    table,
    ...checked,
    consumed: rows.byteLength,
    lines: rows.byteLength > checked.consumed ? lines + 1 : lines,
    isCut,
  }
}

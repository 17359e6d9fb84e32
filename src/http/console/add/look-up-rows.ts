import type { RecordLookup } from '#ports/record-lookup.ts'
import { type AddRow, editedRecord, isIdentifierOnly, newRow } from './input.ts'
import type { Known } from './known-works.ts'

/** Servers are asked one after another while somebody waits. */
const MOST_LOOKED_UP = 25

/** Replaces rows of which only the identifier is known, and that the library does not have, by the records of these identifiers. */
export const lookUpRows = async (
  lookUp: RecordLookup | null,
  rows: readonly AddRow[],
  known: readonly Known[],
): Promise<AddRow[]> => {
  const isSought = (row: AddRow, index: number): boolean =>
    isIdentifierOnly(row) && (row.values.doi !== '' || row.values.arxivId !== '') && known[index]?.paper === null
  const sought = rows.filter(isSought).slice(0, MOST_LOOKED_UP)
  if (lookUp === null || sought.length === 0) return [...rows]
  const found = await lookUp(sought.map(editedRecord))
  return rows.map((row) => {
    const record = found[sought.indexOf(row)]
    if (record === undefined) return row
    if ('reason' in record) return { ...row, note: `Its record could not be fetched. ${record.reason}`.slice(0, 2_000) }
    return { ...newRow({ ...row, record, note: null }), isChosen: row.isChosen }
  })
}

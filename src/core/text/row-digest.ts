import { createHash } from 'node:crypto'

/** A digest over rows in order; the order of their columns does not matter. */
export type RowDigest = { add(row: Record<string, unknown>): void; rows(): number; hex(): string }

const plain = (value: unknown): unknown => (Buffer.isBuffer(value) ? value.toString('hex') : value)

export const rowDigest = (): RowDigest => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add: (row) => {
      const columns = Object.keys(row).toSorted()
      hash.update(`${JSON.stringify(columns.map((column) => [column, plain(row[column])]))}\n`)
      rows += 1
    },
    rows: () => rows,
    hex: () => hash.digest('hex'),
  }
}

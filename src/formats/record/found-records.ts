import type { ReadRecord } from '#core/imports/imported-record.ts'

/** Collects what a parser finds between two pieces of a source. */
export const foundRecords = () => {
  let found: ReadRecord[] = []
  return {
    add: (records: readonly ReadRecord[]): void => {
      found.push(...records)
    },
    take: (): ReadRecord[] => {
      const records = found
      found = []
      return records
    },
  }
}

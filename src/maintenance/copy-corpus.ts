import { copyTables, type CopyProgress, type TableReport } from '#store/sql/copy/copy-tables.ts'
import type { Database } from '#config.ts'
import { openSource, openTarget } from './copy-side.ts'

/** Copies a corpus into an empty database of either engine and compares every row. */
export const copyCorpus = async (from: Database, to: Database, progress: CopyProgress): Promise<TableReport[]> => {
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      return await copyTables(source, target, progress)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

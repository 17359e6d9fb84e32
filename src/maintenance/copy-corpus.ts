import { copyTables, type CopyProgress, type CopySteps, type TableReport } from '#store/sql/copy/copy-tables.ts'
import type { Db } from '#store/rows.ts'
import type { Database } from '#config.ts'
import { openSource, openTarget } from './copy-side.ts'

/** Copies a corpus into an empty database of either engine, step by step. */
export const copyBetween = async (from: Database, to: Database, steps: CopySteps): Promise<TableReport[]> => {
  const source = await openSource(from)
  try {
    const target = await openTarget(to)
    try {
      return await copyTables(source, target, steps)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** Copies a corpus into an empty database of either engine and compares every row; `finish` ends it, and is repeated with it. */
export const copyCorpus = (
  from: Database,
  to: Database,
  progress: CopyProgress,
  finish: (db: Db) => Promise<void> = async () => {},
): Promise<TableReport[]> => copyBetween(from, to, { progress, finish })

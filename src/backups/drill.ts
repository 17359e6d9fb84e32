import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '#core/backups.ts'
import type { Database } from '#config.ts'
import { Failure } from '#core/failure.ts'
import { migrateBackup, restoreCorpus, withAuditReader } from '#maintenance/backup.ts'
import { knownFiles, withSnapshot } from '#maintenance/copy-corpus.ts'
import { openObjectStore } from '#open-file-store.ts'
import { verifyAudit } from '#queries/audit.ts'
import { readIndex } from './backup-index.ts'
import { type BackupOrder, emptyFolder } from './make-backup.ts'
import { fetchDatabase, findFileFaults } from './stored-backup.ts'

const MAX_LISTED = 3

/** Tables whose rows are others than when the backup was made. */
const differing = (made: Backup['tables'], restored: Backup['tables']): string[] => {
  const known = new Map(restored.map((report) => [report.table, report]))
  return made
    .filter(({ table, rows, digest }) => known.get(table)?.rows !== rows || known.get(table)?.digest !== digest)
    .map(({ table }) => table)
}

/**
 * Restores a backup into a scratch database, as "longview backups restore" would, and compares counts, digests, the audit log and
 * every file with what was noted when it was made. Opens no corpus, so that nothing is sent. Returns what is wrong, or null.
 */
const tryBackup = async (order: BackupOrder, identity: string, backup: Backup): Promise<string | null> => {
  const { place, workFolder } = order
  const objects = await openObjectStore(place, join(workFolder, 'sent'))
  const index = await readIndex(objects)
  const path = join(workFolder, 'fetched.db')
  await fetchDatabase(objects, backup, { identity, path })
  const fetched: Database = { engine: 'sqlite', path }
  const migrated = await migrateBackup(path)
  const scratch: Database = { engine: 'sqlite', path: join(workFolder, 'scratch.db') }
  // Compares the digests of all tables on both sides before it ends sessions and pauses what was being sent.
  const tables = await restoreCorpus(fetched, scratch, () => {})
  const different = migrated.length === 0 ? differing(backup.tables, tables) : []
  if (different.length > 0) return `The restored tables ${different.join(', ')} differ from those that were backed up.`
  const { head, fault } = await withAuditReader(scratch, (audit) => verifyAudit(audit, backup.audit))
  if (fault !== null) return `The audit log of the backup: ${fault.message}`
  if (head.count !== backup.audit.count || head.hash !== backup.audit.hash)
    return 'The audit log of the backup ends otherwise than when it was made.'
  const faults = await withSnapshot(scratch, (db) =>
    findFileFaults(objects, index, { needed: knownFiles(db), missing: backup.missing.files, identity }),
  )
  return faults.length === 0
    ? null
    : `${faults.length} files of the backup are missing or damaged: ${faults.slice(0, MAX_LISTED).join(' ')}`
}

/** Restores the newest backup on trial. Null if there is none. */
export const drill = async (order: BackupOrder): Promise<{ backup: string; fault: string | null } | null> => {
  const { place, identity, workFolder } = order
  if (identity === null) return null
  emptyFolder(workFolder)
  try {
    const { backups } = await readIndex(await openObjectStore(place, join(workFolder, 'sent')))
    const newest = backups.toSorted((a, b) => a.seq - b.seq).at(-1)
    if (newest === undefined) return null
    try {
      return { backup: newest.id, fault: await tryBackup(order, identity, newest) }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { backup: newest.id, fault: error.message }
    }
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

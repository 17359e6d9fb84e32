import type { Command } from 'commander'
import type { AuditHead } from '#core/audit/audit-chain.ts'
import { Failure } from '#core/failure.ts'
import { checkCorpus } from '#maintenance/check-corpus.ts'
import { restoreCorpus } from '#maintenance/restore-corpus.ts'
import { withAuditOf } from '#maintenance/with-audit-of.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { readConfig, type Database } from '#config.ts'
import { parseNoted } from '#cli/terminal/audit-head.ts'
import { openFileStore } from '#open-file-store.ts'
import { checkFiles, fileCopier } from '#maintenance/copy-files.ts'
import { withTablesOf } from '#maintenance/with-tables-of.ts'
import { note } from '#cli/terminal/print.ts'
import { printReports, showProgress } from './copy-progress.ts'

type RestoreOptions = { verify?: boolean; noted?: AuditHead; json?: boolean; files?: string; withoutFiles?: boolean }

const restore = async (file: string, options: RestoreOptions): Promise<void> => {
  const { verify, noted, json, files: folder = `${file}.files`, withoutFiles } = options
  const backedUp = openFileStore({ kind: 'folder', path: folder })
  const backup: Database = { engine: 'sqlite', path: file }
  const checked = await checkCorpus(backup)
  const { head, fault } = await withAuditOf(backup, (audit) => verifyAudit(audit, noted ?? null))
  if (verify === true) {
    if (fault !== null) throw new Failure('wrong_state', `The audit log of the backup: ${fault.message}`)
    const files = withoutFiles === true ? null : await withTablesOf(backup, (db) => checkFiles(db, backedUp))
    printReports(checked, { json, audit: head, files, closing: 'The backup is whole, and so is its audit log.' })
    return
  }
  if (fault !== null) note(`The audit log of the backup is restored as it is, but: ${fault.message}`)
  const { progress, stop } = showProgress()
  const { database, filePlace } = readConfig(process.env)
  const copier = fileCopier(withoutFiles === true ? null : { from: backedUp, to: openFileStore(filePlace) })
  const reports = await restoreCorpus(backup, database, progress, copier.finish).finally(stop)
  printReports(reports, {
    json,
    files: copier.report,
    closing: 'Restored; every row is equal. All sessions and sign-in links have ended.',
  })
}

export const addRestore = (program: Command): void => {
  program
    .command('restore')
    .description('restore a backup into the empty database of DATABASE_URL, compare every row, and end all sessions')
    .argument('<file>', 'backup written by "longview backup"')
    .option('--verify', 'only read every page and row of the backup and verify its audit log; change nothing')
    .option('--files <folder>', 'where the files of papers are that belong to the backup; FILE.files if left out')
    .option('--without-files', 'leave the files of papers out')
    .option('--noted <count:hash>', 'an end of the audit log that was noted before the backup', parseNoted)
    .option(
      '--json',
      'print {"tables":[{"table","rows","digest"}],"files":{"files","bytes","copied","faults"}}; with --verify also "audit":{"count","hash"}',
    )
    .action(restore)
}

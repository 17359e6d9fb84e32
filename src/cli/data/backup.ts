import type { Command } from 'commander'
import { backUpCorpus } from '#maintenance/back-up-corpus.ts'
import { withAuditOf } from '#maintenance/with-audit-of.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { readConfig, type Database } from '#config.ts'
import { openFileStore } from '#open-file-store.ts'
import { fileCopier } from '#maintenance/copy-files.ts'
import { note } from '#cli/terminal/print.ts'
import { printReports, showProgress } from './copy-progress.ts'

type Options = { json?: boolean; files?: string; withoutFiles?: boolean }

export const addBackup = (program: Command): void => {
  program
    .command('backup')
    .description('write a consistent copy of the whole database to a file; the server may be running')
    .argument('<file>', 'path of a new file; "longview restore" and DATABASE_URL=sqlite:<file> read it')
    .option(
      '--files <folder>',
      'where files of papers are copied to, those that are there already once; FILE.files if left out',
    )
    .option('--without-files', 'leave the files of papers out')
    .option(
      '--json',
      'print {"tables":[{"table","rows","digest"}],"audit":{"count","hash"},"files":{"files","bytes","copied","faults"}}',
    )
    .action(async (file: string, { json, files: folder = `${file}.files`, withoutFiles }: Options) => {
      const { database, filePlace } = readConfig(process.env)
      const to = openFileStore({ kind: 'folder', path: folder })
      const copier = fileCopier(withoutFiles === true ? null : { from: openFileStore(filePlace), to })
      const { progress, stop } = showProgress()
      const reports = await backUpCorpus(database, file, progress, copier.finish).finally(stop)
      const written: Database = { engine: 'sqlite', path: file }
      const { head, fault } = await withAuditOf(written, (audit) => verifyAudit(audit, null))
      if (fault !== null) note(`The backup is whole, but its audit log is not: ${fault.message}`)
      printReports(reports, { json, audit: head, files: copier.report, closing: `Written to ${file} and read back.` })
    })
}

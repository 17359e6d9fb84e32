import type { Command } from 'commander'
import { backUpCorpus } from '#maintenance/back-up-corpus.ts'
import { withAuditOf } from '#maintenance/with-audit-of.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { readConfig, type Database } from '#config.ts'
import { note } from '#cli/terminal/print.ts'
import { printReports, showProgress } from './copy-progress.ts'

export const addBackup = (program: Command): void => {
  program
    .command('backup')
    .description('write a consistent copy of the whole database to a file; the server may be running')
    .argument('<file>', 'path of a new file; "longview restore" and DATABASE_URL=sqlite:<file> read it')
    .option('--json', 'print {"tables":[{"table","rows","digest"}],"audit":{"count","hash"}}')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { database } = readConfig(process.env)
      const { progress, stop } = showProgress()
      const reports = await backUpCorpus(database, file, progress).finally(stop)
      const written: Database = { engine: 'sqlite', path: file }
      const { head, fault } = await withAuditOf(written, (audit) => verifyAudit(audit, null))
      if (fault !== null) note(`The backup is whole, but its audit log is not: ${fault.message}`)
      printReports(reports, { json, audit: head, closing: `Written to ${file} and read back.` })
    })
}

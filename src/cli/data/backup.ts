import type { Command } from 'commander'
import { backUpCorpus } from '#maintenance/back-up-corpus.ts'
import { readConfig } from '#config.ts'
import { printReports, showProgress } from './copy-progress.ts'

export const addBackup = (program: Command): void => {
  program
    .command('backup')
    .description('write a consistent copy of the whole database to a file; the server may be running')
    .argument('<file>', 'path of a new file; "longview restore" and DATABASE_URL=sqlite:<file> read it')
    .option('--json', 'print {"tables":[{"table","rows","digest"}]}')
    .action(async (file: string, { json }: { json?: boolean }) => {
      const { database } = readConfig(process.env)
      const { progress, stop } = showProgress()
      const reports = await backUpCorpus(database, file, progress).finally(stop)
      printReports(reports, json === true, `Written to ${file} and read back.`)
    })
}

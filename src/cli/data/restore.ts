import type { Command } from 'commander'
import { checkCorpus } from '#maintenance/check-corpus.ts'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { readConfig, type Database } from '#config.ts'
import { printReports, showProgress } from './copy-progress.ts'

export const addRestore = (program: Command): void => {
  program
    .command('restore')
    .description('restore a backup into the empty database of DATABASE_URL and compare every row')
    .argument('<file>', 'backup written by "longview backup"')
    .option('--verify', 'only read every page and row of the backup; change nothing')
    .option('--json', 'print {"tables":[{"table","rows","digest"}]}')
    .action(async (file: string, { verify, json }: { verify?: boolean; json?: boolean }) => {
      const backup: Database = { engine: 'sqlite', path: file }
      const checked = await checkCorpus(backup)
      if (verify === true) {
        printReports(checked, json === true, 'The backup is whole.')
        return
      }
      const { progress, stop } = showProgress()
      const reports = await copyCorpus(backup, readConfig(process.env).database, progress).finally(stop)
      printReports(reports, json === true, 'Restored; every row is equal.')
    })
}

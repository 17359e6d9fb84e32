import type { Command } from 'commander'
import { checkCorpus, copyCorpus } from '#app.ts'
import { readConfig, type Database } from '#config.ts'
import { printReports, showProgress } from './copy-progress.ts'

export const addRestore = (program: Command): void => {
  program
    .command('restore')
    .description('bring a backup into the empty database of DATABASE_URL and compare every row')
    .argument('<file>', 'what "longview backup" wrote')
    .option('--verify', 'only read the backup through, every page and row, and change nothing')
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

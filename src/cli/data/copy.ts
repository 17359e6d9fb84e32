import type { Command } from 'commander'
import { Failure } from '#core/failure.ts'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { fileCopier } from '#maintenance/copy-files.ts'
import { openFileStore } from '#open-file-store.ts'
import { parseDatabaseUrl, readConfig, type Database } from '#config.ts'
import { printReports, showProgress } from './copy-progress.ts'

/** An address, or `env:NAME` for the variable that holds it: arguments are seen by every user of a machine. */
const readDatabase = (given: string, side: string): Database => {
  const name = /^env:(?<name>\w+)$/u.exec(given)?.groups?.name
  const database = parseDatabaseUrl(name === undefined ? given : (process.env[name] ?? ''))
  if (database !== null) return database
  throw new Failure(
    'invalid',
    `${side} must be sqlite: and a path, an address that begins with postgres://, or env:NAME for the variable that holds it.`,
  )
}

/** From where FILES says to a place that is named like it. */
const storesFor = (place: string) => ({
  from: openFileStore(readConfig(process.env).filePlace),
  to: openFileStore(readConfig({ ...process.env, FILES: place, FILES_FILE: '' }).filePlace),
})

export const addCopy = (program: Command): void => {
  program
    .command('copy')
    .description('copy the whole corpus from one database to another and compare every row')
    .argument('<from>', 'sqlite:path, postgres://…, or env:NAME for a variable that holds such an address')
    .argument('<to>', 'an empty database; an interrupted copy resumes where it stopped')
    .option('--files-to <place>', 'also copy the files of papers from FILES to this place, as FILES would name it')
    .option('--json', 'print {"tables":[{"table","rows","digest"}]}, with --files-to also "files"')
    .action(async (from: string, to: string, { json, filesTo }: { json?: boolean; filesTo?: string }) => {
      const [source, target] = [readDatabase(from, '<from>'), readDatabase(to, '<to>')]
      const { progress, stop } = showProgress()
      const copier = fileCopier(filesTo === undefined ? null : storesFor(filesTo))
      const reports = await copyCorpus(source, target, progress, copier.finish).finally(stop)
      printReports(reports, { json, files: copier.report, closing: 'Copied; every row is equal.' })
    })
}

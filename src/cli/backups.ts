import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { readIndex } from '#backups/backup-index.ts'
import { openBackups, workFolderOf } from '#backups/open-backups.ts'
import { fetchDatabase, filesOf, findDatabaseFault, findFileFault } from '#backups/stored-backup.ts'
import type { AuditHead } from '#core/audit.ts'
import { type Backup, type BackupIndex, newestBackup } from '#core/backups.ts'
import { Failure } from '#core/failure.ts'
import { byteSize, pluralize } from '#core/numbers.ts'
import { type Config, type Database, readConfig } from '#config.ts'
import { backupMaker } from '#jobs/backups.ts'
import { checkCorpus, migrateBackup, restoreCorpus, withAuditReader } from '#maintenance/backup.ts'
import { fileCopier } from '#maintenance/copy-corpus.ts'
import { openFileStore, openObjectStore } from '#open-file-store.ts'
import type { ObjectStore } from '#ports/object-store.ts'
import { makePrivateFolder } from '#private-folder.ts'
import { verifyAudit } from '#queries/audit.ts'
import { printReports, showProgress } from './data.ts'
import { note, parseNoted, print, table, withCorpus } from './terminal.ts'

type Settings = NonNullable<Config['backups']>

/** Throws `wrong_state` where the environment names no place for backups. */
const readSettings = (config: Config): Settings => {
  if (config.backups === null)
    throw new Failure('wrong_state', 'There is no place for backups: set BACKUP_URL and BACKUP_RECIPIENT.')
  return config.backups
}

type Opened = { config: Config; settings: Settings; workFolder: string; objects: ObjectStore; index: BackupIndex }

const openStored = async (): Promise<Opened> => {
  const config = readConfig(process.env)
  const settings = readSettings(config)
  const workFolder = `${workFolderOf(config.database)}-${process.pid}`
  const objects = await openObjectStore(settings.place, workFolder)
  return { config, settings, workFolder, objects, index: await readIndex(objects) }
}

const now = (options: { json?: boolean }): Promise<void> =>
  withCorpus(async (corpus, config) => {
    readSettings(config)
    const backups = openBackups(config)
    if (backups === null) return
    const interrupted = new AbortController()
    process.once('SIGINT', () => interrupted.abort(new Failure('wrong_state', 'Interrupted; no backup was made.')))
    const made = await backupMaker({ ...corpus, backups })({
      signal: interrupted.signal,
      told: (step) => note(`${step} …`),
    })
    if (made === null)
      throw new Failure('wrong_state', 'Another process is making a backup or restoring one on trial: try again later.')
    const { files, sha256 } = made.missing
    if (files > 0)
      note(
        `The library names ${pluralize(files, 'file', 'files')} that FILES does not have, so this backup lacks ${files === 1 ? 'it' : 'them'}: ${sha256.join(', ')}${files > sha256.length ? ' …' : ''}`,
      )
    if (options.json === true) print(JSON.stringify(made))
    else
      print(
        `The backup ${made.id} is stored in ${backups.place} and was read back: ${byteSize(made.stored.bytes)}, and ${pluralize(made.files.files, 'file', 'files')} of papers.`,
      )
  })

const rowsOf = ({ id, at, version, stored, files, missing, audit }: Backup): string[] => [
  id,
  at,
  byteSize(stored.bytes),
  missing.files === 0 ? String(files.files) : `${files.files} (${missing.files} missing)`,
  String(audit.count),
  version,
]

const list = async ({ json }: { json?: boolean }): Promise<void> => {
  const { index, objects } = await openStored()
  if (json === true) print(JSON.stringify(index.backups))
  else if (index.backups.length === 0) print(`There are no backups in ${objects.place}.`)
  else print(table([['id', 'made at', 'size', 'files', 'audit log', 'version'], ...index.backups.map(rowsOf)]))
}

/** What was backed up last comes first when something is looked for. */
const choose = ({ index, objects }: Opened, id: string | undefined, all: boolean): Backup[] => {
  const chosen = index.backups.filter((backup) => all || backup.id === id)
  if (id !== undefined && chosen.length === 0)
    throw new Failure('not_found', `There is no backup ${id} in ${objects.place}: "longview backups list" names them.`)
  if (all || id !== undefined) return chosen
  const newest = index.backups.toSorted((a, b) => a.seq - b.seq).at(-1)
  if (newest === undefined) throw new Failure('not_found', `There are no backups in ${objects.place}.`)
  return [newest]
}

type VerifyOptions = { all?: boolean; json?: boolean }

const verify = async (id: string | undefined, { all = false, json }: VerifyOptions): Promise<void> => {
  const opened = await openStored()
  const { index, objects, settings } = opened
  const backups: { id: string; at: string; fault: string | null }[] = []
  const chosen = choose(opened, id, all)
  for (const backup of chosen) {
    note(`Reading the backup ${backup.id} …`)
    const fault = await findDatabaseFault(objects, backup, settings.identity)
    backups.push({ id: backup.id, at: backup.at, fault })
  }
  const needed = index.files.filter(({ first, last }) => chosen.some(({ seq }) => first <= seq && seq <= last))
  note(`Reading ${pluralize(needed.length, 'file', 'files')} of papers …`)
  const faults: string[] = []
  for (const file of needed) {
    const fault = await findFileFault(objects, file, settings.identity)
    if (fault !== null) faults.push(fault)
  }
  const isDecrypted = settings.identity !== null
  if (json === true) print(JSON.stringify({ decrypted: isDecrypted, backups, files: { files: needed.length, faults } }))
  else {
    for (const each of backups)
      print(`${each.fault === null ? 'ok   ' : 'WRONG'}  ${each.id}  ${each.fault ?? each.at}`)
    for (const fault of faults) print(`WRONG  ${fault}`)
    print(
      isDecrypted
        ? 'All was decrypted and compared with what was backed up.'
        : 'Only the stored bytes were compared: without BACKUP_IDENTITY_FILE nothing can be decrypted.',
    )
  }
  if (faults.length > 0 || backups.some(({ fault }) => fault !== null)) process.exitCode = 1
}

const parseInstant = (text: string): Date => {
  const given = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/u.test(text)
  // A day means its end, and a time without zone is in UTC, as all that Longview prints.
  const at = new Date(/T/u.test(text) ? text.replace(/(?<=T[\d:.]+)$/u, 'Z') : `${text}T23:59:59.999Z`)
  if (!given || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('Give a day or an instant, such as 2026-11-27 or 2026-11-27T03:00:00Z.')
  return at
}

type RestoreOptions = { at?: Date; noted?: AuditHead; withoutFiles?: boolean; json?: boolean }

/** Throws `not_found` if there is none, or none from that early. */
const chooseNotAfter = ({ index, objects }: Opened, at: Date | undefined): Backup => {
  const newest = index.backups.toSorted((a, b) => a.seq - b.seq).at(-1) ?? null
  const chosen = at === undefined ? newest : newestBackup(index.backups, at)
  if (chosen !== null) return chosen
  throw new Failure(
    'not_found',
    index.backups.length === 0 || at === undefined
      ? `There are no backups in ${objects.place}.`
      : `There is no backup from before ${at.toISOString()} in ${objects.place}; the oldest is from ${index.backups[0]?.at}.`,
  )
}

/** Fetches a backup into a folder, which is removed afterwards, and restores it as "longview restore" does. */
const restore = async ({ at, noted, withoutFiles, json }: RestoreOptions): Promise<void> => {
  const opened = await openStored()
  const { config, settings, workFolder, objects, index } = opened
  const { identity } = settings
  if (identity === null)
    throw new Failure('wrong_state', 'A backup is restored with the private key: set BACKUP_IDENTITY_FILE to its file.')
  const backup = chooseNotAfter(opened, at)
  makePrivateFolder(workFolder)
  try {
    note(`Fetching the backup ${backup.id}, made at ${backup.at} …`)
    const path = join(workFolder, 'fetched.db')
    await fetchDatabase(objects, backup, { identity, path })
    const fetched: Database = { engine: 'sqlite', path }
    const migrated = await migrateBackup(path)
    if (migrated.length > 0) note(`It was made by version ${backup.version}; migrated: ${migrated.join(', ')}.`)
    note('Checking it …')
    await checkCorpus(fetched)
    const { fault } = await withAuditReader(fetched, (audit) => verifyAudit(audit, noted ?? backup.audit))
    if (fault !== null) note(`The audit log of the backup is restored as it is, but: ${fault.message}`)
    note('Restoring it …')
    const from = filesOf(objects, index, identity)
    const copier = fileCopier(withoutFiles === true ? null : { from, to: openFileStore(config.filePlace) })
    const { progress, stop } = showProgress()
    const reports = await restoreCorpus(fetched, config.database, progress, copier.finish).finally(stop)
    printReports(reports, {
      json,
      backup: backup.id,
      files: copier.report,
      closing: `Restored the backup of ${backup.at}; every row matches. All sessions and sign-in links have ended.`,
    })
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

export const addBackups = (program: Command): void => {
  const backups = program
    .command('backups')
    .description('the encrypted backups in BACKUP_URL, which "longview serve" makes by BACKUP_SCHEDULE')
  backups
    .command('now')
    .description('make one at once, read it back, and remove those that are no longer kept')
    .option('--json', 'print the backup as in "backups list"')
    .action(now)
  backups
    .command('list')
    .description('list the backups, oldest first; needs no private key')
    .option(
      '--json',
      'print [{"id","seq","at","version","stored":{"bytes","sha256"},"database","tables","audit","files":{"files","bytes"},"missing":{"files","sha256"}}]',
    )
    .action(list)
  backups
    .command('verify')
    .description(
      'read the newest backup, or the given one, and compare it with its digests; exit 1 if anything is wrong',
    )
    .argument('[id]', 'the id of a backup')
    .option('--all', 'read all of them')
    .option('--json', 'print {"decrypted","backups":[{"id","at","fault"}],"files":{"files","faults"}}')
    .action(verify)
  backups
    .command('restore')
    .description(
      'restore the newest backup into the empty database of DATABASE_URL, compare every row, and end all sessions; needs BACKUP_IDENTITY_FILE',
    )
    .option(
      '--at <time>',
      'the newest that was made not after this time (UTC), or by the end of this day',
      parseInstant,
    )
    .option('--without-files', 'leave the files of papers out')
    .option('--noted <count:hash>', 'the head of the audit log, as noted before the backup', parseNoted)
    .option(
      '--json',
      'print {"backup","tables":[{"table","rows","digest"}],"files":{"files","bytes","copied","faults"}}',
    )
    .action(restore)
}

import { SingleBar, Presets } from 'cli-progress'
import type { AuditHead } from '#core/audit.ts'
import { copyCorpus, type FilesReport, fileCopier, checkFiles, withSnapshot } from '#maintenance/copy-corpus.ts'
import { auditHeadText, note, print, table, parseNoted, withCorpus } from './terminal.ts'
import type { Command } from 'commander'
import { backUpCorpus, withAuditReader, checkCorpus, restoreCorpus } from '#maintenance/backup.ts'
import { verifyAudit } from '#queries/audit.ts'
import { readConfig, type Database, parseDatabaseUrl } from '#config.ts'
import { openFileStore } from '#open-file-store.ts'
import { Failure } from '#core/failure.ts'
import { loadStarter } from '#first-start.ts'
import { once } from 'node:events'
import { presentFullPaper } from '#schemas/paper-schema.ts'
import { terminalSafe } from '#core/text/normalize-text.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Dump } from '#core/dump.ts'
import { dumpKeeper } from '#jobs/dumps.ts'
import { openDumps } from '#dumps/open-dumps.ts'

type Progress = Parameters<typeof copyCorpus>[2]
export type Reports = Awaited<ReturnType<typeof copyCorpus>>

/** A progress bar on a terminal, nothing elsewhere. */
export const showProgress = (): { progress: Progress; stop: () => void } => {
  if (!process.stderr.isTTY) return { progress: () => {}, stop: () => {} }
  const bar = new SingleBar(
    { format: ' {bar} {percentage}% | {table} {value} of {total} rows', stream: process.stderr },
    Presets.shades_classic,
  )
  let current = ''
  return {
    progress: (name, done, all) => {
      if (name === current) bar.update(done, { table: name })
      else bar.start(all, done, { table: name })
      current = name
    },
    stop: () => bar.stop(),
  }
}

/** Reports on the files; faults make the command exit with 1. */
export const noteFiles = ({ files, bytes, copied, faults }: FilesReport): void => {
  if (files > 0)
    note(`${files} files of ${bytes} bytes; ${copied} were copied; each was read and compared with its digest.`)
  for (const { sha256, fault } of faults) note(`The file ${sha256} is ${fault}: "longview files verify" says where.`)
  if (faults.length > 0) process.exitCode = 1
}

type Closing = {
  json: boolean | undefined
  /** The id of the backup, if it has one. */
  backup?: string
  /** The head of the audit log, for the operator to note elsewhere. */
  audit?: AuditHead
  files?: FilesReport | null
  closing: string
}

export const printReports = (reports: Reports, { json, backup, audit, files = null, closing }: Closing): void => {
  if (files !== null) noteFiles(files)
  if (json === true) {
    print(
      JSON.stringify({
        ...(backup === undefined ? {} : { backup }),
        tables: reports,
        ...(audit === undefined ? {} : { audit }),
        ...(files === null ? {} : { files }),
      }),
    )
    return
  }
  print(
    table([
      ['table', 'rows', 'digest'],
      ...reports.map(({ table: name, rows, digest }) => [name, String(rows), digest.slice(0, 16)]),
    ]),
  )
  print(closing)
  if (audit !== undefined) print(`The audit log ends with ${auditHeadText(audit)}`)
}

type Options = { json?: boolean; files?: string; withoutFiles?: boolean }

export const addBackup = (program: Command): void => {
  program
    .command('backup')
    .description('write a consistent copy of the whole database to a file; the server may be running')
    .argument('<file>', 'path of a new file; "longview restore" and DATABASE_URL=sqlite:<file> read it')
    .option(
      '--files <folder>',
      'where to copy the files of papers, skipping those already there; FILE.files if left out',
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
      const { head, fault } = await withAuditReader(written, (audit) => verifyAudit(audit, null))
      if (fault !== null) note(`The backup is complete, but its audit log is not: ${fault.message}`)
      printReports(reports, { json, audit: head, files: copier.report, closing: `Written to ${file} and read back.` })
    })
}

type RestoreOptions = { verify?: boolean; noted?: AuditHead; json?: boolean; files?: string; withoutFiles?: boolean }

const restore = async (file: string, options: RestoreOptions): Promise<void> => {
  const { verify, noted, json, files: folder = `${file}.files`, withoutFiles } = options
  const backedUp = openFileStore({ kind: 'folder', path: folder })
  const backup: Database = { engine: 'sqlite', path: file }
  const checked = await checkCorpus(backup)
  const { head, fault } = await withAuditReader(backup, (audit) => verifyAudit(audit, noted ?? null))
  if (verify === true) {
    if (fault !== null) throw new Failure('wrong_state', `The audit log of the backup: ${fault.message}`)
    const files = withoutFiles === true ? null : await withSnapshot(backup, (db) => checkFiles(db, backedUp))
    printReports(checked, { json, audit: head, files, closing: 'The backup is complete, and so is its audit log.' })
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
    closing: 'Restored; every row matches. All sessions and sign-in links have ended.',
  })
}

export const addRestore = (program: Command): void => {
  program
    .command('restore')
    .description('restore a backup into the empty database of DATABASE_URL, compare every row, and end all sessions')
    .argument('<file>', 'backup written by "longview backup"')
    .option('--verify', 'only read every page and row of the backup and verify its audit log; change nothing')
    .option('--files <folder>', 'the folder with the files of papers of the backup; FILE.files if left out')
    .option('--without-files', 'leave the files of papers out')
    .option('--noted <count:hash>', 'the head of the audit log, as noted before the backup', parseNoted)
    .option(
      '--json',
      'print {"tables":[{"table","rows","digest"}],"files":{"files","bytes","copied","faults"}}; with --verify also "audit":{"count","hash"}',
    )
    .action(restore)
}

/** An address, or `env:NAME` for a variable that holds it: every user of a machine can see the arguments of a command. */
const readDatabase = (given: string, side: string): Database => {
  const name = /^env:(?<name>\w+)$/u.exec(given)?.groups?.name
  const database = parseDatabaseUrl(name === undefined ? given : (process.env[name] ?? ''))
  if (database !== null) return database
  throw new Failure(
    'invalid',
    `${side} must be sqlite: and a path, an address that begins with postgres://, or env:NAME for the variable that holds it.`,
  )
}

/** The store that FILES names, and the one at `place`, which is written the same way. */
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
    .option('--files-to <place>', 'also copy the files of papers from FILES to this place, written as in FILES')
    .option('--json', 'print {"tables":[{"table","rows","digest"}]}, with --files-to also "files"')
    .action(async (from: string, to: string, { json, filesTo }: { json?: boolean; filesTo?: string }) => {
      const [source, target] = [readDatabase(from, '<from>'), readDatabase(to, '<to>')]
      const { progress, stop } = showProgress()
      const copier = fileCopier(filesTo === undefined ? null : storesFor(filesTo))
      const reports = await copyCorpus(source, target, progress, copier.finish).finally(stop)
      printReports(reports, { json, files: copier.report, closing: 'Copied; every row matches.' })
    })
}

const SETTINGS_HINT =
  'Sessions behind the pooler lack settings. Run these in psql, then have the pooler reconnect (PgBouncer: RECONNECT):'

export const addMigrate = (program: Command): void => {
  program
    .command('migrate')
    .description('update the database schema to this version; an SQLite file with papers is copied first')
    .option('--json', 'print {"applied":[names]}, behind a pooler that lacks settings also "settings"')
    .action(({ json }: { json?: boolean }) =>
      withCorpus(
        async ({ migrated, settings }) => {
          if (json === true) {
            print(JSON.stringify({ applied: migrated, ...(settings.length === 0 ? {} : { settings }) }))
            return
          }
          print(migrated.length === 0 ? 'The database is up to date.' : `Applied: ${migrated.join(', ')}.`)
          if (settings.length > 0) print([SETTINGS_HINT, ...settings].join('\n'))
        },
        { migrate: true },
      ),
    )
}

export const addSeed = (program: Command): void => {
  program
    .command('seed')
    .description('load the starter corpus into an empty database')
    .option('--json', 'print {"loaded":number}')
    .action(({ json }: { json?: boolean }) =>
      withCorpus(async (corpus) => {
        const loaded = await loadStarter(corpus)
        if (json === true) print(JSON.stringify({ loaded }))
        else print(loaded > 0 ? `Loaded ${loaded} papers.` : 'The corpus already has papers; nothing was added.')
      }),
    )
}

const PAGE = 200

const asLine = (paper: PaperWithText): string => `${JSON.stringify(presentFullPaper(paper))}\n`

/** Waits when the reader of the pipe is slower than the database. */
const write = async (text: string): Promise<void> => {
  if (!process.stdout.write(terminalSafe(text))) await once(process.stdout, 'drain')
}

export const addExport = (program: Command): void => {
  program
    .command('export')
    .description('print all accepted papers as JSON lines, in the public order; "longview ingest" reads them')
    .option('--json', 'print JSON lines; this is the only format')
    .action(() =>
      withCorpus(async ({ store }) => {
        for (let after: number | null = 0; after !== null;) {
          const page: { papers: PaperWithText[]; next: number | null } = await store.private.papers.listWithText(
            after,
            PAGE,
          )
          await write(page.papers.map(asLine).join(''))
          after = page.next
        }
      }),
    )
}

type DumpOptions = { now?: boolean; list?: boolean; json?: boolean }

const sum = (counts: object): number => (Object.values(counts) as number[]).reduce((all, count) => all + count, 0)

const fileRows = ({ seq, madeAt, files }: Dump): string[][] =>
  files.map(({ name, bytes, counts }) => [madeAt, String(seq), name, String(sum(counts)), String(bytes)])

const dump = ({ now, list, json }: DumpOptions): Promise<void> =>
  withCorpus(async ({ store, clock, log }, config) => {
    const dumps = openDumps(config, clock)
    if (dumps === null || config.dumps === null)
      throw new Failure('wrong_state', 'Dumps are off: set DUMPS to the folder for them.')
    if (list !== true) {
      const keep = dumpKeeper({ dumps, reader: store.private, clock, log, kept: config.dumps.kept })
      await keep(now === true ? 'always' : 'if changed', new AbortController().signal)
    }
    const all = await dumps.list()
    const failure = await dumps.failure()
    if (failure !== null) note(`The last attempt, at ${failure.at}, failed: ${failure.message}`)
    if (json === true) print(JSON.stringify(all))
    else print(table([['made at', 'change', 'file', 'lines', 'bytes'], ...all.flatMap(fileRows)]))
  })

export const addDump = (program: Command): void => {
  program
    .command('dump')
    .description(
      'make a dump of the public library in the folder DUMPS, unless the latest is up to date; list all dumps',
    )
    .option('--now', 'make one even if nothing has changed')
    .option('--list', 'only list them')
    .option('--json', 'print an array')
    .action(dump)
}

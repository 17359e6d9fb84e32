import { SingleBar, Presets } from 'cli-progress'
import type { AuditHead } from '#core/audit/audit-chain.ts'
import type { copyCorpus } from '#maintenance/copy-corpus.ts'
import { auditHeadText } from '#cli/terminal/audit-head.ts'
import type { FilesReport } from '#maintenance/copy-files.ts'
import { note, print, table } from '#cli/terminal/print.ts'

type Progress = Parameters<typeof copyCorpus>[2]
export type Reports = Awaited<ReturnType<typeof copyCorpus>>

/** A bar on a terminal, nothing elsewhere. */
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

/** What is told of files; those with faults end the command with 1. */
const noteFiles = ({ files, bytes, copied, faults }: FilesReport): void => {
  if (files > 0)
    note(`${files} files of ${bytes} bytes; ${copied} were copied, each was read and compared with its digest.`)
  for (const { sha256, fault } of faults) note(`The file ${sha256} is ${fault}: "longview files verify" tells where.`)
  if (faults.length > 0) process.exitCode = 1
}

type Closing = {
  json: boolean | undefined
  /** The end of the audit log, to be noted elsewhere. */
  audit?: AuditHead
  files?: FilesReport | null
  closing: string
}

export const printReports = (reports: Reports, { json, audit, files = null, closing }: Closing): void => {
  if (files !== null) noteFiles(files)
  if (json === true) {
    print(
      JSON.stringify({
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

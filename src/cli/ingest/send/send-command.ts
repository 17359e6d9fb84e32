import type { SourceFormat } from '#core/imports/imported-record.ts'
import { note, print } from '#cli/terminal/print.ts'
import {
  closingLine,
  closingSentence,
  exitCodeOf,
  watchProgress,
  untilInterrupted,
} from '#cli/ingest/watch-progress.ts'
import { filesAt } from '#cli/ingest/source.ts'
import { sendFiles } from './send-files.ts'
import { readSessionKey, sessionAddress } from './session-address.ts'

export type SendOptions = { from?: SourceFormat; json?: boolean; keyFile?: string; fullText?: boolean }

/** Sends files to an ingestion session of a server, and says what became of the records. */
export const sendToSession = async (path: string, to: string, options: SendOptions): Promise<void> => {
  const { from = null, json, keyFile, fullText: keepsText = false } = options
  const address = sessionAddress(to)
  const key = await readSessionKey(keyFile, process.env)
  const files = await filesAt(path)
  let last = ''
  const waits = (reason: string, seconds: number): void => {
    if (reason !== last) note(`${reason} Trying again in ${seconds} seconds.`)
    last = reason
  }
  const { result: totals, isInterrupted } = await untilInterrupted((interruption) =>
    watchProgress(files, { hasBar: true }, (listener) =>
      sendFiles({ files, from, keepsText, address, key }, { ...listener, waits }, interruption),
    ),
  )
  print(json === true ? closingLine(totals) : closingSentence(totals))
  if (isInterrupted) note('Interrupted: what was sent stays; run the same command again to go on.')
  process.exitCode = exitCodeOf(totals, isInterrupted)
}

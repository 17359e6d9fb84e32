import { createHash } from 'node:crypto'
import { Failure } from '#core/failure.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { noTotals, type ImportTotals } from '#imports/import-totals.ts'
import type { IngestListener } from '#cli/ingest/ingest-in-thread.ts'
import type { SourceFile } from '#cli/ingest/source.ts'
import { chunksOf, type Chunk } from './chunks.ts'
import { sessionClient, type SentCounts } from './session-client.ts'

type SendOrder = {
  files: readonly SourceFile[]
  from: SourceFormat | null
  /** Whether the texts of PDFs may be shown whatever their licences are. */
  keepsText: boolean
  address: string
  key: string
}
type SendWatcher = Pick<IngestListener, 'reported' | 'progressed'> & {
  waits: (reason: string, seconds: number) => void
}

const addCounts = (totals: ImportTotals, { proposed = 0, candidates = 0, ...counts }: SentCounts): void => {
  for (const name of ['read', 'stored', 'unchanged', 'enriched', 'refused'] as const) totals[name] += counts[name]
  totals.proposed += proposed
  totals.candidates += candidates
}

/**
 * Sends the records of files to an ingestion session, chunk by chunk. What the session has taken already is told by its
 * content and not sent again, so that whoever is interrupted or killed starts the same once more. What became of the
 * records, of earlier runs as well; less when it is interrupted.
 */
export const sendFiles = async (
  { files, from, keepsText, address, key }: SendOrder,
  watcher: SendWatcher,
  interruption: AbortSignal,
): Promise<ImportTotals> => {
  const totals = noTotals()
  const client = sessionClient({ address, key, interruption, waits: watcher.waits })

  const sendAll = async (): Promise<void> => {
    const known = await client.listChunks()
    const byDigest = new Map(known.map((chunk) => [chunk.digest, chunk]))
    let next = (known.at(-1)?.chunk ?? 0) + 1
    const sendChunk = async (chunk: Chunk, file: string): Promise<void> => {
      const before = byDigest.get(createHash('sha256').update(chunk.body).digest('hex'))
      const number = before?.chunk ?? next
      const counts = before?.done === true ? before : await client.send(number, chunk)
      if (before === undefined) next += 1
      addCounts(totals, counts)
      if (counts.refused > 0)
        for (const { position, reason } of await client.listRefusals(number))
          watcher.reported({ file, position, outcome: 'refused', reason })
      watcher.progressed({ bytes: chunk.body.byteLength, stored: totals.stored, refused: totals.refused })
    }
    for (const file of files)
      try {
        for await (const chunk of chunksOf(file, { from, keepsText })) {
          interruption.throwIfAborted()
          if ('body' in chunk) await sendChunk(chunk, file.path)
          else {
            totals.read += 1
            totals.refused += 1
            watcher.reported({ ...chunk, file: file.path, outcome: 'refused' })
          }
        }
      } catch (error) {
        const isOfFile = error instanceof Failure && error.code === 'unsupported_media_type'
        if (files.length === 1 || !isOfFile) throw error
        totals.read += 1
        totals.refused += 1
        watcher.reported({ file: file.path, position: 'the whole', outcome: 'refused', reason: error.message })
      }
  }

  try {
    await sendAll()
  } catch (error) {
    if (!interruption.aborted) throw error
  }
  return totals
}

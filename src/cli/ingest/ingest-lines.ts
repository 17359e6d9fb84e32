import type { Readable } from 'node:stream'
import {
  ingestPapers,
  type IngestReport,
  type NumberedPaper,
  type RefusedLine,
} from '#actions/submissions/ingest-papers.ts'
import type { Corpus } from '#open-corpus.ts'
import { assessPapers } from '#queries/assess-papers.ts'
import { Pace } from '#imports/pace.ts'
import { readAhead } from './read-ahead.ts'

/** A transaction takes the papers of so much text at most: a paper may have five million characters. */
const BATCH_BYTES = 2_000_000

/** What became of the lines. */
export type IngestTotals = { read: number; stored: number; unchanged: number; refused: number }

/** Those who watch an ingest, and whether they have seen enough. */
export type IngestWatcher = {
  isInterrupted(): boolean
  refused(line: RefusedLine): void
  progressed(bytes: number, totals: IngestTotals): void
}

/** Papers of a session are checked and wait for review; without a session they are accepted. */
const storePapers = async (
  { store, clock, run }: Corpus,
  { batch, session }: { batch: readonly NumberedPaper[]; session: string | null },
): Promise<IngestReport> => {
  if (session === null) return run(ingestPapers, { batch, state: 'accepted', actor: 'cli' })
  const papers = batch.map(({ paper }) => paper)
  const assessments = await assessPapers(store.private.papers, { batch: papers, now: clock.now() })
  return run(ingestPapers, { batch, state: 'pending', actor: 'cli', session, assessments })
}

/** Stores the papers of a source of JSON lines, until it ends or the watcher interrupts it. */
export const ingestLines = async (
  corpus: Corpus,
  { source, session }: { source: Readable; session: string | null },
  watcher: IngestWatcher,
): Promise<IngestTotals> => {
  const totals: IngestTotals = { read: 0, stored: 0, unchanged: 0, refused: 0 }
  const refuse = (line: RefusedLine): void => {
    totals.refused += 1
    watcher.refused(line)
  }
  const pace = new Pace()
  let batch: NumberedPaper[] = []
  let batchBytes = 0
  const storeBatch = async (): Promise<void> => {
    batchBytes = 0
    if (batch.length === 0) return
    const papers = batch
    batch = []
    const result = await pace.store(papers.length, () => storePapers(corpus, { batch: papers, session }))
    totals.stored += result.stored
    totals.unchanged += result.unchanged
    for (const line of result.refused) refuse(line)
  }
  for await (const { bytes, lines } of readAhead(source, corpus.clock.now())) {
    batchBytes += bytes
    for (const line of lines) {
      if (watcher.isInterrupted()) break
      totals.read += 1
      if ('reason' in line) refuse(line)
      else batch.push(line)
      if (batch.length >= pace.size) await storeBatch()
    }
    if (batchBytes >= BATCH_BYTES) await storeBatch()
    watcher.progressed(bytes, totals)
    if (watcher.isInterrupted()) break
  }
  await storeBatch()
  return totals
}

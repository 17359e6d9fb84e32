import type { ActionContext } from '#actions/run-action.ts'
import { assertTakesRecords, type IngestCounts, type IngestRefusal } from '#core/imports/ingest-session.ts'
import { getChunk, takenElsewhere, type ChunkName } from './get-chunk.ts'
import { getSession } from './get-session.ts'

type AdvanceChunkInput = ChunkName & {
  digest: string
  /** How many records of the chunk were taken before these. */
  from: number
  added: IngestCounts
  refusals: readonly IngestRefusal[]
}

/**
 * Notes what became of the next records of a chunk, in the transaction that stores them: each is taken once, whoever is
 * killed. Throws `request_in_progress` when somebody else took them meanwhile, and `wrong_state` once the session is over.
 */
export const advanceChunk = async (tx: ActionContext, input: AdvanceChunkInput): Promise<void> => {
  const { sessionId, chunk, digest, from, added, refusals } = input
  assertTakesRecords(await getSession(tx.ingestion, sessionId), tx.now)
  const known = await getChunk(tx, input)
  if (known.counts.read !== from || known.digest !== digest || known.finishedAt !== null) throw takenElsewhere(chunk)
  await tx.ingestion.count(sessionId, chunk, { ...added, at: tx.now.toISOString() })
  await tx.ingestion.addRefusals(sessionId, refusals)
}

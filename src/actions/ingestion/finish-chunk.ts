import type { ActionContext } from '#actions/run-action.ts'
import { assertTakesRecords, type IngestChunk } from '#core/imports/ingest-session.ts'
import { getChunk, takenElsewhere, type ChunkName } from './get-chunk.ts'
import { getSession } from './get-session.ts'

/** Marks a chunk as taken whole. Throws `request_in_progress` when somebody else takes it. */
export const finishChunk = async (
  tx: ActionContext,
  { sessionId, chunk, digest, from }: ChunkName & { digest: string; from: number },
): Promise<IngestChunk> => {
  const known = await getChunk(tx, { sessionId, chunk })
  if (known.digest !== digest || known.counts.read !== from) throw takenElsewhere(chunk)
  if (known.finishedAt !== null) return known
  assertTakesRecords(await getSession(tx.ingestion, sessionId), tx.now)
  await tx.ingestion.finishChunk(sessionId, chunk, tx.now.toISOString())
  return getChunk(tx, { sessionId, chunk })
}

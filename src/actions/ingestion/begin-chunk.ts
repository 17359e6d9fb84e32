import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import { assertTakesRecords, type IngestChunk } from '#core/imports/ingest-session.ts'
import { getChunk, type ChunkName } from './get-chunk.ts'
import { getSession } from './get-session.ts'

/** How far a chunk is taken, and how many more records its session takes. */
export type BegunChunk = { chunk: IngestChunk; room: number }

/**
 * Begins a chunk, or finds how far it is taken. Throws `idempotency_key_reused` for a number that other content came
 * under, and `wrong_state` for a session that is over or full.
 */
export const beginChunk = async (
  tx: ActionContext,
  { sessionId, chunk, digest }: ChunkName & { digest: string },
): Promise<BegunChunk> => {
  const session = await getSession(tx.ingestion, sessionId)
  const room = session.maxRecords - session.counts.read
  const known = await tx.ingestion.findChunk(sessionId, chunk)
  if (known?.digest === digest) {
    if (known.finishedAt === null) assertTakesRecords(session, tx.now)
    return { chunk: known, room }
  }
  if (known !== null && known.counts.read > 0)
    throw new Failure(
      'idempotency_key_reused',
      `Other content came as chunk ${chunk} before; send it under another number.`,
    )
  assertTakesRecords(session, tx.now)
  if (room <= 0)
    throw new Failure(
      'wrong_state',
      `The ingestion session takes at most ${session.maxRecords} records and has them; ask the operator for another one.`,
    )
  await tx.ingestion.beginChunk(sessionId, { chunk, digest, begunAt: tx.now.toISOString() })
  return { chunk: await getChunk(tx, { sessionId, chunk }), room }
}

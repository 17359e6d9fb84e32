import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import {
  assertTakesRecords,
  type IngestChunk,
  type IngestCounts,
  type IngestRefusal,
} from '#core/imports/ingest-session.ts'
import { getSession } from './get-session.ts'

type ChunkName = { sessionId: string; chunk: number }

/** How far a chunk is taken, and how many more records its session takes. */
export type BegunChunk = { chunk: IngestChunk; room: number }

/** Somebody else takes the same chunk at this moment, such as the server that the first request of it went to. */
const takenElsewhere = (chunk: number): Failure =>
  new Failure('request_in_progress', `The chunk ${chunk} is being taken; ask again for its answer.`, { retryAfter: 1 })

/** Throws `not_found`. */
const getChunk = async (tx: ActionContext, { sessionId, chunk }: ChunkName): Promise<IngestChunk> => {
  const found = await tx.ingestion.findChunk(sessionId, chunk)
  if (found === null) throw new Failure('not_found', `There is no chunk ${chunk} of the session ${sessionId}.`)
  return found
}

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

import type { ActionContext } from '#actions/run-action.ts'
import { Failure } from '#core/failure.ts'
import type { IngestChunk } from '#core/imports/ingest-session.ts'

export type ChunkName = { sessionId: string; chunk: number }

/** Somebody else takes the same chunk at this moment, such as the server that the first request of it went to. */
export const takenElsewhere = (chunk: number): Failure =>
  new Failure('request_in_progress', `The chunk ${chunk} is being taken; ask again for its answer.`, { retryAfter: 1 })

/** Throws `not_found`. */
export const getChunk = async (tx: ActionContext, { sessionId, chunk }: ChunkName): Promise<IngestChunk> => {
  const found = await tx.ingestion.findChunk(sessionId, chunk)
  if (found === null) throw new Failure('not_found', `There is no chunk ${chunk} of the session ${sessionId}.`)
  return found
}

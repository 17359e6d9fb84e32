import { Failure } from '#core/failure.ts'
import type { IngestSession } from '#core/imports/ingest-session.ts'
import type { IngestionReader } from '#ports/store/imports/ingestion.ts'

/** Throws `not_found`. */
export const getSession = async (ingestion: Pick<IngestionReader, 'find'>, id: string): Promise<IngestSession> => {
  const session = await ingestion.find(id)
  if (session === null)
    throw new Failure('not_found', `There is no ingestion session ${id}; "longview sessions list" shows them.`)
  return session
}

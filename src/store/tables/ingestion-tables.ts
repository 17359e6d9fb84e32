import type { Generated } from 'kysely'
import type { IngestSessionState } from '#core/imports/ingest-session.ts'

type CountColumns = {
  records_read: number
  stored: number
  unchanged: number
  enriched: number
  proposed: number
  refused: number
}

/** The tables of ingestion sessions. */
export type IngestionTables = {
  ingest_sessions: CountColumns & {
    id: string
    label: string
    state: IngestSessionState
    max_records: number
    opened_at: string
    opened_by: string
    until: string
    ended_at: string | null
    ended_by: string | null
    active_at: string | null
    last_chunk: number | null
    removed: number
    /** How far undoing has looked: papers upwards, records downwards. */
    undo_paper: Generated<number>
    undo_record: number | null
  }
  ingest_chunks: CountColumns & {
    session_id: string
    chunk: number
    digest: string
    begun_at: string
    finished_at: string | null
    last_chunk: number | null
  }
  ingest_refusals: { session_id: string; chunk: number; number: number; position: string; reason: string }
}

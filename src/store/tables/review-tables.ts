import type { Generated } from 'kysely'
import type { SubmissionState, Verdict } from '#core/review/submission-state.ts'

/** What becomes of a submission. */
export type ReviewTables = {
  review_steps: {
    seq: Generated<number>
    paper_seq: number
    state: SubmissionState
    note: string | null
    actor: string
    at: string
  }
  paper_checks: {
    paper_seq: number
    risk: number
    findings: string | null
    queue_key: number | null
    ingest_session: string | null
  }
  pending_decisions: {
    paper_seq: number
    event: Verdict
    note: string | null
    actor: string
    decided_at: string
    due_at: string
    batch: string | null
    version: number | null
    assessed: string | null
  }
  recommendations: {
    paper_seq: number
    actor: string
    event: Verdict
    note: string | null
    version: number
    at: string
  }
  note_templates: { id: string; event: Verdict; name: string; body: string | null; updated_at: string }
  assessment_drafts: { paper_seq: number; author: string; version: number; draft: string; at: string }
}

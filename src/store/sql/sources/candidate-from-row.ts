import type { Selectable } from 'kysely'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { PaperCandidate } from '#core/sources/paper-candidate.ts'
import type { Tables } from '#store/rows.ts'

export type CandidateRow = Selectable<Tables['paper_candidates']>

export const candidateFromRow = (row: CandidateRow): PaperCandidate => ({
  id: row.seq,
  state: row.state,
  paper: row.paper === null ? null : (JSON.parse(row.paper) as PaperWithText),
  doi: row.doi,
  arxivId: row.arxiv_id,
  foundAt: row.found_at,
  paperId: row.paper_id,
})

import type { Paper } from '#core/papers/paper.ts'
import type { SourceFormat } from './imported-record.ts'

export const proposalStates = ['open', 'taken', 'left'] as const
export type ProposalState = (typeof proposalStates)[number]

/** Fields that a record would fill in a paper, with their values. */
export type ProposedFields = Partial<Omit<Paper, 'id'>>

/** What a record says of a public paper that the paper does not say itself. */
export type ProposedRevision = {
  id: number
  paperId: string
  title: string
  fields: ProposedFields
  proposedAt: string
  state: ProposalState
  decidedBy: string | null
  decidedAt: string | null
  source: { format: SourceFormat; place: string; position: string; recordId: string | null }
}

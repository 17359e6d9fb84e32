import type { ActionContext } from '#actions/run-action.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'

/** Fills an empty corpus, all or nothing; false when it holds papers already. */
export const seedCorpus = async (
  tx: ActionContext,
  { papers, concepts, gaps, briefs }: StarterCorpus,
): Promise<boolean> => {
  if (!(await tx.papers.isEmpty())) return false
  const inOrder = papers.toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : a.acceptedAt > b.acceptedAt ? 1 : 0))
  await tx.papers.add(
    inOrder.map(({ paper, acceptedAt }) => ({
      paper,
      state: 'accepted' as const,
      submittedBy: null,
      actor: 'starter',
      at: acceptedAt,
    })),
  )
  for (const { name, definition } of concepts) await tx.concepts.define(name, definition)
  const at = tx.now.toISOString()
  for (const gap of gaps) await tx.gaps.put(gap, at)
  for (const brief of briefs) await tx.briefs.publish(brief)
  const after = { papers: papers.length, concepts: concepts.length, gaps: gaps.length, briefs: briefs.length }
  await tx.audit.record({ at, actor: 'starter', act: 'corpus.seed', subject: 'corpus', before: null, after })
  return true
}

import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import type { Clock } from '#ports/clock.ts'
import type { Store } from '#ports/store/store.ts'

/** Fills an empty corpus, all or nothing; false when it holds papers already. */
export const seedCorpus = (
  { store, clock }: { store: Store; clock: Clock },
  { papers, concepts, gaps, briefs }: StarterCorpus,
): Promise<boolean> =>
  store.transact(async (tx) => {
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
    const at = clock.now().toISOString()
    for (const gap of gaps) await tx.gaps.put(gap, at)
    for (const brief of briefs) await tx.briefs.publish(brief)
    const after = { papers: papers.length, concepts: concepts.length, gaps: gaps.length, briefs: briefs.length }
    await tx.audit.record({ at, actor: 'starter', act: 'corpus.seed', subject: 'corpus', before: null, after })
    return true
  })

import { rankKey } from '#core/rank-key.ts'
import type { Paper } from '#core/paper.ts'
import { linkConcepts } from './concept-links.ts'
import type { Scope } from './engine.ts'
import { shelve, unshelve } from './shelve.ts'
import { tally } from './tallies.ts'

export type PlacedPaper = { seq: number; paper: Paper }

/** Everything that makes accepted papers public besides their state: search, concepts, counts, revision. */
export const publish = async (scope: Scope, papers: readonly PlacedPaper[]): Promise<void> => {
  const { db, engine } = scope
  const linked = await linkConcepts(scope, papers, 1)
  const marks = await shelve(
    scope,
    papers.map(({ seq, paper }) => ({ seq, paper, concepts: linked.get(seq) ?? [] })),
  )
  await engine.addToSearch(
    db,
    papers.map(({ seq, paper }, index) => ({
      rankKey: rankKey(paper.longHorizon, seq),
      paper,
      marks: marks[index] ?? [],
    })),
  )
  await tally(db, papers, 1)
  scope.touchPublic()
}

/** The reverse, for papers as they were when they became public. */
export const unpublish = async (scope: Scope, papers: readonly PlacedPaper[]): Promise<void> => {
  const { db, engine } = scope
  for (const { seq, paper } of papers) await engine.removeFromSearch(db, rankKey(paper.longHorizon, seq))
  await linkConcepts(scope, papers, -1)
  await unshelve(scope, papers)
  await tally(db, papers, -1)
  scope.touchPublic()
}

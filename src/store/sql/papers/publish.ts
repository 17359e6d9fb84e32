import { rankKey } from '#core/papers/rank-key.ts'
import { wordsOf, type PaperWords } from '#core/search/paper-terms.ts'
import type { Paper } from '#core/papers/paper.ts'
import { linkConcepts } from './concept-links.ts'
import type { Scope } from '#store/sql/engine/engine.ts'
import { shelve, unshelve } from '#store/sql/facets/index-facets.ts'
import { tally } from '#store/sql/facets/counters.ts'

export type PlacedPaper = { seq: number; paper: Paper }

/** Everything that makes accepted papers public besides their state: search, concepts, counts, revision. */
export const publish = async (
  scope: Scope,
  placed: readonly (PlacedPaper & { words?: PaperWords | undefined })[],
): Promise<void> => {
  const { db, engine } = scope
  const papers = placed.map(({ seq, paper, words = wordsOf(paper) }) => ({ seq, paper, words }))
  const linked = await linkConcepts(scope, papers, 1)
  const marks = await shelve(
    scope,
    papers.map(({ seq, paper, words: { spellings } }) => ({ seq, paper, spellings, concepts: linked.get(seq) ?? [] })),
  )
  await engine.addToSearch(
    db,
    papers.map(({ seq, paper, words: { fields } }, index) => ({
      rankKey: rankKey(paper.longHorizon, seq),
      fields,
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

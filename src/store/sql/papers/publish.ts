import { rankKey } from '#core/papers/rank-key.ts'
import { termImpacts } from '#core/search/ranking/bm25.ts'
import { paperTerms, type PaperTerms } from '#core/search/paper-terms.ts'
import type { Paper } from '#core/papers/paper.ts'
import { linkConcepts } from './concept-links.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { indexFacets, unindexFacets } from '#store/sql/facets/index-facets.ts'
import { addPassages, removePassages } from '#store/sql/postings/index-passages.ts'
import { addSegment } from '#store/sql/postings/add-segment.ts'
import { notePublicTexts } from '#store/sql/renderings/note-public-texts.ts'
import { updateCounters } from '#store/sql/facets/counters.ts'

export type SequencedPaper = {
  seq: number
  paper: Paper
  /** Whether its full text is and stays in the index: it leaves only to come back with other fields. */
  keepsText?: boolean
}

const withChangedText = (papers: readonly SequencedPaper[]): number[] =>
  papers.filter(({ keepsText = false }) => !keepsText).map(({ seq }) => seq)

/** Everything that makes accepted papers public besides their state: search, concepts, counts, revision. */
export const publish = async (
  scope: TransactionContext,
  placed: readonly (SequencedPaper & { terms?: PaperTerms | undefined })[],
): Promise<void> => {
  const { db, engine } = scope
  const papers = placed.map(({ seq, paper, terms = paperTerms(paper) }) => ({ seq, paper, terms }))
  const linked = await linkConcepts(scope, papers, 1)
  const facetTokens = await indexFacets(
    scope,
    papers.map(({ seq, paper, terms: { spellings } }) => ({ seq, paper, spellings, concepts: linked.get(seq) ?? [] })),
  )
  await engine.addToSearch(
    db,
    papers.map(({ seq, paper, terms: { fields } }, index) => ({
      rankKey: rankKey(paper.longHorizon, seq),
      fields,
      facetTokens: facetTokens[index] ?? [],
    })),
  )
  const seqs = papers.map(({ seq }) => seq)
  const passages = await addPassages(scope, withChangedText(placed))
  await notePublicTexts(db, seqs)
  await addSegment(scope, { papers: papers.map(({ seq, terms: { impacts } }) => ({ seq, impacts })), passages }, 1)
  await updateCounters(db, papers, 1)
  scope.markPublicChange(papers.map(({ paper }) => ({ kind: 'paper', id: paper.id, event: 'added' })))
}

/** The reverse of `publish`, for papers as they were when they became public. */
export const unpublish = async (scope: TransactionContext, papers: readonly SequencedPaper[]): Promise<void> => {
  const { db, engine } = scope
  for (const { seq, paper } of papers) await engine.removeFromSearch(db, rankKey(paper.longHorizon, seq))
  const passages = await removePassages(db, withChangedText(papers))
  await addSegment(
    scope,
    { papers: papers.map(({ seq, paper }) => ({ seq, impacts: termImpacts(paper) })), passages },
    -1,
  )
  await linkConcepts(scope, papers, -1)
  await unindexFacets(scope, papers)
  await updateCounters(db, papers, -1)
  scope.markPublicChange(papers.map(({ paper }) => ({ kind: 'paper', id: paper.id, event: 'retracted' })))
}

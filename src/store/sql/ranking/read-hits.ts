import type { RankedHit } from '#ports/store/ranking.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { acceptedRows } from '#store/sql/papers/accepted-rows.ts'
import { passagesBySeq, placedPassage } from '#store/sql/postings/passage-rows.ts'
import type { Candidate } from './find-candidates.ts'
import type { RankedPapers } from './score-best.ts'

type ReadHit = Omit<RankedHit, 'paper'> & { row: PaperRow }

/** The papers of some hits, in their order, each with the passage of its full text that says most. */
export const readHits = async (
  db: Db,
  hits: readonly Candidate[],
  { texts, rows }: Pick<RankedPapers, 'texts' | 'rows'>,
): Promise<ReadHit[]> => {
  const missing = hits.map(({ seq }) => seq).filter((seq) => !rows.has(seq))
  const papers = new Map([...rows, ...(await acceptedRows(db, missing))])
  const passages = await passagesBySeq(
    db,
    hits.flatMap(({ seq }) => texts.get(seq)?.passage ?? []),
  )
  return hits.flatMap(({ seq, score }) => {
    const row = papers.get(seq)
    if (row === undefined) return []
    const passage = passages.get(texts.get(seq)?.passage ?? 0)
    const inText = passage === undefined ? null : placedPassage(passage)
    return [{ row, version: row.version, score, inText }]
  })
}

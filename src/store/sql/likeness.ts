import type { Likeness } from '#core/identifiers.ts'
import type { Paper } from '#core/paper.ts'
import { textKey } from '#core/search-text.ts'
import type { LikePaper } from '#core/submission.ts'
import type { Db } from '#store/rows.ts'

const SHOWN_AT_MOST = 10

/** Visible to a submitter: what is public, and what the same key sent and nobody turned down. */
const visible = (db: Db, keyId: string | null) =>
  db
    .selectFrom('papers')
    .select(['id', 'title', 'seq'])
    .where((eb) =>
      eb.or([
        eb('state', '=', 'accepted'),
        eb.and([eb('submitted_by', '=', keyId), eb('state', 'in', ['pending', 'changes_requested'])]),
      ]),
    )
    .orderBy('seq')
    .limit(SHOWN_AT_MOST)

export const findLikeness = async (
  db: Db,
  paper: Pick<Paper, 'id' | 'title' | 'year'> & Likeness,
  keyId: string | null,
): Promise<LikePaper[]> => {
  const byDoi = paper.doi === null ? [] : await visible(db, keyId).where('doi', '=', paper.doi).execute()
  const byArxiv = paper.arxivId === null ? [] : await visible(db, keyId).where('arxiv_id', '=', paper.arxivId).execute()
  const byTitle = await visible(db, keyId)
    .where('title_key', '=', textKey(paper.title))
    .where('year', '=', paper.year)
    .execute()
  const found = new Map<string, LikePaper>()
  const note = (rows: { id: string; title: string }[], match: LikePaper['match']): void => {
    for (const { id, title } of rows) if (id !== paper.id && !found.has(id)) found.set(id, { id, title, match })
  }
  note(byDoi, 'doi')
  note(byArxiv, 'arxiv')
  note(byTitle, 'title_year')
  return [...found.values()]
}

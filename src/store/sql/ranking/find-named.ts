import { namedPaper } from '#core/search/named-paper.ts'
import type { Db } from '#store/rows.ts'

/** The public paper that a text names by its id, DOI or arXiv id; of one that was merged away, the paper it leads to. */
export const findNamed = async (db: Db, text: string): Promise<number | null> => {
  const named = namedPaper(text)
  if (named === null) return null
  const { id, doi, arxivId } = named
  const row = await db
    .selectFrom('papers as named')
    .leftJoin('paper_redirects', 'paper_redirects.paper_seq', 'named.seq')
    .innerJoin('papers', (join) =>
      join.on((eb) => eb('papers.seq', '=', eb.fn.coalesce('paper_redirects.into_seq', 'named.seq'))),
    )
    .select('papers.seq')
    .where((eb) =>
      eb.or([
        ...(id === null ? [] : [eb('named.id', '=', id)]),
        ...(doi === null ? [] : [eb('named.doi', '=', doi)]),
        ...(arxivId === null ? [] : [eb('named.arxiv_id', '=', arxivId)]),
      ]),
    )
    .where('papers.state', '=', 'accepted')
    .orderBy('papers.rank_key')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

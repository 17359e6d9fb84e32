import type { KnownPaper } from '#core/cited-references.ts'
import type { ReferenceReader } from '#ports/store/library.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/engine.ts'

const MAX_FOUND = 20

const known = (db: Db) =>
  db
    .selectFrom('papers as named')
    .leftJoin('paper_redirects', 'paper_redirects.paper_seq', 'named.seq')
    .innerJoin('papers', (join) =>
      join.on((eb) => eb('papers.seq', '=', eb.fn.coalesce('paper_redirects.into_seq', 'named.seq'))),
    )
    .select(['papers.id', 'papers.title', 'papers.year', 'papers.authors', 'papers.state'])
    .select(['named.doi', 'named.arxiv_id', 'named.title as named_title'])
    .where('named.state', 'in', ['accepted', 'retracted', 'merged'])
    .where('papers.state', 'in', ['accepted', 'retracted'])
    .orderBy('papers.seq')
    .limit(MAX_FOUND)

type FoundRow = Awaited<ReturnType<ReturnType<typeof known>['execute']>>[number]

const toKnownPaper = ({ authors, state, arxiv_id: arxivId, named_title: named, ...paper }: FoundRow): KnownPaper => ({
  ...paper,
  arxivId,
  otherTitle: named === paper.title ? null : named,
  authors: JSON.parse(authors) as string[],
  state: state === 'retracted' ? 'retracted' : 'accepted',
})

export const referenceReader = (db: Db): ReferenceReader => ({
  find: async ({ doi, arxivId, titleKeys }) => {
    const rows = [
      ...(doi === null ? [] : await known(db).where('named.doi', '=', doi).execute()),
      ...(arxivId === null ? [] : await known(db).where('named.arxiv_id', '=', arxivId).execute()),
      ...(titleKeys.length === 0
        ? []
        : await known(db).where('named.title_key', 'in', paddedKeys(titleKeys)).execute()),
    ]
    const found = new Map<string, KnownPaper>()
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, toKnownPaper(row))
    return [...found.values()].slice(0, MAX_FOUND)
  },
})

import { sql } from 'kysely'
import type { KnownPaper } from '#core/cited-references.ts'
import type { LibraryWork } from '#core/report/library-work.ts'
import type { NamedWorks, ReferenceReader } from '#ports/store/library.ts'
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

const citedWorks = (db: Db) =>
  db
    .selectFrom('papers as named')
    .leftJoin('paper_redirects', 'paper_redirects.paper_seq', 'named.seq')
    .innerJoin('papers', (join) =>
      join.on((eb) => eb('papers.seq', '=', eb.fn.coalesce('paper_redirects.into_seq', 'named.seq'))),
    )
    .select(['papers.id', 'papers.state', 'papers.url as current_url', 'named.id as named_id', 'named.title'])
    .select(['named.title_key', 'named.year', 'named.authors', 'named.doi', 'named.arxiv_id', 'named.url'])
    .where('papers.state', 'in', ['accepted', 'retracted'])

type WorkRow = Awaited<ReturnType<ReturnType<typeof citedWorks>['execute']>>[number]

const toCitedWork = ({ id, state, current_url: currentUrl, named_id: namedId, ...named }: WorkRow): LibraryWork => ({
  id,
  state: state === 'retracted' ? 'retracted' : 'accepted',
  currentUrl,
  named: {
    id: namedId,
    title: named.title,
    titleKey: named.title_key,
    year: named.year,
    authors: JSON.parse(named.authors) as string[],
    doi: named.doi,
    arxivId: named.arxiv_id,
    url: named.url,
  },
})

const workColumns = {
  ids: 'named.id',
  dois: 'named.doi',
  arxivIds: 'named.arxiv_id',
  urls: 'named.url',
  titleKeys: 'named.title_key',
} as const satisfies Record<keyof NamedWorks, string>

/** Keys that one statement looks up. */
const KEYS_AT_ONCE = 400

const findWorks = async (db: Db, by: keyof NamedWorks, values: readonly string[]): Promise<LibraryWork[]> => {
  const found: LibraryWork[] = []
  const keys = [...new Set(values)]
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE)
    const rows = await citedWorks(db)
      .where(workColumns[by], 'in', paddedKeys(some))
      .where('named.state', 'in', ['accepted', 'retracted', 'merged'])
      .limit(MAX_FOUND * some.length)
      .execute()
    found.push(...rows.map(toCitedWork))
  }
  return found
}

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
  works: async (named) => {
    const found: LibraryWork[] = []
    for (const by of Object.keys(workColumns) as (keyof NamedWorks)[])
      found.push(...(await findWorks(db, by, named[by])))
    return found
  },
  withdrawn: async (most) => {
    const found: LibraryWork[] = []
    // The index of papers that are not public has each state in the order of their numbers.
    for (const state of ['retracted', 'merged'] as const) {
      const rows = await citedWorks(db)
        .where('named.state', '<>', sql.lit('accepted' as const))
        .where('named.state', '=', state)
        .orderBy('named.seq', 'desc')
        .limit(most)
        .execute()
      found.push(...rows.map(toCitedWork))
    }
    return found
  },
})

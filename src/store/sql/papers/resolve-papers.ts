import { paperWithFileFromRow } from '#store/sql/engine/paper-from-row.ts'
import type { PaperReference } from '#core/papers/paper-reference.ts'
import type { PublicPaper } from '#core/papers/public-paper.ts'
import type { ResolvedPaper } from '#ports/store/papers.ts'
import type { Db, PaperRow } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Where each name of a paper is kept; each has an index. */
const columns = { id: 'id', doi: 'doi', arxivId: 'arxiv_id', url: 'url' } as const

type Name = keyof typeof columns

/** Rows that the public may know of, by what they were called; each way of calling has an index. */
const rowsCalled = async (db: Db, by: Name, values: readonly string[]): Promise<Map<string, PaperRow[]>> => {
  if (values.length === 0) return new Map()
  const rows = await db
    .selectFrom('papers')
    .selectAll()
    .where(columns[by], 'in', paddedKeys([...new Set(values)]))
    .where('state', 'in', ['accepted', 'retracted', 'merged'])
    .execute()
  return Map.groupBy(rows, (row) => row[columns[by]] ?? '')
}

/** Several papers may share a DOI: one that can be read comes before one that cannot, then the public order. */
const bestOf = (rows: readonly PaperRow[]): PaperRow | undefined =>
  rows.toSorted((a, b) => Number(b.state === 'accepted') - Number(a.state === 'accepted') || a.rank_key - b.rank_key)[0]

const names = Object.keys(columns) as Name[]

/**
 * The paper that each reference means; null where it means none that is public.
 *
 * @param findPublic what the public knows under an id
 */
export const resolvePapers = async (
  db: Db,
  references: readonly PaperReference[],
  findPublic: (id: string) => Promise<PublicPaper | null>,
): Promise<(ResolvedPaper | null)[]> => {
  const found = new Map<string, Map<string, PaperRow[]>>()
  for (const name of names) {
    const values = references.flatMap(({ by, value }) => (by === name ? [value] : []))
    found.set(name, await rowsCalled(db, name, values))
  }
  const resolved = references.map(async ({ by, value }): Promise<ResolvedPaper | null> => {
    const row = bestOf(found.get(by)?.get(value) ?? [])
    if (row === undefined) return null
    if (row.state === 'accepted') return { state: 'accepted', paper: paperWithFileFromRow(row) }
    const known = await findPublic(row.id)
    return known === null ? null : { id: row.id, ...known }
  })
  return Promise.all(resolved)
}

import { hostOf } from '#core/identifiers.ts'
import type { Paper } from '#core/paper.ts'
import { textKey } from '#core/search-text.ts'
import type { Db } from '#store/rows.ts'

/** Counts of accepted papers by trait, kept up to date with each change so that no page ever counts the corpus. */

type Facet = 'all' | 'year' | 'chapter' | 'type' | 'source' | 'framework'

const traits = (paper: Paper): [Facet, string][] => {
  const host = paper.url === null ? null : hostOf(paper.url)
  const frameworks = new Set(paper.frameworks.map(textKey))
  return [
    ['all', ''],
    ['year', String(paper.year)],
    ...(paper.chapter === null ? [] : [['chapter', String(paper.chapter)] as [Facet, string]]),
    ...(paper.type === null ? [] : [['type', paper.type] as [Facet, string]]),
    ...(host === null ? [] : [['source', host] as [Facet, string]]),
    ...[...frameworks].map((name): [Facet, string] => ['framework', name]),
  ]
}

/** @param change +1 for papers that become public, -1 for those that cease to be */
export const tally = async (db: Db, papers: readonly Paper[], change: 1 | -1): Promise<void> => {
  const sums = new Map<string, { facet: Facet; value: string; papers: number }>()
  for (const paper of papers)
    for (const [facet, value] of traits(paper)) {
      const sum = sums.get(`${facet} ${value}`) ?? { facet, value, papers: 0 }
      sum.papers += change
      sums.set(`${facet} ${value}`, sum)
    }
  for (const sum of sums.values())
    await db
      .insertInto('tallies')
      .values(sum)
      .onConflict((conflict) =>
        conflict
          .columns(['facet', 'value'])
          .doUpdateSet((eb) => ({ papers: eb('tallies.papers', '+', eb.ref('excluded.papers')) })),
      )
      .execute()
}

/** Accepted papers with one trait. */
export const tallied = async (db: Db, facet: Facet, value = ''): Promise<number> => {
  const row = await db
    .selectFrom('tallies')
    .select('papers')
    .where('facet', '=', facet)
    .where('value', '=', value)
    .executeTakeFirst()
  return row?.papers ?? 0
}

/** Values of a trait that some accepted paper has, with their counts. */
export const talliesOf = (db: Db, facet: Facet): Promise<{ value: string; papers: number }[]> =>
  db.selectFrom('tallies').select(['value', 'papers']).where('facet', '=', facet).where('papers', '>', 0).execute()

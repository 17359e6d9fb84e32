import { SITEMAP_PART_SIZE } from '#core/records/sitemap-part.ts'
import { sql } from 'kysely'
import type { SitemapReader } from '#ports/store/sitemap.ts'
import type { Db } from '#store/rows.ts'

/** Written as in the index `papers_in_sitemap`, which both engines find by these words. */
const PART = sql<number>`seq / ${sql.raw(String(SITEMAP_PART_SIZE))}`

const publicPapersIn = (db: Db, part: number) =>
  db.selectFrom('papers').where('state', '=', 'accepted').where(PART, '=', part)

const changedAt = async (db: Db, part: number): Promise<string | null> => {
  const row = await publicPapersIn(db, part)
    .select((eb) => eb.fn.max('updated_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

export const sitemapReader = (db: Db): SitemapReader => ({
  parts: async () => {
    const row = await db
      .selectFrom('papers')
      .select((eb) => eb.fn.max('seq').as('last'))
      .executeTakeFirst()
    const parts = []
    for (let part = 0; part <= (row?.last ?? -1) / SITEMAP_PART_SIZE; part += 1) {
      const at = await changedAt(db, part)
      if (at !== null) parts.push({ part, changedAt: at })
    }
    return parts
  },
  papers: (part) =>
    publicPapersIn(db, part).select(['id', 'updated_at as changedAt']).orderBy('updated_at').orderBy('id').execute(),
})

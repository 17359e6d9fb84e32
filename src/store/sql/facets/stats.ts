import type { StatsReader } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import { countByTraits, talliesOf } from './counters.ts'

export const statsReader = (db: Db): StatsReader => ({
  counts: async () => {
    const concepts = await db
      .selectFrom('concept_years')
      .select((eb) => eb.fn.count<number>('concept_seq').distinct().as('count'))
      .where('papers', '>', 0)
      .executeTakeFirstOrThrow()
    return {
      papers: await countByTraits(db, { chapter: null, type: null, minLongHorizon: null }),
      sources: (await talliesOf(db, 'source')).length,
      concepts: concepts.count,
      frameworks: (await talliesOf(db, 'framework')).length,
    }
  },
})

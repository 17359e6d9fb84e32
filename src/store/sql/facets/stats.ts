import { everyPaper } from '#core/search/paper-filter.ts'
import type { StatsReader } from '#ports/store/editorial.ts'
import type { Db } from '#store/rows.ts'
import { countByAttributes, readCounters } from './counters.ts'

export const statsReader = (db: Db): StatsReader => ({
  counts: async () => {
    const concepts = await db
      .selectFrom('concept_years')
      .select((eb) => eb.fn.count<number>('concept_seq').distinct().as('count'))
      .where('papers', '>', 0)
      .executeTakeFirstOrThrow()
    return {
      papers: await countByAttributes(db, everyPaper),
      sources: (await readCounters(db, 'source')).length,
      concepts: concepts.count,
      frameworks: (await readCounters(db, 'framework')).length,
    }
  },
})

import type { Db } from '#store/rows.ts'
import { textVersionOf } from './text-version.ts'

const AT_ONCE = 500

/** Notes the full texts of papers that become public, so that a job renders those that are new. */
export const notePublicTexts = async (db: Db, paperSeqs: readonly number[]): Promise<void> => {
  for (let first = 0; first < paperSeqs.length; first += AT_ONCE)
    await db
      .insertInto('rendered_texts')
      .columns(['paper_seq', 'version', 'renderer'])
      .expression(
        db
          .selectFrom('papers')
          .innerJoin('paper_texts', 'paper_texts.paper_seq', 'papers.seq')
          .select((eb) => ['papers.seq', textVersionOf(null).as('version'), eb.lit(0).as('renderer')])
          .where('papers.seq', 'in', paperSeqs.slice(first, first + AT_ONCE)),
      )
      .onConflict((conflict) => conflict.columns(['paper_seq', 'version']).doNothing())
      .execute()
}

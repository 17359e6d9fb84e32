import { ANALYZER_VERSION } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'

/** Whether a program with another way of folding words made the stored keys and the index. */
export const hasOtherAnalyzer = async (db: Db): Promise<boolean> => {
  const { analyzer } = await db.selectFrom('corpus').select('analyzer').executeTakeFirstOrThrow()
  return analyzer !== ANALYZER_VERSION
}

import type { RenderingSubject } from '#ports/store/renderings.ts'
import type { Db } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'

const OUTDATED = { renderer: 0, markup: null }

/** Notes that a text was written, so that its markup is made anew; null when there is none any more. */
export const outdateRendering = async (db: Db, subject: RenderingSubject, text: string | null): Promise<void> => {
  if (text === null) await db.deleteFrom('renderings').where('subject', '=', subject).execute()
  else
    await db
      .insertInto('renderings')
      .values({ subject, ...OUTDATED })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(OUTDATED))
      .execute()
}

/** The same for papers that are new. */
export const outdateNewRenderings = (
  scope: TransactionContext,
  papers: readonly { id: string; commentary: string | null }[],
): Promise<void> =>
  insertRows(
    scope,
    'renderings',
    papers.flatMap(({ id, commentary }) =>
      commentary === null ? [] : [{ subject: `paper:${id}` as const, ...OUTDATED }],
    ),
  )

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

/** Keeps what was made of the commentary of a paper for the version that readers can still ask for. */
export const keepVersionRendering = async (db: Db, { id, version }: { id: string; version: number }): Promise<void> => {
  await db
    .insertInto('renderings')
    .columns(['subject', 'renderer', 'markup'])
    .expression(
      db
        .selectFrom('renderings')
        .select((eb) => [eb.val<RenderingSubject>(`version:${id}:${version}`).as('subject'), 'renderer', 'markup'])
        .where('subject', '=', `paper:${id}`),
    )
    .execute()
}

/** Notes the commentaries of papers that are new. */
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

import type { Db } from '#store/rows.ts'

/** The full text of a paper is in a table of its own, since most reads do not need it. */
export const findFullText = async (db: Db, seq: number): Promise<string | null> => {
  const row = await db.selectFrom('paper_texts').select('body').where('paper_seq', '=', seq).executeTakeFirst()
  return row?.body ?? null
}

export const saveFullText = async (db: Db, seq: number, body: string | null): Promise<void> => {
  if (body === null) await db.deleteFrom('paper_texts').where('paper_seq', '=', seq).execute()
  else
    await db
      .insertInto('paper_texts')
      .values({ paper_seq: seq, body })
      .onConflict((conflict) => conflict.column('paper_seq').doUpdateSet({ body }))
      .execute()
}

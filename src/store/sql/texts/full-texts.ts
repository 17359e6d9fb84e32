import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Db, Tables } from '#store/rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import { cutText } from './cut-text.ts'

type TextRow = Tables['paper_texts']

/**
 * The full text of a paper is in a table of its own, since most reads do not need it. A long one is stored in parts, so that
 * no statement holds others up: the first where the text would be, the others in `text_parts`, under the version of the paper
 * that brought them, which the first one names; null where there are none. Texts of older releases, of any length, are whole.
 */
type FirstPart = Pick<TextRow, 'body' | 'parts_of'>

/** The parts behind the first one, each read in a turn of its own. What is under a version never changes. */
const readFurtherParts = async (db: Db, seq: number, version: number): Promise<string> => {
  let text = ''
  for (let part = 1; ; part += 1) {
    const row = await db
      .selectFrom('text_parts')
      .select('body')
      .where('paper_seq', '=', seq)
      .where('version', '=', version)
      .where('part', '=', part)
      .executeTakeFirst()
    if (row === undefined) return text
    text += row.body
    await nextTurn()
  }
}

/** The whole of a text whose first part was read. */
export const wholeText = async (db: Db, seq: number, { body, parts_of }: FirstPart): Promise<string> =>
  parts_of === null ? body : body + (await readFurtherParts(db, seq, parts_of))

const findFirstPart = (db: Db, seq: number): Promise<FirstPart | undefined> =>
  db.selectFrom('paper_texts').select(['body', 'parts_of']).where('paper_seq', '=', seq).executeTakeFirst()

export const findFullText = async (db: Db, seq: number): Promise<string | null> => {
  const first = await findFirstPart(db, seq)
  return first === undefined ? null : wholeText(db, seq, first)
}

/** Stores all but the first part of a text that a version brought; returns the first. */
const storeFurtherParts = async (db: Db, key: { seq: number; version: number }, text: string): Promise<FirstPart> => {
  const { seq, version } = key
  const [body, ...further] = cutText(text)
  for (const [index, rest] of further.entries())
    await db
      .insertInto('text_parts')
      .values({ paper_seq: seq, version, part: index + 1, body: rest })
      .execute()
  return { body, parts_of: further.length === 0 ? null : version }
}

/** A paper that was just added is of this version, as the table counts them. */
const FIRST_VERSION = 1
/** Longer ones are stored one by one. */
const SHORT_LENGTH = 32_768

/** Stores the texts of papers that were just added. */
export const addFullTexts = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  texts: readonly { seq: number; text: string }[],
): Promise<void> => {
  const short: TextRow[] = []
  for (const { seq, text } of texts) {
    const row = { paper_seq: seq, ...(await storeFurtherParts(scope.db, { seq, version: FIRST_VERSION }, text)) }
    if (row.body.length <= SHORT_LENGTH) short.push(row)
    else await insertRows(scope, 'paper_texts', [row])
  }
  await insertRows(scope, 'paper_texts', short)
}

/** Stores the text that a version of a paper brings; returns what the version itself keeps of it. */
export const saveFullText = async (
  db: Db,
  { seq, version }: { seq: number; version: number },
  text: string | null,
): Promise<string | null> => {
  if (text === null) {
    await db.deleteFrom('paper_texts').where('paper_seq', '=', seq).execute()
    return null
  }
  const first = await storeFurtherParts(db, { seq, version }, text)
  await db
    .insertInto('paper_texts')
    .values({ paper_seq: seq, ...first })
    .onConflict((conflict) => conflict.column('paper_seq').doUpdateSet(first))
    .execute()
  return first.body
}

/** What the version that brought the present text keeps of it, where it was not kept for it before. */
export const keepFullText = async (
  db: Db,
  { seq, version }: { seq: number; version: number },
): Promise<string | null> => {
  const first = await findFirstPart(db, seq)
  if (first === undefined) return null
  return first.parts_of === null ? (await storeFurtherParts(db, { seq, version }, first.body)).body : first.body
}

/** The whole text that a saved version brought. @param kept what the version itself keeps of it */
export const findKeptText = async (
  db: Db,
  { seq, version }: { seq: number; version: number },
  kept: string | null,
): Promise<string | null> => (kept === null ? null : kept + (await readFurtherParts(db, seq, version)))

/** Deletes the texts of papers that were never public, with their parts one after another. */
export const deleteTexts = async (db: Db, seqs: readonly number[]): Promise<void> => {
  const long = await db
    .selectFrom('text_parts')
    .select(['paper_seq', 'version', 'part'])
    .where('paper_seq', 'in', seqs)
    .execute()
  for (const { paper_seq, version, part } of long)
    await db
      .deleteFrom('text_parts')
      .where('paper_seq', '=', paper_seq)
      .where('version', '=', version)
      .where('part', '=', part)
      .execute()
  await db.deleteFrom('paper_texts').where('paper_seq', 'in', seqs).execute()
}

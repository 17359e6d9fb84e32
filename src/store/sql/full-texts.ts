import type { Db, Tables } from '#store/rows.ts'
import { type TransactionContext, insertRows, paddedKeys } from '#store/sql/engine/engine.ts'

/** The length of a part in UTF-16 code units: SQLite stores this much in about 2 ms. */
export const PART_LENGTH = 262_144

const isFirstOfPair = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdbff
}

/** Cuts a text into one or more parts, never within a surrogate pair. */
export const cutText = (text: string, length = PART_LENGTH): [string, ...string[]] => {
  const endOf = (from: number): number => {
    const end = from + length
    return end < text.length && isFirstOfPair(text, end - 1) ? end - 1 : end
  }
  let end = endOf(0)
  const parts: [string, ...string[]] = [text.slice(0, end)]
  while (end < text.length) {
    const from = end
    end = endOf(from)
    parts.push(text.slice(from, end))
  }
  return parts
}

/**
 * Full texts have a table of their own, since most reads do not need them. The first part of a long one stands in
 * `paper_texts`, the others in `text_parts` under the version of the paper that introduced the text, which is
 * `parts_version`; null if there are none. Versions with the same text thus share its parts. Texts from older releases
 * are in one piece whatever their length.
 */
type FirstPart = Pick<Tables['paper_texts'], 'body' | 'parts_version'>

/** Between two statements a transaction lets others in. */
const PARTS_AT_ONCE = 4

/** All parts but the first. The parts of a version never change. */
const readFurtherParts = async (db: Db, seq: number, version: number): Promise<string> => {
  const bodies: string[] = []
  for (let rows: { body: string }[] | null = null; rows === null || rows.length === PARTS_AT_ONCE;) {
    rows = await db
      .selectFrom('text_parts')
      .select('body')
      .where('paper_seq', '=', seq)
      .where('version', '=', version)
      .where('part', '>', bodies.length)
      .orderBy('part')
      .limit(PARTS_AT_ONCE)
      .execute()
    bodies.push(...rows.map(({ body }) => body))
  }
  return bodies.join('')
}

/** Completes a text whose first part has been read. */
export const wholeText = async (db: Db, seq: number, { body, parts_version }: FirstPart): Promise<string> =>
  parts_version === null ? body : body + (await readFurtherParts(db, seq, parts_version))

const findFirstPart = (db: Db, seq: number): Promise<FirstPart | undefined> =>
  db.selectFrom('paper_texts').select(['body', 'parts_version']).where('paper_seq', '=', seq).executeTakeFirst()

export const findFullText = async (db: Db, seq: number): Promise<string | null> => {
  const first = await findFirstPart(db, seq)
  return first === undefined ? null : wholeText(db, seq, first)
}

/** Stores all but the first part of a text that a version introduced; returns the first. */
const storeFurtherParts = async (db: Db, key: { seq: number; version: number }, text: string): Promise<FirstPart> => {
  const { seq, version } = key
  const [body, ...further] = cutText(text)
  if (further.length === 0) return { body, parts_version: null }
  const rows = further.map((rest, index) => ({ paper_seq: seq, version, part: index + 1, body: rest }))
  await db.insertInto('text_parts').values(rows).execute()
  return { body, parts_version: version }
}

/** The version of a newly added paper, as the table counts them. */
const FIRST_VERSION = 1

/** Stores the texts of newly added papers. */
export const addFullTexts = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  texts: readonly { seq: number; text: string }[],
): Promise<void> => {
  const rows: Tables['paper_texts'][] = []
  for (const { seq, text } of texts)
    rows.push({ paper_seq: seq, ...(await storeFurtherParts(scope.db, { seq, version: FIRST_VERSION }, text)) })
  await insertRows(scope, 'paper_texts', rows)
}

/** Stores the text that a version introduces; returns what the version's own row stores of it. */
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

/**
 * Prepares the current text for a version's own row, moving further parts to `text_parts` if they are not there yet;
 * returns what the row stores.
 */
export const storeForVersion = async (
  db: Db,
  { seq, version }: { seq: number; version: number },
): Promise<string | null> => {
  const first = await findFirstPart(db, seq)
  if (first === undefined) return null
  return first.parts_version === null ? (await storeFurtherParts(db, { seq, version }, first.body)).body : first.body
}

/**
 * The whole text that a saved version introduced.
 * @param first what the version's own row stores of it
 */
export const findVersionText = async (
  db: Db,
  { seq, version }: { seq: number; version: number },
  first: string | null,
): Promise<string | null> => (first === null ? null : first + (await readFurtherParts(db, seq, version)))

/** Deletes the texts of papers that were never public, one paper at a time, since a text may have megabytes. */
export const deleteTexts = async (db: Db, seqs: readonly number[]): Promise<void> => {
  for (const table of ['text_parts', 'paper_texts'] as const) {
    const having = await db
      .selectFrom(table)
      .select('paper_seq')
      .distinct()
      .where('paper_seq', 'in', paddedKeys(seqs))
      .execute()
    for (const { paper_seq } of having) await db.deleteFrom(table).where('paper_seq', '=', paper_seq).execute()
  }
}

import { placedPassages } from '#core/passages/text-parts.ts'
import { passageImpacts } from '#core/search/ranking/passage-terms.ts'
import type { Db, Tables } from '#store/rows.ts'
import { wholeText } from '#store/sql/texts/full-texts.ts'
import { insertRows } from '#store/sql/engine/insert-rows.ts'
import type { TransactionContext } from '#store/sql/engine/engine.ts'
import type { PassageEntry } from '#store/sql/postings/add-segment.ts'

type PassageRow = Tables['passages']

/** The first part of a text may have a megabyte. */
const TEXTS_AT_ONCE = 20

/** Writers take turns, so nobody else gets the next number. */
const nextSeq = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('passages')
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirst()
  return (row?.last ?? 0) + 1
}

const rankedPassages = (rows: readonly PassageRow[]): PassageEntry[] =>
  rows.flatMap(({ seq, text }) => {
    const impacts = passageImpacts(text)
    return impacts.levels.length === 0 ? [] : [{ seq, impacts }]
  })

const addSome = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  paperSeqs: readonly number[],
): Promise<PassageEntry[]> => {
  const { db } = scope
  const firstParts = await db
    .selectFrom('paper_texts')
    .selectAll()
    .where('paper_seq', 'in', [...paperSeqs])
    .orderBy('paper_seq')
    .execute()
  if (firstParts.length === 0) return []
  const texts: { paper_seq: number; body: string }[] = []
  for (const { paper_seq, ...part } of firstParts) texts.push({ paper_seq, body: await wholeText(db, paper_seq, part) })
  const first = await nextSeq(db)
  const rows = texts
    .flatMap(({ paper_seq, body }) => placedPassages(body).map((passage) => ({ paper_seq, ...passage })))
    .flatMap(({ paper_seq, place, part, text }, index): PassageRow[] => {
      if (place.source !== 'fullText') return []
      return [{ seq: first + index, paper_seq, section: place.section, number: place.number, part, text }]
    })
  await insertRows(scope, 'passages', rows)
  return rankedPassages(rows)
}

/** Stores the passages of the full texts of papers that become public; returns what the index of the ranking needs. */
export const addPassages = async (
  scope: Pick<TransactionContext, 'db' | 'engine'>,
  paperSeqs: readonly number[],
): Promise<PassageEntry[]> => {
  const entries: PassageEntry[] = []
  for (let first = 0; first < paperSeqs.length; first += TEXTS_AT_ONCE)
    entries.push(...(await addSome(scope, paperSeqs.slice(first, first + TEXTS_AT_ONCE))))
  return entries
}

/** The reverse, for papers that leave: returns what the index is to take back. */
export const removePassages = async (db: Db, paperSeqs: readonly number[]): Promise<PassageEntry[]> => {
  if (paperSeqs.length === 0) return []
  const rows = await db
    .selectFrom('passages')
    .selectAll()
    .where('paper_seq', 'in', [...paperSeqs])
    .execute()
  if (rows.length === 0) return []
  await db
    .deleteFrom('passages')
    .where('paper_seq', 'in', [...paperSeqs])
    .execute()
  return rankedPassages(rows)
}

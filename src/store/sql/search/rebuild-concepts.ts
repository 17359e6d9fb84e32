import type { Selectable } from 'kysely'
import { fold, PHRASE_BREAK, textKey } from '#core/text/tokenize.ts'
import type { Db, Tables } from '#store/rows.ts'

type ConceptRow = Selectable<Tables['concepts']>

/** The key of an alias that leads to a concept by its id alone: no name has it. */
const keyOfId = (id: string): string => `${PHRASE_BREAK} ${id}`

/** Both ids lead to the older concept from now on; the topics of papers stay as they are. */
const mergeIntoOlder = async (db: Db, older: ConceptRow, newer: ConceptRow): Promise<void> => {
  await db.updateTable('concept_aliases').set({ concept_seq: older.seq }).where('concept_seq', '=', newer.seq).execute()
  await db.deleteFrom('concepts').where('seq', '=', newer.seq).execute()
  const alias = { name_key: keyOfId(newer.id), id: newer.id, concept_seq: older.seq }
  await db.insertInto('concept_aliases').values(alias).execute()
  if (older.definition === null && newer.definition !== null)
    await db.updateTable('concepts').set({ definition: newer.definition }).where('seq', '=', older.seq).execute()
}

const rebuildConceptKeys = async (db: Db): Promise<Set<string>> => {
  const rows = await db.selectFrom('concepts').selectAll().orderBy('seq').execute()
  const byKey = Map.groupBy(rows, ({ name }) => textKey(name))
  const changed: { seq: number; key: string }[] = []
  for (const [key, [older, ...others]] of byKey) {
    if (older === undefined) continue
    for (const newer of others) await mergeIntoOlder(db, older, newer)
    if (older.name_key !== key) changed.push({ seq: older.seq, key })
  }
  const setKey = (seq: number, key: string) =>
    db.updateTable('concepts').set({ name_key: key }).where('seq', '=', seq).execute()
  // One may get the key that another is about to give up.
  for (const { seq } of changed) await setKey(seq, keyOfId(String(seq)))
  for (const { seq, key } of changed) await setKey(seq, key)
  return new Set(byKey.keys())
}

/** Of former names only the keys are known. One that a concept or another alias has now is no former name any more. */
const rebuildAliasKeys = async (db: Db, usedKeys: Set<string>): Promise<void> => {
  const aliases = await db.selectFrom('concept_aliases').selectAll().orderBy('name_key').execute()
  for (const { name_key: before, id } of aliases) {
    const folded = before.startsWith(PHRASE_BREAK) ? before : fold(before)
    const isFree = !usedKeys.has(folded)
    usedKeys.add(folded)
    if (isFree && folded === before) continue
    const row = { name_key: isFree ? folded : keyOfId(id ?? '') }
    if (!isFree && id === null) await db.deleteFrom('concept_aliases').where('name_key', '=', before).execute()
    else await db.updateTable('concept_aliases').set(row).where('name_key', '=', before).execute()
  }
}

/**
 * Rebuilds the keys of concepts and leaves them without papers: concepts whose names have become one are merged, and
 * one that stood for several names is split when its papers are linked again by their own words.
 */
export const rebuildConcepts = async (db: Db): Promise<void> => {
  await db.deleteFrom('paper_concepts').execute()
  await db.deleteFrom('concept_years').execute()
  await rebuildAliasKeys(db, await rebuildConceptKeys(db))
}

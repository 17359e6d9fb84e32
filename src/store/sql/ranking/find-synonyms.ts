import { nameKeysIn } from '#core/search/ranking/name-keys.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** Of more names only the first count. */
const MAX_SYNONYMS = 8

/** The other names of public concepts that a text names: what a concept is called now, and what it was called before. */
export const findSynonyms = async (db: Db, text: string): Promise<string[]> => {
  const keys = paddedKeys(nameKeysIn(text))
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('concept_aliases')
    .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
    .select(['concept_aliases.name_key as alias', 'concepts.name', 'concepts.name_key as key'])
    .where((eb) => eb.or([eb('concept_aliases.name_key', 'in', keys), eb('concepts.name_key', 'in', keys)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('concept_years')
          .select('concept_years.year')
          .whereRef('concept_years.concept_seq', '=', 'concepts.seq')
          .where('concept_years.papers', '>', 0),
      ),
    )
    .orderBy('concepts.seq')
    .orderBy('concept_aliases.name_key')
    .limit(MAX_SYNONYMS)
    .execute()
  const asked = new Set(keys)
  return [
    ...new Set(
      rows.flatMap(({ alias, name, key }) => [...(asked.has(key) ? [] : [name]), ...(asked.has(alias) ? [] : [alias])]),
    ),
  ]
}

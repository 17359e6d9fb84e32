import { sql } from 'kysely'
import { nameKeysIn } from '#core/search/ranking/name-keys.ts'
import type { Db } from '#store/rows.ts'
import { paddedWith } from '#store/sql/engine/padded-keys.ts'

/** Of more names only the first count. */
const MAX_SYNONYMS = 8

type NamedConcept = { alias: string; name: string; key: string }

/** The other names of public concepts that a text names: what a concept is called now, and what it was called before. */
export const findSynonyms = async (db: Db, text: string): Promise<string[]> => {
  const keys = nameKeysIn(text)
  if (keys.length === 0) return []
  // Most corpora have renamed few concepts, many none: looking up every row of a question takes as long as six papers.
  const renamed = await db.selectFrom('concept_aliases').select('name_key').limit(1).executeTakeFirst()
  if (renamed === undefined) return []
  // Each key is looked up twice, however many aliases there are.
  const { rows } = await sql<NamedConcept>`
    with asked (name_key) as (values (${sql.join(paddedWith('', keys), sql`), (`)})),
    named (alias, concept_seq) as (
      select former.name_key, former.concept_seq from asked
      join concept_aliases former on former.name_key = cast(asked.name_key as text)
      union select former.name_key, former.concept_seq from asked
      join concepts on concepts.name_key = cast(asked.name_key as text)
      join concept_aliases former on former.concept_seq = concepts.seq)
    select named.alias, concepts.name, concepts.name_key as key from named cross join concepts
    where concepts.seq = named.concept_seq and exists (select 1 from concept_years where concept_years.concept_seq = concepts.seq and papers > 0)
    order by concepts.seq, named.alias limit ${MAX_SYNONYMS}`.execute(db)
  const asked = new Set(keys)
  return [
    ...new Set(
      rows.flatMap(({ alias, name, key }) => [...(asked.has(key) ? [] : [name]), ...(asked.has(alias) ? [] : [alias])]),
    ),
  ]
}

import type { PaperTopics } from '#core/webhooks/feed-topics.ts'
import { textKey } from '#core/text/tokenize.ts'
import type { Db } from '#store/rows.ts'
import { paddedKeys } from '#store/sql/engine/padded-keys.ts'

/** The names by which institutions go, by the keys of all ways to write them. */
const institutionNames = async (db: Db, written: readonly string[]): Promise<Map<string, string>> => {
  if (written.length === 0) return new Map()
  const keys = [...new Set(written.map((name) => textKey(name)))]
  const rows = await db.selectFrom('institutions').selectAll().where('name_key', 'in', paddedKeys(keys)).execute()
  return new Map(rows.map(({ name_key, name }) => [name_key, name]))
}

/** The lists that these papers are in, without those that are not public. */
export const readPaperTopics = async (db: Db, ids: readonly string[]): Promise<PaperTopics[]> => {
  if (ids.length === 0) return []
  const papers = await db
    .selectFrom('papers')
    .select(['seq', 'chapter', 'institution'])
    .where('id', 'in', paddedKeys(ids))
    .where('state', '=', 'accepted')
    .execute()
  if (papers.length === 0) return []
  const links = await db
    .selectFrom('paper_concepts')
    .innerJoin('concepts', 'concepts.seq', 'paper_concepts.concept_seq')
    .select(['paper_concepts.paper_seq', 'concepts.id'])
    .where('paper_concepts.paper_seq', 'in', paddedKeys(papers.map(({ seq }) => seq)))
    .execute()
  const conceptsOf = Map.groupBy(links, ({ paper_seq }) => paper_seq)
  const names = await institutionNames(
    db,
    papers.flatMap(({ institution }) => institution ?? []),
  )
  return papers.map(({ seq, chapter, institution }) => ({
    chapter,
    concepts: (conceptsOf.get(seq) ?? []).map(({ id }) => id),
    institution: institution === null ? null : (names.get(textKey(institution)) ?? null),
  }))
}

/** The ids that concepts go by now, also of those that became part of another one. */
export const readPresentConcepts = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  if (ids.length === 0) return []
  const keys = paddedKeys(ids)
  const own = await db.selectFrom('concepts').select('id').where('id', 'in', keys).execute()
  const merged = await db
    .selectFrom('concept_aliases')
    .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
    .select('concepts.id')
    .where('concept_aliases.id', 'in', keys)
    .execute()
  return [...new Set([...own, ...merged].map(({ id }) => id))]
}

import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { slug } from '#core/text/normalize-text.ts'
import type { Db } from '#store/rows.ts'
import { addToCounters } from '#store/sql/facets/counters.ts'
import { type TransactionContext, insertRows, paddedKeys } from '#store/sql/engine/engine.ts'

/** The first of `slug`, `slug-2`, `slug-3` and so on that no concept has or had. */
const freeId = async (db: Db, name: string): Promise<string> => {
  const base = slug(name)
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    const existing =
      (await db.selectFrom('concepts').select('id').where('id', '=', id).executeTakeFirst()) ??
      (await db.selectFrom('concept_aliases').select('id').where('id', '=', id).executeTakeFirst())
    if (existing === undefined) return id
  }
}

const NAMES_AT_ONCE = 100

/** Finds concepts by the keys of their current or former names. */
const findConceptSeqs = async (db: Db, keys: readonly string[]): Promise<Map<string, number>> => {
  const known = new Map<string, number>()
  for (let first = 0; first < keys.length; first += NAMES_AT_ONCE) {
    const padded = paddedKeys(keys.slice(first, first + NAMES_AT_ONCE))
    const aliases = await db
      .selectFrom('concept_aliases')
      .select(['concept_seq as seq', 'name_key'])
      .where('name_key', 'in', padded)
      .execute()
    const named = await db.selectFrom('concepts').select(['seq', 'name_key']).where('name_key', 'in', padded).execute()
    for (const { seq, name_key } of [...aliases, ...named]) known.set(name_key, seq)
  }
  return known
}

/** The concept that has or had a name; null if none did. */
export const findConceptSeq = async (db: Db, key: string): Promise<number | null> =>
  (await findConceptSeqs(db, [key])).get(key) ?? null

const addConcept = async (db: Db, name: string, key: string): Promise<number> => {
  const { seq } = await db
    .insertInto('concepts')
    .values({ id: await freeId(db, name), name, name_key: key, definition: null })
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq
}

/** Finds or creates the concepts of names; names that differ only in case, marks or hyphens are one. */
const ensureConcepts = async (db: Db, names: readonly string[]): Promise<(name: string) => number> => {
  const keys = new Map([...new Set(names)].map((name) => [name, textKey(name)]))
  const known = await findConceptSeqs(db, [...new Set(keys.values())])
  for (const [name, key] of keys) if (!known.has(key)) known.set(key, await addConcept(db, name, key))
  return (name) => known.get(keys.get(name) ?? '') ?? 0
}

/** Finds or creates the concept of a name. */
export const ensureConcept = async (db: Db, name: string): Promise<number> => (await ensureConcepts(db, [name]))(name)

/** A concept is public while it has papers: records which of these appear or disappear. */
const markConcepts = async (
  scope: TransactionContext,
  seqs: readonly number[],
  event: 'added' | 'retracted',
): Promise<void> => {
  for (let first = 0; first < seqs.length; first += NAMES_AT_ONCE) {
    const some = paddedKeys(seqs.slice(first, first + NAMES_AT_ONCE))
    const rows = await scope.db
      .selectFrom('concepts')
      .select('id')
      .where('seq', 'in', some)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('paper_concepts')
              .select('paper_seq')
              .whereRef('paper_concepts.concept_seq', '=', 'concepts.seq'),
          ),
        ),
      )
      .orderBy('seq')
      .execute()
    if (rows.length > 0) scope.markPublicChange(rows.map(({ id }) => ({ kind: 'concept', id, event })))
  }
}

/**
 * Links papers that become public to their concepts and counts them, or undoes both; returns the concept numbers of
 * each paper.
 */
export const linkConcepts = async (
  scope: TransactionContext,
  papers: readonly { seq: number; paper: Paper }[],
  change: 1 | -1,
): Promise<Map<number, number[]>> => {
  const { db } = scope
  const seqOf = await ensureConcepts(
    db,
    papers.flatMap(({ paper }) => paper.concepts),
  )
  const linked = new Map<number, number[]>()
  const links: { concept_seq: number; paper_seq: number }[] = []
  const sums = new Map<string, [number, number, number]>()
  for (const { seq, paper } of papers) {
    const seqs = [...new Set(paper.concepts.map(seqOf))]
    linked.set(seq, seqs)
    for (const concept of seqs) {
      links.push({ concept_seq: concept, paper_seq: seq })
      const key = `${concept} ${paper.year}`
      const sum = sums.get(key)
      if (sum === undefined) sums.set(key, [concept, paper.year, change])
      else sum[2] += change
    }
  }
  links.sort((a, b) => a.concept_seq - b.concept_seq)
  const seqs = [...new Set(links.map(({ concept_seq }) => concept_seq))]
  if (change === 1) {
    await markConcepts(scope, seqs, 'added')
    await insertRows(scope, 'paper_concepts', links)
  } else {
    for (const { concept_seq, paper_seq } of links)
      await db
        .deleteFrom('paper_concepts')
        .where('concept_seq', '=', concept_seq)
        .where('paper_seq', '=', paper_seq)
        .execute()
    await markConcepts(scope, seqs, 'retracted')
  }
  await addToCounters(db, 'concept_years', [...sums.values()])
  return linked
}

/** Former names of concepts, each with the current one. */
export const formerConceptNames = async (db: Db): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('concept_aliases')
    .innerJoin('concepts', 'concepts.seq', 'concept_aliases.concept_seq')
    .select(['concept_aliases.name_key', 'concepts.name'])
    .execute()
  return new Map(rows.map(({ name_key, name }) => [name_key, name]))
}

/** Current names, each concept once; the same list if nothing changes. */
export const currentConceptNames = (names: string[], former: ReadonlyMap<string, string>): string[] => {
  if (former.size === 0 || !names.some((name) => former.has(textKey(name)))) return names
  const present = new Map<string, string>()
  for (const name of names.map((topic) => former.get(textKey(topic)) ?? topic))
    if (!present.has(textKey(name))) present.set(textKey(name), name)
  return [...present.values()]
}

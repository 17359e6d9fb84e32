import {
  conceptMeanings,
  joinMeanings,
  weighAlikeWords,
  type DefinedConcept,
  type Meaning,
} from '#core/search/ranking/meanings.ts'
import { rarity } from '#core/search/ranking/accumulator.ts'
import type { Db } from '#store/rows.ts'

/** Of more defined concepts, the first by id count. */
const MAX_CONCEPTS = 500

/** Concepts without public papers are not public, so their definitions lead nowhere. */
const definedConcepts = async (db: Db): Promise<DefinedConcept[]> => {
  const rows = await db
    .selectFrom('concepts')
    .select(['name', 'definition'])
    .where('definition', 'is not', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('concept_years')
          .select('year')
          .whereRef('concept_years.concept_seq', '=', 'concepts.seq')
          .where('papers', '>', 0),
      ),
    )
    .orderBy('id')
    .limit(MAX_CONCEPTS)
    .execute()
  return rows.map(({ name, definition }) => ({ name, definition: definition ?? '' }))
}

/** Words that a question may mean, before the library is asked which of them it has. */
export type ProposedMeanings = {
  words: readonly string[]
  /** Those that occur in some paper, weighted by their rarity. */
  weigh(frequencyOf: ReadonlyMap<string, number>, papers: number): Meaning[]
}

export const NO_MEANINGS: ProposedMeanings = { words: [], weigh: () => [] }

export const proposeMeanings = async (
  db: Db,
  question: Parameters<typeof conceptMeanings>[1],
): Promise<ProposedMeanings> => {
  const meant = conceptMeanings(await definedConcepts(db), question)
  const { alike } = question
  return {
    words: [...alike, ...meant].map(({ term }) => term),
    weigh: (known, papers) => {
      const frequencyOf = (term: string): number => known.get(term) ?? 0
      return joinMeanings([...weighAlikeWords(alike, { papers, frequencyOf }), ...meant])
        .filter(({ term }) => frequencyOf(term) > 0)
        .map(({ term, weight, of }) => ({ term, weight: weight * rarity(papers, frequencyOf(term)), of }))
    },
  }
}

import type { Paper } from '#core/papers/paper.ts'
import { fieldWordsInSteps, indexedFields, type IndexedFields } from '#core/search/indexed-fields.ts'
import { termImpacts, type TermImpacts, IMPACT_LEVELS, impactOf } from './bm25.ts'
import { doSteps, type Steps } from '#core/steps.ts'
import { paperSpellingsInSteps } from '#core/search/spelling.ts'
import { tokenize } from '#core/text/tokenize.ts'
import { wordWeight } from './stop-words.ts'

/** The stored terms of a paper, derived from the paper alone. */
export type PaperTerms = { fields: IndexedFields; spellings: string[]; impacts: TermImpacts }

export function* paperTermsInSteps(paper: Paper): Steps<PaperTerms> {
  const words = yield* fieldWordsInSteps(paper)
  const spellings = yield* paperSpellingsInSteps(paper)
  return { fields: indexedFields(words), spellings, impacts: termImpacts(paper, words) }
}

/** The same at once. */
export const paperTerms = (paper: Paper): PaperTerms => doSteps(paperTermsInSteps(paper))

/** Prefix of full-text words in the index. No word begins with it, so papers and passages are kept apart. */
const PASSAGE_SIGN = '~'

/** A constant length norm, since passages are of similar length. */
const PASSAGE_NORM = 1.5

export const passageTerm = (term: string): string => PASSAGE_SIGN + term

/** The words of a passage with their impacts. Function words are not indexed. */
export const passageImpacts = (text: string): Pick<TermImpacts, 'terms' | 'levels'> => {
  const frequencies = new Map<string, number>()
  for (const { parts, joined, unsigned } of tokenize(text))
    for (const { token } of [...parts, ...joined, ...unsigned])
      if (wordWeight(token) > 0) frequencies.set(token, (frequencies.get(token) ?? 0) + 1)
  const levels = Uint8Array.from(frequencies.values(), (frequency) =>
    Math.max(1, Math.round(impactOf(frequency, PASSAGE_NORM) * (IMPACT_LEVELS - 1))),
  )
  return { terms: Array.from(frequencies.keys(), passageTerm), levels }
}

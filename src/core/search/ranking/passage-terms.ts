import { tokenize } from '#core/text/tokenize.ts'
import { wordWeight } from './filler-words.ts'
import { IMPACT_LEVELS, impactOf, type TermImpacts } from './bm25.ts'

/** Before the words of full texts in the index: no word begins with it, so papers and passages are found apart. */
const PASSAGE_SIGN = '~'

/** What the frequency of a word in a passage is compared with: passages are about equally long. */
const PASSAGE_NORM = 1.5

/** A word as the index knows it in passages of full texts. */
export const passageTerm = (term: string): string => PASSAGE_SIGN + term

/** The words of a passage with the impact of each. Grammar leads to no passage, so the index leaves it out. */
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

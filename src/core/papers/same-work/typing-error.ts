import { editDistance } from '#core/text/words/edit-distance.ts'
import { stem } from '#core/text/tokenize.ts'
import { SHORT_WORDS } from './short-words.ts'
import type { TitleWord } from './work-title.ts'

/** Words of titles that differ in one letter and are both meant. */
const BOTH_MEANT = new Set(
  `action auction, amoral moral, across cross, adapt adopt, adaption adoption, affect effect, affective effective, assess assets, cause clause, causal casual, competition composition,
  conference confidence, cooperation corporation, detection deletion, election selection, evaluation valuation, emotion motion,
  expansion extension, intergroup intragroup, interspecies intraspecies, perspective prospective, preference presence, reflection refraction,
  cognitive cognition, collision collusion, compete compute, concept conceit, consent content, content context, content contend,
  contract contact, contract contrast, convention convection, convert covert, corporation cooperation, curation duration,
  decide decode, deduction reduction, defect detect, derive drive, device devise, diverge diverse, emergence emergency,
  expect expert, expensive extensive, extension intension, extend extent, formal format, formal normal, formalization normalization,
  formative normative, function junction, generic genetic, indexing inducing, injection infection, intention invention,
  internal interval, latent patent, latent latest, massive passive, matching patching, mature nature, mediation medication,
  mental metal, mining mixing, moral mortal, naive native, neural neutral, oncology ontology, optical optimal, parsing passing,
  perception reception, persona personal, policy police, premise promise, probing proving, project protect, projection protection,
  promoting prompting, proper prover, rational national, reading leading, reply replay, remain retain, retaining retraining,
  routing routine, sample simple, scoping scoring, scoring storing, sector vector, sensor tensor, sensor senior, simulate stimulate,
  simulation stimulation, stage state, string strong, threat treat, tracing tracking, tracing trading, trail trial, tuning turing,
  tuning turning, waiting writing, word world, universe university`
    .split(',')
    .map((pair) => pair.trim().split(/\s+/u).map(stem).toSorted().join(' ')),
)

const areBothMeant = (one: TitleWord, other: TitleWord): boolean =>
  BOTH_MEANT.has([one.stem, other.stem].toSorted().join(' '))

/** Where two words begin to differ. */
const firstDifference = (one: string, other: string): number => {
  let index = 0
  while (index < one.length && one[index] === other[index]) index += 1
  return index
}

const NO_WAY = Number.POSITIVE_INFINITY

type Slip = { kind: 'swapped' | 'doubled' | 'replaced' | 'left out'; at: number }

/** The one letter in which two words differ (optimal string alignment distance 1); null for any other two words. */
const slipBetween = (one: string, other: string): Slip | null => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length > short.length + 1) return null
  const at = firstDifference(short, long)
  if (short.length === long.length) {
    if (short.slice(at + 1) === long.slice(at + 1)) return { kind: 'replaced', at }
    const isSwapped =
      short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
    return isSwapped ? { kind: 'swapped', at } : null
  }
  if (long.length !== short.length + 1 || long.slice(at + 1) !== short.slice(at)) return null
  return { kind: long[at] === long[at - 1] ? 'doubled' : 'left out', at }
}

/** Words of fewer letters that are not known to be words differ because they are names. */
const FEWEST_LETTERS = 4
/** Names of systems are made to differ in a letter: BERT and BART, LLaMA and LLaVA. */
const FEWEST_LETTERS_OF_NAME = 6
const FEWEST_LETTERS_OF_SMALL = 3
/** Long enough to be mistyped twice and still be known. */
const FEWEST_LETTERS_FOR_TWO = 9
const FEWEST_LETTERS_OF_NEGATED = 6
const NEGATIONS = new Set(['no', 'not', 'non', 'nor'])

/** A letter before a word makes another word of it: typical and atypical. */
const isNegated = (slip: Slip, longer: string): boolean =>
  slip.kind === 'left out' && slip.at === 0 && longer.length > FEWEST_LETTERS_OF_NEGATED && longer.startsWith('a')

const areKnown = (one: string, other: string): boolean => SHORT_WORDS.has(one) && SHORT_WORDS.has(other)

/** Whether two long words that begin alike differ in no more than two slips. */
const areTwoSlips = (one: string, other: string): boolean => {
  if (Math.min(one.length, other.length) < FEWEST_LETTERS_FOR_TWO - 1 || one[0] !== other[0]) return false
  return Math.max(one.length, other.length) >= FEWEST_LETTERS_FOR_TWO && editDistance(one, other, 2) <= 2
}

/** By how many slips of the fingers one of two words is the other; infinite where they are different words. */
export const slipsBetween = (one: TitleWord, other: TitleWord): number => {
  const [a, b] = [one.letters, other.letters]
  const slip = slipBetween(a, b)
  if (slip === null && !areTwoSlips(a, b)) return NO_WAY
  if (/\d/u.test(a + b) || NEGATIONS.has(a) || NEGATIONS.has(b) || areBothMeant(one, other)) return NO_WAY
  if (slip === null) return 2
  const longer = a.length > b.length ? a : b
  if (one.isSmall !== other.isSmall) return longer.length >= FEWEST_LETTERS_OF_SMALL ? 0 : NO_WAY
  const fewest = one.isName && other.isName ? FEWEST_LETTERS_OF_NAME : FEWEST_LETTERS
  return longer.length < fewest || isNegated(slip, longer) || areKnown(a, b) ? NO_WAY : 1
}

import { researchTypes, type Paper, type ResearchType } from '#core/papers/paper.ts'
import { toHundredths, type Millionths } from '#core/papers/score.ts'

/** What accepted papers are filtered, counted and ordered by besides their words. */
export const facets = ['chapter', 'year', 'type', 'concept', 'institution', 'text', 'enterprise'] as const
export type Facet = (typeof facets)[number]

/** A facet and a number of it in short: `c3` is chapter 3, `k12` the concept with number 12 in the store. */
export type FacetToken = string

const facetPrefixes: Record<Facet, string> = {
  chapter: 'c',
  year: 'y',
  type: 't',
  concept: 'k',
  institution: 'i',
  text: 'x',
  enterprise: 'e',
}

/** Indexes of facets by the character codes of their prefixes. */
const facetOfPrefix: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const index = facets.findIndex((facet) => facetPrefixes[facet].charCodeAt(0) === code)
  return index === -1 ? undefined : index
})

export const facetToken = (facet: Facet, number: number): FacetToken => `${facetPrefixes[facet]}${number}`

/** The place of a type in the list, which only ever grows at its end. */
export const typeNumber = (type: ResearchType): number => researchTypes.indexOf(type)

/** The one number of the facet `text`: papers with a full text. */
export const HAS_TEXT = 1

const NO_SCORE = 101

/** Enterprise scores in hundredths, as they are shown, best first: 0 for 1.00, 100 for 0.00, 101 for none. */
export const enterpriseBucket = (score: Millionths | null): number =>
  score === null ? NO_SCORE : 100 - toHundredths(score)

/** What is not in the paper itself: numbers that the store gives out, and whether there is a full text. */
export type FacetValues = { concepts: readonly number[]; institution: number | null; hasText: boolean }

export const facetTokens = (paper: Paper, { concepts, institution, hasText }: FacetValues): FacetToken[] => [
  facetToken('year', paper.year),
  facetToken('enterprise', enterpriseBucket(paper.enterprise)),
  ...(paper.chapter === null ? [] : [facetToken('chapter', paper.chapter)]),
  ...(paper.type === null ? [] : [facetToken('type', typeNumber(paper.type))]),
  ...concepts.map((concept) => facetToken('concept', concept)),
  ...(institution === null ? [] : [facetToken('institution', institution)]),
  ...(hasText ? [facetToken('text', HAS_TEXT)] : []),
]

/** How many papers each number of each facet has. */
export type FacetTokenCounts = Record<Facet, Map<number, number>>

/** Numbers below it are counted in an array, which grows as they do; a map takes the rest. */
const MAX_ARRAY_SIZE = 65_536
const INITIAL_ARRAY_SIZE = 256

/** A text of less, such as that of the papers of one transaction, is counted in maps alone: long arrays of it are mostly empty. */
const WORTH_ARRAYS = 12_000

type Counter = { few: Uint32Array; many: Map<number, number>; mostFew: number }

const add = (counter: Counter, number: number): void => {
  if (number >= counter.mostFew) {
    counter.many.set(number, (counter.many.get(number) ?? 0) + 1)
    return
  }
  if (number >= counter.few.length) {
    let size = counter.few.length
    while (size <= number) size *= 2
    const grown = new Uint32Array(size)
    grown.set(counter.few)
    counter.few = grown
  }
  counter.few[number] = (counter.few[number] ?? 0) + 1
}

const toCountMap = ({ few, many }: Counter): Map<number, number> => {
  const counts = new Map<number, number>()
  for (let number = 0; number < few.length; number += 1) {
    const papers = few[number] ?? 0
    if (papers > 0) counts.set(number, papers)
  }
  for (const [number, papers] of [...many].toSorted(([a], [b]) => a - b)) counts.set(number, papers)
  return counts
}

/** Blanks and line ends. */
const BLANK = 32
const ZERO = 48

/**
 * Counts the marks of many papers, written one after the other with white space between. Read character by character
 * and counted in arrays: splitting thousands of papers into texts first would take several times as long.
 */
export const countFacetTokens = (tokens: string): FacetTokenCounts => {
  const isLong = tokens.length >= WORTH_ARRAYS
  const counters = facets.map((): Counter => ({
    few: new Uint32Array(isLong ? INITIAL_ARRAY_SIZE : 0),
    many: new Map(),
    mostFew: isLong ? MAX_ARRAY_SIZE : 0,
  }))
  let counter: Counter | undefined
  let number = 0
  for (let at = 0; at < tokens.length; at += 1) {
    const code = tokens.charCodeAt(at)
    if (code <= BLANK) {
      if (counter !== undefined) add(counter, number)
      counter = undefined
      number = 0
    } else if (counter === undefined) counter = counters[facetOfPrefix[code] ?? facets.length]
    else number = number * 10 + code - ZERO
  }
  if (counter !== undefined) add(counter, number)
  const entries = facets.map((facet, index) => {
    const own = counters[index]
    return [facet, own === undefined ? new Map<number, number>() : toCountMap(own)] as const
  })
  return Object.fromEntries(entries) as FacetTokenCounts
}

/** The number of a paper in a facet of which each paper has one. */
export const facetNumber = (facet: 'year' | 'enterprise', tokens: string): number => {
  const at = ` ${tokens}`.indexOf(` ${facetPrefixes[facet]}`)
  return at === -1 ? 0 : Number.parseInt(tokens.slice(at + 1), 10)
}

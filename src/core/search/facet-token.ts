import { dayNumber, monthNumber, type CalendarDay } from '#core/calendar-day.ts'
import { researchTypes, type Paper, type ResearchType } from '#core/papers/paper.ts'
import { toHundredths, type Millionths } from '#core/papers/score.ts'

/** What accepted papers are filtered, counted and ordered by, besides words, with the prefixes of its tokens. */
const facetPrefixes = {
  chapter: 'c',
  year: 'y',
  type: 't',
  concept: 'k',
  institution: 'i',
  container: 'v',
  text: 'x',
  enterprise: 'e',
  added: 'd',
  addedMonth: 'm',
} as const
export type Facet = keyof typeof facetPrefixes
export const facets = Object.keys(facetPrefixes) as readonly Facet[]

/** Facets that are not shown to readers: they order and bound lists. */
const hiddenFacets = ['enterprise', 'added', 'addedMonth'] as const satisfies readonly Facet[]
export type LibraryFacet = Exclude<Facet, (typeof hiddenFacets)[number]>
const isShown = (facet: Facet): facet is LibraryFacet => !(hiddenFacets as readonly Facet[]).includes(facet)
export const libraryFacets = facets.filter(isShown)

export const ofEachFacet = <T>(of: (facet: LibraryFacet) => T): Record<LibraryFacet, T> =>
  Object.fromEntries(libraryFacets.map((facet) => [facet, of(facet)])) as Record<LibraryFacet, T>

/** The facets of which a reader may choose several values. */
export type ChoiceFacet = Exclude<LibraryFacet, 'text'>

/**
 * Facets whose values are names, with the words between papers and such a name. The store numbers these names; filters give them
 * as written. Each is a field of a paper.
 */
export const namedFacetWords = {
  institution: { relation: 'of', example: 'METR' },
  container: { relation: 'in', example: 'NeurIPS' },
} as const satisfies Partial<Record<LibraryFacet, { relation: string; example: string }>>
export type NamedFacet = keyof typeof namedFacetWords
export const namedFacets = Object.keys(namedFacetWords) as readonly NamedFacet[]

export const ofEachName = <T>(of: (facet: NamedFacet) => T): Record<NamedFacet, T> =>
  Object.fromEntries(namedFacets.map((facet) => [facet, of(facet)])) as Record<NamedFacet, T>

/** A facet and one of its numbers: `c3` is chapter 3, `k12` the concept with number 12 in the store. */
export type FacetToken = string

/** Indexes of facets by the character codes of their prefixes. */
const facetOfPrefix: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const index = facets.findIndex((facet) => facetPrefixes[facet].charCodeAt(0) === code)
  return index === -1 ? undefined : index
})

export const facetToken = (facet: Facet, number: number): FacetToken => `${facetPrefixes[facet]}${number}`

/** The index of a type in the list, which may only be appended to. */
export const typeNumber = (type: ResearchType): number => researchTypes.indexOf(type)

/** The only number of the facet `text`: papers with a full text. */
export const HAS_TEXT = 1

const NO_SCORE = 101

/** The second score in hundredths, best first: 0 for 1.00, 100 for 0.00, 101 for none. */
export const enterpriseBucket = (score: Millionths | null): number =>
  score === null ? NO_SCORE : 100 - toHundredths(score)

/** Values that are not part of the paper: numbers from the store, whether there is a full text, and the day it became public. */
export type FacetValues = { concepts: readonly number[]; hasText: boolean; addedOn: CalendarDay | null } & Record<
  NamedFacet,
  number | null
>

export const facetTokens = (paper: Paper, { concepts, hasText, addedOn, ...names }: FacetValues): FacetToken[] => [
  facetToken('year', paper.year),
  facetToken('enterprise', enterpriseBucket(paper.enterprise)),
  ...(addedOn === null
    ? []
    : [facetToken('added', dayNumber(addedOn)), facetToken('addedMonth', monthNumber(addedOn))]),
  ...(paper.chapter === null ? [] : [facetToken('chapter', paper.chapter)]),
  ...(paper.type === null ? [] : [facetToken('type', typeNumber(paper.type))]),
  ...concepts.map((concept) => facetToken('concept', concept)),
  ...namedFacets.flatMap((facet) => {
    const number = names[facet]
    return number === null ? [] : [facetToken(facet, number)]
  }),
  ...(hasText ? [facetToken('text', HAS_TEXT)] : []),
]

/** The number of papers for each number of each facet. */
export type FacetTokenCounts = Record<Facet, Map<number, number>>

/** Smaller numbers are counted in an array that grows with them, the rest in a map. */
const MAX_ARRAY_SIZE = 65_536
const INITIAL_ARRAY_SIZE = 256

/** Shorter texts, such as those of one transaction, are counted in maps only, since arrays would be mostly empty. */
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

/** Codes up to this one are white space. */
const BLANK = 32
const ZERO = 48

/**
 * Counts the tokens of many papers, separated by white space. Parsed character by character into arrays, since splitting the text
 * first would take several times as long.
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

/** The number of a paper in a facet that every paper has. */
export const facetNumber = (facet: 'year' | 'enterprise' | 'added', tokens: string): number => {
  const at = ` ${tokens}`.indexOf(` ${facetPrefixes[facet]}`)
  return at === -1 ? 0 : Number.parseInt(tokens.slice(at + 1), 10)
}

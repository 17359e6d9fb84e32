import { papersFoundBy, type LibraryFilter } from '#core/search/paper-filter.ts'
import { MAX_QUERY_CHARACTERS, MAX_QUERY_TERMS, parseSearchQuery } from '#core/search/search-query.ts'
import { wordAt } from './generate-papers.ts'

/** A valid search that somebody might send to slow the library down. `after` is a position in the order. */
export type AdversarialSearch = { text: string; filter: LibraryFilter; after: number }

const words = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => wordAt(from + index))

const repeated = (word: string, count: number): string => Array.from({ length: count }, () => word).join(' ')

const excluding = (terms: readonly string[]): string => terms.map((term) => `-${term}`).join(' ')

/** Prefixes of three letters. Each matches a sixteenth of all words, the first ones the most frequent words. */
const PREFIXES = 'mem tim lom pum ska nem vim dor gan bel cho fra zum pli tor ram'.split(' ')
/** Prefixes of four letters and more of frequent words: they match fewer words, but common ones. */
const longerPrefixes = (): string[] =>
  [0, 4, 7, 20, 120, 300, 1_000].flatMap((rank) => [4, 5, 6, 7].map((length) => wordAt(rank).slice(0, length)))

const termsOf = (count: number): string[] => [
  words(0, count).join(' '),
  words(0, count).join(' OR '),
  `${wordAt(0)} ${excluding(words(1, count - 1))}`,
  excluding(words(0, count)),
  `"${words(0, count).join(' ')}"`,
  `"${repeated(wordAt(0), count)}"`,
]

const manyTerms = (): string[] => [
  ...[2, 4, 8, MAX_QUERY_TERMS].flatMap(termsOf),
  ...[2, 4, 8, MAX_QUERY_TERMS].map((count) => `title:"${repeated(wordAt(1), count)}"`),
]

const prefixQueries = (): string[] => [
  ...[...PREFIXES, ...longerPrefixes()].flatMap((start) => [
    `${start}*`,
    `${start}* -${wordAt(0)}`,
    `-${start}*`,
    `-${start}* -${wordAt(0)}`,
    `title:${start}* ${wordAt(30_000)}`,
    `authors:${start}* -abstract:${start}*`,
    `${wordAt(0)}-${start}*`,
    `${wordAt(50_000)} ${start}*`,
  ]),
  PREFIXES.map((start) => `${start}*`).join(' '),
  PREFIXES.map((start) => `${start}*`).join(' OR '),
  excluding(PREFIXES.map((start) => `${start}*`)),
  PREFIXES.slice(0, 8)
    .map((start) => `title:${start}*`)
    .join(' '),
  PREFIXES.slice(0, 8)
    .map((start) => `${wordAt(0)}-${start}*`)
    .join(' '),
  words(0, MAX_QUERY_TERMS)
    .map((word) => `${word}*`)
    .join(' '),
  excluding(words(60, MAX_QUERY_TERMS).map((word) => `${word.slice(0, 6)}*`)),
]

/** Frequent words together with words that hardly ever occur with them. */
const hardlyAnyMatch = (): string[] =>
  [0, 1, 2, 3, 4, 5].flatMap((often) => [
    ...[3_000, 20_000, 55_000].flatMap((seldom) => [
      `${wordAt(often)} ${wordAt(seldom)}`,
      `${wordAt(often)} "${wordAt(often + 1)} ${wordAt(seldom)}"`,
      `${wordAt(often)} ${wordAt(often + 1)} -${wordAt(often + 2)} "${wordAt(seldom)} ${wordAt(often)}"`,
      `${wordAt(seldom)} OR ${wordAt(often)} ${wordAt(seldom + 1)} OR ${wordAt(often + 1)} -${wordAt(often + 2)}`,
    ]),
    `${wordAt(often)} -${wordAt(often)}`,
    `${wordAt(often)} -abstract:${wordAt(often)}`,
    `title:${wordAt(often)} author:${wordAt(often)} topic:${wordAt(often)}`,
    `title:${wordAt(often)} author:${wordAt(often)} -abstract:${wordAt(0)}`,
    `"${wordAt(often)} ${wordAt(0)} ${wordAt(often + 1)}"`,
    `"${wordAt(often)} ${wordAt(0)} ${wordAt(often + 1)} ${wordAt(0)}"`,
    `"${repeated(wordAt(often), 2)}" "${repeated(wordAt(often + 1), 2)}" "${repeated(wordAt(often + 2), 2)}"`,
  ])

const inTurns = (count: number, ofWords: number, from = 0): string[] =>
  Array.from({ length: count }, (_, index) => wordAt((from + index) % ofWords))

/** Long phrases of the most frequent words: most papers contain all the words, but hardly any contains the phrase. */
const rowsOfFewWords = (): string[] =>
  [1, 2, 3, 4, 5, 6, 8].flatMap((few) => [
    inTurns(40, few).join('-').slice(0, MAX_QUERY_CHARACTERS),
    inTurns(16, few).join('-'),
    `"${inTurns(12, few).join(' ')}"`,
    Array.from({ length: 8 }, (_, at) => `"${wordAt(at % few)} ${wordAt((at + 1 + Math.floor(at / few)) % few)}"`).join(
      ' ',
    ),
    [0, 1, 2, 3].map((at) => `"${inTurns(4, few, at).join(' ')}"`).join(' '),
    [0, 1, 2, 3].map((at) => inTurns(4, few, at).join('-')).join(' OR '),
    Array.from({ length: 5 }, (_, at) => `"${wordAt(at % few)} ${wordAt(0)} ${wordAt(at % few)}"`).join(' '),
    `${wordAt(few)} -${inTurns(16, few).join('-')}`,
    Array.from({ length: 8 }, (_, at) => `${wordAt(at % few)}-${wordAt((at + 1 + Math.floor(at / few)) % few)}`).join(
      ' OR ',
    ),
  ])

/** A short list for slow engines. */
export const shortAdversarial = (): string[] => [
  ...termsOf(MAX_QUERY_TERMS),
  ...['ram', 'met', 'til', 'lop', 'pus', 'ska', 'nev', 'vid', 'dor', 'gan', 'bel', 'cho'].flatMap((start) => [
    `${start}*`,
    `${start}* -${wordAt(0)}`,
    `title:${start}* ${wordAt(30_000)}`,
  ]),
  `"${wordAt(0)} ${wordAt(0)}" "${wordAt(1)} ${wordAt(1)}" "${wordAt(2)} ${wordAt(2)}"`,
  `${wordAt(0)} -${wordAt(0)}`,
  `author:${wordAt(0)} -title:${wordAt(0)} -abstract:${wordAt(0)}`,
  `${wordAt(50_000)} OR ${wordAt(0)} ${wordAt(40_000)} OR ${wordAt(1)} -${wordAt(2)}`,
]

/** Searches with filters that match hardly any paper. */
const TRAITS: Partial<LibraryFilter>[] = [
  { minLongHorizon: 999_999 },
  { chapter: 3, type: 'survey' },
  { chapter: 3, type: 'survey', minLongHorizon: 995_000 },
]
/** Deep pages: at a tenth, half and near the end of the order. */
const PLACES = [100_000, 500_000, 980_000].map((scoresPassed) => scoresPassed * 2 ** 32)

export const adversarial = (): AdversarialSearch[] => {
  const texts = [...manyTerms(), ...prefixQueries(), ...hardlyAnyMatch(), ...rowsOfFewWords()].filter(
    (text) => text.length <= MAX_QUERY_CHARACTERS,
  )
  const anywhere = texts.map((text) => ({ text, filter: papersFoundBy(parseSearchQuery(text)), after: 0 }))
  const some = anywhere.filter((_, index) => index % 7 === 0)
  return [
    ...anywhere,
    ...some.flatMap(({ text, filter }) =>
      TRAITS.map((traits) => ({
        text: `${text} ${JSON.stringify(traits)}`,
        filter: { ...filter, ...traits },
        after: 0,
      })),
    ),
    ...some.flatMap(({ text, filter }) => PLACES.map((after) => ({ text: `${text}, far behind`, filter, after }))),
  ]
}

import { wordWeight, wordWeights } from './stop-words.ts'
import { identifiersIn, type Identifiers } from '#core/papers/identifiers.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import { tokenize, type Word } from '#core/text/tokenize.ts'
import {
  checkQueryLength,
  joinQueryTerms,
  parseQueryTerms,
  type QueryTerm,
  type SearchQuery,
  containsPhrase,
} from '#core/search/search-query.ts'
import { codePointLength } from '#core/text/normalize-text.ts'
import { familyOf } from '#core/text/word-families.ts'
import { alikeWords, type AlikeWord } from '#core/text/plain-words.ts'

/** Abbreviations and their long forms; either finds the other. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ai: 'artificial intelligence',
  agi: 'artificial general intelligence',
  api: 'application programming interface',
  cot: 'chain of thought',
  dpo: 'direct preference optimization',
  gui: 'graphical user interface',
  hci: 'human computer interaction',
  hitl: 'human in the loop',
  icl: 'in context learning',
  kg: 'knowledge graph',
  llm: 'large language model',
  mas: 'multi agent system',
  mcp: 'model context protocol',
  mcts: 'monte carlo tree search',
  mdp: 'markov decision process',
  ml: 'machine learning',
  nlp: 'natural language processing',
  pomdp: 'partially observable markov decision process',
  ppo: 'proximal policy optimization',
  qa: 'question answering',
  rag: 'retrieval augmented generation',
  rl: 'reinforcement learning',
  rlhf: 'reinforcement learning from human feedback',
  rpa: 'robotic process automation',
  sft: 'supervised fine tuning',
  sop: 'standard operating procedure',
  swe: 'software engineering',
  vla: 'vision language action',
  vlm: 'vision language model',
}

const abbreviations = (): readonly (readonly [string, string])[] => Object.entries(LONG_FORMS)

/** The longest text that is ranked by; an address takes less. */
export const MAX_RANKED_CHARACTERS = 20_000
export const MAX_ADDRESS_CHARACTERS = 2_000
/** What the search box takes: an abstract. Every link of the page repeats it. */
export const MAX_TYPED_CHARACTERS = 4_000
/** A text of more different words is ranked by those that tell most. */
export const MAX_RANKED_WORDS = 64
/** 20,000 characters of English have about as many different words. */
export const MAX_WEIGHED_WORDS = 1_024
/** The most hits of a ranking. */
export const MAX_RANKED_HITS = 1_000

/** A word and its weight, apart from its rarity. */
export type WeightedTerm = { term: string; weight: number }

export type RankedQuery = {
  /** As typed. */
  text: string
  /** The terms for ranking, including alternatives. */
  terms: WeightedTerm[]
  /** What papers write for its plain words, in their order; nothing for the words of operators. */
  alike: AlikeWord[]
  /** All words, in order. */
  words: string[]
  /** The words of full weight, in order. */
  content: string[]
  /** What its operators require; null if it has none. */
  required: SearchQuery | null
  /** The words without operators. */
  plainText: string
  /** The whole text as a search that requires all words. */
  whole: SearchQuery
  /** How many different words were left out. */
  dropped: number
}

/** Limits the weight of repeated words. */
const REPEAT_SATURATION = 8
const repeated = (times: number): number => (times * (REPEAT_SATURATION + 1)) / (times + REPEAT_SATURATION)
/** Alternatives count less than the words of the question. */
const ALTERNATIVE_WEIGHT = 0.4
const CONTENT_WEIGHT = 0.5
/** Each is looked up like a word of the question. */
const MAX_ALIKE_WORDS = 48
/** In a longer question quotation marks and asterisks are part of the prose: only exclusions are required. */
const MAX_WORDS_BESIDE_OPERATORS = 8

const stemmedWords = (text: string): string[] => tokenize(text).flatMap(({ parts }) => parts.map(({ token }) => token))

/** Stemmed once, since each question is compared with all of them. */
const stemmedAbbreviations = abbreviations().map(([short, long]) => ({
  shortForm: stemmedWords(short)[0] ?? '',
  longForm: stemmedWords(long),
}))

/** Long forms of abbreviations, and vice versa. */
const alternatives = (words: readonly string[]): string[] =>
  stemmedAbbreviations.flatMap(({ shortForm, longForm }) => {
    if (words.includes(shortForm)) return longForm
    return containsPhrase(words, longForm) ? [shortForm] : []
  })

/** How often each word counts. A text of function words alone is searched by them. */
const sumWeights = (words: readonly string[], counted: readonly number[]): Map<string, number> => {
  const weights = new Map<string, number>()
  for (const [index, word] of words.entries()) {
    const weight = counted[index] ?? 0
    if (weight > 0) weights.set(word, (weights.get(word) ?? 0) + weight)
  }
  if (weights.size === 0) for (const word of words) weights.set(word, 1)
  return weights
}

const toTerms = (weights: ReadonlyMap<string, number>): WeightedTerm[] =>
  [...weights].map(([term, times]) => ({ term, weight: repeated(times) }))

const weighWords = (
  words: readonly string[],
  counted: readonly number[],
  joined: readonly string[],
): WeightedTerm[] => {
  const weights = sumWeights(words, counted)
  const relatives = words.filter((_word, index) => counted[index] === 1).flatMap(familyOf)
  for (const word of [...joined, ...alternatives(words), ...relatives])
    if (!weights.has(word) && wordWeight(word) > 0) weights.set(word, ALTERNATIVE_WEIGHT)
  return toTerms(weights)
}

/** A text word by word, with its operators; `terms` is null for prose, which has none. */
type ReadText = { terms: QueryTerm[] | null; typed: Word[]; words: string[]; counted: number[] }

const readWords = (terms: QueryTerm[] | null, typed: Word[]): ReadText => {
  const words = typed.flatMap(({ parts }) => parts.map(({ token }) => token))
  return { terms, typed, words, counted: wordWeights(words) }
}

/** A text longer than an address takes, or of more than 64 different words, is prose, such as an abstract. */
const readText = (text: string): ReadText => {
  const readProse = (): ReadText => readWords(null, tokenize(text.normalize('NFC')))
  if (codePointLength(text) > MAX_ADDRESS_CHARACTERS) return readProse()
  const terms = parseQueryTerms(text)
  const typed = terms.filter(({ excluded }) => !excluded).flatMap((term) => tokenize(term.text.normalize('NFC')))
  const read = readWords(terms, typed)
  return new Set(read.words).size > MAX_RANKED_WORDS ? readProse() : read
}

/** The first different words of prose, at most 1,024, from which those to rank by are chosen; null for other texts. */
export const wordsOfProse = (text: string): WeightedTerm[] | null => {
  const { terms, words, counted } = readText(text)
  return terms === null ? toTerms(sumWeights(words, counted)).slice(0, MAX_WEIGHED_WORDS) : null
}

/** The words of prose that are kept in their order, for what depends on which words are adjacent. */
const MAX_WORDS_IN_ORDER = 256

const parseProse = (text: string, read: ReadText, kept: readonly string[] | null): RankedQuery => {
  const different = [...sumWeights(read.words, read.counted).keys()]
  const chosen = new Set((kept ?? different).slice(0, MAX_RANKED_WORDS))
  const places = read.words.flatMap((word, index) => (chosen.has(word) ? [index] : []))
  const words = places.map((index) => read.words[index] ?? '')
  const counted = places.map((index) => read.counted[index] ?? 0)
  const joined = read.typed
    .filter(({ parts }) => parts.every(({ token }) => chosen.has(token)))
    .flatMap((word) => [...word.joined, ...word.unsigned].map(({ token }) => token))
  return {
    text,
    terms: weighWords(words, counted, [...new Set(joined)].slice(0, MAX_RANKED_WORDS)),
    alike: [],
    words: words.slice(0, MAX_WORDS_IN_ORDER),
    content: words.filter((_word, index) => (counted[index] ?? 0) >= CONTENT_WEIGHT).slice(0, MAX_WORDS_IN_ORDER),
    required: null,
    plainText: text,
    whole: { all: [...chosen].map((token) => [{ field: null, tokens: [token], prefix: false }]), none: [] },
    dropped: different.length - chosen.size,
  }
}

/**
 * Parses a question. Plain words only affect the ranking; phrases, field restrictions, prefixes, OR and exclusions also decide
 * which papers match. Throws `invalid` for more than 20,000 characters.
 * @param synonyms other names of concepts in the question, whose words also rank, with less weight
 * @param kept the words of prose that rank; null takes the first 64
 */
export const parseRankedQuery = (
  text: string,
  synonyms: readonly string[] = [],
  kept: readonly string[] | null = null,
): RankedQuery => {
  checkQueryLength(text, MAX_RANKED_CHARACTERS)
  const read = readText(text)
  const { terms, typed, words, counted } = read
  if (terms === null) return parseProse(text, read, kept)
  const joined = typed.flatMap((word) => [...word.joined, ...word.unsigned].map(({ token }) => token))
  const isLong = terms.filter(({ isPlain }) => isPlain).length > MAX_WORDS_BESIDE_OPERATORS
  const isBinding = (index: number): boolean =>
    terms[index]?.isPlain === false || terms[index]?.joinsPrevious === true || terms[index + 1]?.joinsPrevious === true
  const isDemanded = (index: number): boolean => terms[index]?.excluded === true || (!isLong && isBinding(index))
  const required = joinQueryTerms(terms.filter((_, index) => isDemanded(index)))
  const weighed = weighWords(words, counted, [...joined, ...synonyms.flatMap(stemmedWords)])
  const content = words.filter((_word, index) => (counted[index] ?? 0) >= CONTENT_WEIGHT)
  const own = new Set(weighed.map(({ term }) => term))
  const prose = terms.filter((_, index) => !isDemanded(index)).map((term) => term.text)
  return {
    text,
    terms: weighed,
    alike: alikeWords(prose.flatMap(stemmedWords), new Set(content))
      .filter(({ term }) => !own.has(term))
      .slice(0, MAX_ALIKE_WORDS),
    words,
    content,
    required: required.all.length + required.none.length === 0 ? null : required,
    plainText: terms
      .filter(({ excluded }) => !excluded)
      .map((term) => term.text.replaceAll('*', ''))
      .join(' '),
    whole: joinQueryTerms(terms),
    dropped: 0,
  }
}

/** Names of concepts rarely have more words. A question of 64 words has about MAX_KEYS phrases of up to four. */
const MAX_NAME_WORDS = 4
const MAX_KEYS = 250

/** All phrases of up to four words, in the form of `textKey`. */
export const nameKeysIn = (text: string): string[] => {
  const words = tokenize(text, false).flatMap(({ parts }) => parts.map(({ token }) => token))
  const keys = Array.from({ length: MAX_NAME_WORDS }, (_, more) =>
    words.slice(0, words.length - more).map((_word, at) => words.slice(at, at + more + 1).join(' ')),
  ).flat()
  return [...new Set(keys)].slice(0, MAX_KEYS)
}

/** A paper that a search text names by id, DOI or arXiv id. */
export type NamedPaper = Identifiers & { id: string | null }

/** Null for a text that names no paper. An id must be the whole text; a DOI or an arXiv id may be part of it. */
export const namedPaper = (text: string): NamedPaper | null => {
  const name = text.trim()
  const id = PAPER_ID.test(name.toLowerCase()) ? name.toLowerCase() : null
  const { doi, arxivId } = identifiersIn([name, `arxiv:${name}`])
  return id === null && doi === null && arxivId === null ? null : { id, doi, arxivId }
}

import { stemmer } from 'stemmer'
import type { QueryTokens } from './query-tokens.ts'

/**
 * Increase with every change of folding, stemming or splitting, and of the facets of papers: keys and indexes stored by another version are then rebuilt.
 */
export const ANALYZER_VERSION = 4

/**
 * The one definition of a word, used for indexing, queries and highlights on every engine. The engines store these tokens and
 * do no linguistics of their own.
 */

/**
 * A token and its span in the original text (UTF-16 offsets, end exclusive). `single` marks a single CJK character: the last of
 * a run, which is part of a pair already, or a whole run.
 */
export type Token = { token: string; start: number; end: number; single?: 'last' | 'whole' }

/**
 * One typed word: its parts in order, the joined form that also finds it, and the last part without its sign, which is indexed
 * but never required by a query. `gpt-4o`: parts gpt, 4o; joined gpt4o. `c++`: one part, with full-width signs, which no engine
 * splits; unsigned c.
 */
export type Word = { parts: Token[]; joined: Token[]; unsigned: Token[] }

const SYMBOL_NAMES: Record<string, string> = { '+': '\uff0b', '#': '\uff03' }

/** True for the token of `c++` and of `c#`. */
export const endsInSymbol = (token: string): boolean => token.endsWith('\uff0b') || token.endsWith('\uff03')

/** Letters and digits, joined by single punctuation marks, with the signs of c++ and c# at the end. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[-‐‑'’._/&][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu
const PART = /[\p{L}\p{N}\p{M}]+/gu
const CJK_OR_OTHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
/** A word of one part, without a sign and without CJK: most words. */
const ONE_PART =
  /^(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー])[\p{L}\p{N}\p{M}])+$/u
const PLAIN = /^[a-z]+$/
const PLAIN_ASCII = /^[a-z0-9]*$/
const PLAIN_KEY = /^[a-z0-9 ]*$/
/** Longer runs are truncated, in texts and queries alike. */
const MAX_TOKEN_LENGTH = 64

/** Letters without a mark to strip, and what people type instead of them. */
const TRANSLITERATIONS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
}
const TRANSLITERATED = new RegExp(`[${Object.keys(TRANSLITERATIONS).join('')}]`, 'gu')

/** Lower case, NFKC, without marks, with special Latin letters transliterated. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  if (PLAIN_ASCII.test(lower)) return lower
  const bare = lower.normalize('NFKD').replace(/\p{M}+/gu, '')
  if (PLAIN_ASCII.test(bare)) return bare
  return bare
    .normalize('NFKC')
    .toLowerCase()
    .replace(TRANSLITERATED, (letter) => TRANSLITERATIONS[letter] ?? letter)
}

const stems = new Map<string, string>()
const MAX_CACHED_STEMS = 50_000
/** Longer slices are views of the text: caching them would keep the whole text in memory. */
const MAX_SLICE_LENGTH = 12
/** Longer ones are rarely words and rarely recur. */
const MAX_CACHED_LENGTH = 40

/** A copy that does not refer to the original text; ASCII only. */
const copyString = (letters: string): string =>
  letters.length > MAX_SLICE_LENGTH ? Buffer.from(letters, 'latin1').toString('latin1') : letters

/** The stem of a folded word; only plain English letters have one. */
export const stem = (folded: string): string => {
  const known = stems.get(folded)
  if (known !== undefined) return known
  if (folded.length < 3 || !PLAIN.test(folded)) return folded
  const found = copyString(stemmer(folded))
  if (folded.length > MAX_CACHED_LENGTH) return found
  if (stems.size >= MAX_CACHED_STEMS) stems.clear()
  stems.set(copyString(folded), found)
  return found
}

/** Folding may expand a character to several with spaces between, such as some Arabic ligatures. */
const lettersOnly = (folded: string): string =>
  PLAIN_ASCII.test(folded) ? folded : folded.replace(/[^\p{L}\p{N}]+/gu, '')

/** The folded letters of a word. Of a long one only as much is folded as is kept: one character may fold to eighteen. */
const foldedLetters = (word: string): string => {
  for (let length = MAX_TOKEN_LENGTH; ; length *= 4) {
    const letters = lettersOnly(fold(word.slice(0, length)))
    if (letters.length > 2 * MAX_TOKEN_LENGTH || length >= word.length)
      return letters.length <= MAX_TOKEN_LENGTH
        ? letters
        : Array.from(letters.slice(0, MAX_TOKEN_LENGTH))
            .slice(0, MAX_TOKEN_LENGTH / 2)
            .join('')
  }
}

const MAX_REMEMBERED = 20_000

/** Remembers what was made of short texts: words and letters outside ASCII take long, and recur. */
const remembering = <Made>(make: (text: string) => Made): ((text: string) => Made) => {
  const known = new Map<string, Made>()
  return (text) => {
    if (text.length > MAX_CACHED_LENGTH) return make(text)
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= MAX_REMEMBERED) known.clear()
    // A copy, since slices, also those in what is made, would keep the whole text in memory.
    const own = Buffer.from(text, 'utf16le').toString('utf16le')
    const made = make(own)
    known.set(own, made)
    return made
  }
}

const rememberedLetters = remembering(foldedLetters)

const plainToken = (text: string, start: number, stemmed: boolean): Token[] => {
  const folded = rememberedLetters(text)
  if (folded === '') return []
  return [{ token: stemmed ? stem(folded) : folded, start, end: start + text.length }]
}

/** Overlapping pairs, plus the last character alone, so that each character begins a token. */
const cjkTokens = (run: string, start: number): Token[] => {
  const characters: { text: string; at: number }[] = []
  let at = start
  for (const text of run) {
    const folded = rememberedLetters(text)
    if (folded !== '') characters.push({ text: folded, at })
    at += text.length
  }
  return characters.map(({ text, at: begin }, index) => {
    const next = characters[index + 1]
    const end = characters[index + 2]?.at ?? start + run.length
    if (next !== undefined) return { token: text + next.text, start: begin, end }
    return { token: text, start: begin, end, single: index === 0 ? 'whole' : 'last' }
  })
}

/** Tokens of a run of letters and digits: CJK as pairs, other scripts as one word. */
const partTokens = (part: string, start: number, stemmed: boolean): Token[] => {
  if (PLAIN_ASCII.test(part)) return plainToken(part, start, stemmed)
  return [...part.matchAll(CJK_OR_OTHER)].flatMap((match) =>
    CJK.test(match[0]) ? cjkTokens(match[0], start + match.index) : plainToken(match[0], start + match.index, stemmed),
  )
}

/** The sign after a word, in a form that no engine splits off; empty if there is none. */
const signOf = (word: string): string =>
  Array.from(/(?:\+\+|#)$/.exec(word)?.[0] ?? '', (symbol) => SYMBOL_NAMES[symbol]).join('')

const joinedToken = (word: string, start: number, sign: string): Token[] => {
  const found = [...word.matchAll(PART)]
  if (found.length < 2) return []
  const folded = foldedLetters(found.map((match) => match[0]).join(''))
  if (folded === '') return []
  return [{ token: (sign === '' ? stem(folded) : folded) + sign, start, end: start + word.length }]
}

const NO_TOKENS: Token[] = []

/** Stands for any word that is not in the query. */
export const OTHER_WORD: Word = { parts: [{ token: '', start: 0, end: 0 }], joined: NO_TOKENS, unsigned: NO_TOKENS }

/** A word at the beginning of a text. */
const parseOther = (word: string, stemmed: boolean): Word => {
  if (ONE_PART.test(word)) return { parts: plainToken(word, 0, stemmed), joined: NO_TOKENS, unsigned: NO_TOKENS }
  const sign = signOf(word)
  const parts = [...word.matchAll(PART)].flatMap((part) => partTokens(part[0], part.index, stemmed))
  const joined = joinedToken(word, 0, sign)
  const last = parts.at(-1)
  if (sign === '' || last === undefined) return { parts, joined, unsigned: NO_TOKENS }
  const letters = foldedLetters(word.slice(last.start))
  const signed = { token: letters + sign, start: last.start, end: word.length }
  return { parts: [...parts.slice(0, -1), signed], joined, unsigned: [last] }
}

const parseStemmed = remembering((word) => parseOther(word, true))
const parseTyped = remembering((word) => parseOther(word, false))

const movedBy = (tokens: readonly Token[], by: number): Token[] =>
  tokens.map((token) => ({ ...token, start: token.start + by, end: token.end + by }))

/** With a fast path for plain words, which have one part and no joined form. */
const parseWord = (word: string, start: number, stemmed: boolean, query: QueryTokens | null): Word => {
  const lower = word.toLowerCase()
  if (PLAIN_ASCII.test(lower) && lower.length <= MAX_TOKEN_LENGTH) {
    if (query !== null && !query.mayBe(lower)) return OTHER_WORD
    const token = stemmed ? stem(lower) : lower
    return { parts: [{ token, start, end: start + word.length }], joined: NO_TOKENS, unsigned: NO_TOKENS }
  }
  const { parts, joined, unsigned } = stemmed ? parseStemmed(word) : parseTyped(word)
  return { parts: movedBy(parts, start), joined: movedBy(joined, start), unsigned: movedBy(unsigned, start) }
}

/**
 * @param stemmed false where the typed letters themselves matter: names, prefixes, keys
 * @param query if given, most words that are not among its tokens become `OTHER_WORD`, which is faster
 */
export const tokenize = (text: string, stemmed = true, query: QueryTokens | null = null): Word[] => {
  const found: Word[] = []
  for (const match of text.matchAll(WORD)) found.push(parseWord(match[0], match.index, stemmed, query))
  return found
}

/** Separates words that must not form a phrase; no typed word folds to it. */
export const PHRASE_BREAK = '\u00a6'

const joinKey = (tokens: readonly Token[]): string => {
  const key = tokens.map(({ token }) => token).join(' ')
  // Parts that were folded separately may compose when joined, as the letters of a Hangul syllable do.
  return PLAIN_KEY.test(key) ? key : fold(key)
}

/** The words of a `textKey` with their places in the text, for texts of which several parts are looked up. */
export const keyTokens = (text: string): Token[] => {
  const tokens = tokenize(text, false).flatMap(({ parts }) => parts)
  const words = joinKey(tokens).split(' ')
  return tokens.map((token, index) => ({ ...token, token: words[index] ?? '' }))
}

/** Short texts of English letters, digits and signs that only separate words: most names. */
const PLAIN_NAME = /^[A-Za-z0-9 .,'-]{1,64}$/
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/g

const plainKey = (text: string): string => text.toLowerCase().replaceAll(BETWEEN_PLAIN_WORDS, ' ').trim()

const keyOfWords = (text: string): string => joinKey(tokenize(text, false).flatMap(({ parts }) => parts))

/** Names or titles that differ only in case, marks, punctuation or spacing have the same key. */
export const textKey = (text: string): string =>
  // A name of punctuation alone, such as ???, is its own key.
  (PLAIN_NAME.test(text) ? plainKey(text) : keyOfWords(text)) || fold(text).trim() || text.normalize('NFKC').trim()

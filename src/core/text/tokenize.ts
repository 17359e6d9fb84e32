import { stemmer } from 'stemmer'
import type { AskedTokens } from './asked-tokens.ts'

/**
 * Rises with every change of what a text is folded, stemmed or cut to: keys and indexes that were stored by another
 * version are then rebuilt.
 */
export const ANALYZER_VERSION = 1

/**
 * The one definition of a word, used for indexing, for queries and for highlights on every engine.
 * The engines store these tokens and do no linguistics of their own.
 */

/**
 * A token and the span of the original text it comes from (UTF-16 offsets, end exclusive).
 * `single` marks a single CJK character: the last of a run, which its pair covers already, or a whole run.
 */
export type Token = { token: string; start: number; end: number; single?: 'last' | 'whole' }

/**
 * One typed word: its parts in order, the form under which the whole is found too, and the last part without its sign,
 * which a paper is found by as well but which is never asked for. `gpt-4o`: parts gpt, 4o; joined gpt4o. `c++`: one part,
 * with full-width signs, which no engine splits; unsigned c.
 */
export type Word = { parts: Token[]; joined: Token[]; unsigned: Token[] }

const SYMBOL_NAMES: Record<string, string> = { '+': '\uff0b', '#': '\uff03' }

/** True for the token of `c++` and of `c#`. */
export const endsInSymbol = (token: string): boolean => token.endsWith('\uff0b') || token.endsWith('\uff03')

/** Letters and digits, held together by single joining marks, with the signs of c++ and c# at the end. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[-‐‑'’._/&][\p{L}\p{N}\p{M}]+)*(?:\+\+|#)?/gu
const PART = /[\p{L}\p{N}\p{M}]+/gu
const CJK_OR_OTHER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
const PLAIN = /^[a-z]+$/
const PLAIN_ASCII = /^[a-z0-9]*$/
const PLAIN_KEY = /^[a-z0-9 ]*$/
/** Longer runs of letters are no words; what is cut is cut alike in texts and queries. */
const MAX_TOKEN_LENGTH = 64

/** Letters that have no mark to strip, and what is typed for them where a keyboard lacks them. */
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

/** Compatibility forms unified, marks stripped, lower case, Latin letters with a stroke or joined as they are typed. */
export const fold = (text: string): string => {
  const lower = text.toLowerCase()
  if (PLAIN_ASCII.test(lower)) return lower
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(TRANSLITERATED, (letter) => TRANSLITERATIONS[letter] ?? letter)
}

const stems = new Map<string, string>()
const MAX_CACHED_STEMS = 50_000
/** Longer pieces of a text are views of it: kept in the map, they would keep the whole text in memory. */
const MAX_SLICE_LENGTH = 12
/** Longer ones are hardly words, and seldom met again. */
const MAX_CACHED_LENGTH = 40

/** A text of its own, of plain letters. */
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

/** Folding may turn one letter into several words' worth of characters (such as a ligature with a space). */
const lettersOnly = (folded: string): string => {
  const letters = PLAIN_ASCII.test(folded) ? folded : folded.replace(/[^\p{L}\p{N}]+/gu, '')
  return letters.length <= MAX_TOKEN_LENGTH
    ? letters
    : Array.from(letters)
        .slice(0, MAX_TOKEN_LENGTH / 2)
        .join('')
}

const plainToken = (text: string, start: number, stemmed: boolean): Token[] => {
  const folded = lettersOnly(fold(text))
  if (folded === '') return []
  return [{ token: stemmed ? stem(folded) : folded, start, end: start + text.length }]
}

/** Overlapping pairs; the last character also stands alone, so that each character begins one token. */
const cjkTokens = (run: string, start: number): Token[] => {
  const characters: { text: string; at: number }[] = []
  let at = start
  for (const text of run) {
    const folded = lettersOnly(fold(text))
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

/** The sign behind a word in a form that no engine splits off; empty where there is none. */
const signOf = (word: string): string =>
  Array.from(/(?:\+\+|#)$/.exec(word)?.[0] ?? '', (symbol) => SYMBOL_NAMES[symbol]).join('')

const joinedToken = (word: string, start: number, sign: string): Token[] => {
  const found = [...word.matchAll(PART)]
  if (found.length < 2) return []
  const folded = lettersOnly(fold(found.map((match) => match[0]).join('')))
  if (folded === '') return []
  return [{ token: (sign === '' ? stem(folded) : folded) + sign, start, end: start + word.length }]
}

const NO_TOKENS: Token[] = []

/** Stands for any word that is not asked for: one part without letters. */
export const OTHER_WORD: Word = { parts: [{ token: '', start: 0, end: 0 }], joined: NO_TOKENS, unsigned: NO_TOKENS }

/** Most words are plain letters: they have one part and no joined form. */
const parseWord = (word: string, start: number, stemmed: boolean, asked: AskedTokens | null): Word => {
  const lower = word.toLowerCase()
  if (PLAIN_ASCII.test(lower) && lower.length <= MAX_TOKEN_LENGTH) {
    if (asked !== null && !asked.mayBe(lower)) return OTHER_WORD
    const token = stemmed ? stem(lower) : lower
    return { parts: [{ token, start, end: start + word.length }], joined: NO_TOKENS, unsigned: NO_TOKENS }
  }
  const sign = signOf(word)
  const parts = [...word.matchAll(PART)].flatMap((part) => partTokens(part[0], start + part.index, stemmed))
  const joined = joinedToken(word, start, sign)
  const last = parts.at(-1)
  if (sign === '' || last === undefined) return { parts, joined, unsigned: NO_TOKENS }
  const letters = lettersOnly(fold(word.slice(last.start - start)))
  const signed = { token: letters + sign, start: last.start, end: start + word.length }
  return { parts: [...parts.slice(0, -1), signed], joined, unsigned: [last] }
}

/**
 * @param stemmed false where the typed letters themselves matter: names, prefixes, keys
 * @param asked where only these tokens matter: words that are none of them are then mostly `OTHER_WORD`
 */
export const tokenize = (text: string, stemmed = true, asked: AskedTokens | null = null): Word[] => {
  const found: Word[] = []
  for (const match of text.matchAll(WORD)) found.push(parseWord(match[0], match.index, stemmed, asked))
  return found
}

/** Separates what must not form a phrase; no typed word folds to it. */
export const PHRASE_BREAK = '\u00a6'

/** Two names or titles that differ only in case, marks, punctuation or spacing have one key. */
export const textKey = (text: string): string => {
  const key = tokenize(text, false)
    .flatMap((word) => word.parts.map((part) => part.token))
    .join(' ')
  // A name of signs alone, such as ???, is its own key.
  if (key === '') return fold(text).trim() || text.normalize('NFKC').trim()
  // Parts that were folded one by one may join into one sign, as the letters of a Hangul syllable do.
  return PLAIN_KEY.test(key) ? key : fold(key)
}

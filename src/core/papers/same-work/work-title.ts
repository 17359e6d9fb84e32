import { stem, tokenize } from '#core/text/tokenize.ts'
import { remembered } from './remembered.ts'
import { withoutTex } from './without-tex.ts'

/** What two titles of one work have in common, however they were typed. */

const GREEK: Record<string, string> = Object.fromEntries(
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta κ kappa λ lambda μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau φ phi χ chi ψ psi ω omega'
    .split(' ')
    .map((word, index, all): [string, string] => [word, all[index + 1] ?? ''])
    .filter((_, index) => index % 2 === 0),
)

/** Words that come and go between a preprint and its publication. */
const SMALL = new Set(
  'a an the of on for in to and or with via by from at towards toward using is are as into'.split(' '),
)

/** What this field writes out in one place and shortens in another. */
const SHORT: [RegExp, string][] = [
  [/\bMLLMs?\b/giu, 'multimodal large language model'],
  [/\bVLMs?\b/giu, 'vision language model'],
  [/\bLLMs?\b/giu, 'large language model'],
  [/\bLMs?\b/giu, 'language model'],
  [/\bRL\b/giu, 'reinforcement learning'],
  [/\bAI\b/giu, 'artificial intelligence'],
]

const HAS_SHORT = /\b(?:M?LLMs?|VLMs?|LMs?|RL|AI)\b/iu

const writtenOut = (title: string): string =>
  HAS_SHORT.test(title) ? SHORT.reduce((text, [short, long]) => text.replaceAll(short, long), title) : title

/** Elements of HTML, MathML and JATS that set letters otherwise, and the references that stand for signs. */
const MARKUP = /<\/?(?:i|b|u|em|strong|su[bp]|scp|tt|span|(?:mml|jats):[a-z]+)(?:\s[^<>]*)?>/giu
const REFERENCES = /&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,5});/giu

/** What a publisher or a server of preprints sets before or behind a title, and is no part of it. */
const BEFORE = /^\W*(?:retracted(?:\s+(?:article|paper|chapter))?|withdrawn|preprint)\W*[:\])–—-]\s*/iu
const BEHIND =
  /\s*[([](?:extended version|full version|long version|short version|preprint|technical report|author['’]?s? (?:version|manuscript)|accepted manuscript|version \d+;[^)\]]*)[)\]]\W*$/iu

const PLAIN = /^[\u0020-\u007e]*$/u

const withoutMarkup = (title: string): string =>
  /[<&]/u.test(title) ? title.replaceAll(MARKUP, '').replaceAll(REFERENCES, ' ') : title

/** The title itself, without TeX, markup and what stands around it. */
export const bareTitle = remembered((title) => {
  const text = withoutTex(withoutMarkup(title))
  return (PLAIN.test(text) ? text : text.normalize('NFKC')).replace(BEFORE, '').replace(BEHIND, '')
})

const plainTitle = (title: string): string => {
  const text = writtenOut(bareTitle(title))
  if (PLAIN.test(text)) return text
  return text.replaceAll(/[αβγδεζηθκλμνξπρστφχψω]/giu, (letter) => GREEK[letter.toLowerCase()] ?? letter)
}

/** `letters`: folded; `isSmall`: comes and goes; `isName`: has capitals within, as in BERT or LLaMA. */
export type TitleWord = { letters: string; stem: string; isSmall: boolean; isName: boolean }

type ParsedTitle = { words: readonly TitleWord[]; cuts: readonly (readonly [TitleWord[], TitleWord[]])[] }

const CAPITAL_WITHIN = /^\P{L}*\p{L}.*\p{Lu}/u
/** What may stand between a title and its subtitle, also as it is typed with less care. */
const SEPARATORS = /\s*:\s*|\s+[-–—|]+\s+|\s*—\s*|[?!.;]\s+/gu
const MAX_SEPARATORS = 4

const separatorsIn = (text: string): { from: number; to: number }[] =>
  [...text.matchAll(SEPARATORS)]
    .slice(0, MAX_SEPARATORS)
    .map(({ 0: sign, index }) => ({ from: index, to: index + sign.length }))

const parseTitle = remembered((title): ParsedTitle => {
  const text = plainTitle(title)
  const isInCapitals = text === text.toUpperCase()
  const found = tokenize(text, false).flatMap(({ parts }) => parts)
  const words = found.map(({ token, start, end }) => ({
    letters: token,
    stem: stem(token),
    isSmall: SMALL.has(token),
    isName: !isInCapitals && CAPITAL_WITHIN.test(text.slice(start, end)),
  }))
  const cuts = separatorsIn(text).map(({ to }): [TitleWord[], TitleWord[]] => {
    const at = found.findIndex(({ start }) => start >= to)
    return at === -1 ? [words, []] : [words.slice(0, at), words.slice(at)]
  })
  return { words, cuts: cuts.filter((cut) => cut.every((part) => part.length > 0)) }
})

/** All words of a title, in their order. */
export const titleWords = (title: string): readonly TitleWord[] => parseTitle(title).words

/** The words of a title cut in two at each place where a subtitle may begin. */
export const titleCuts = (title: string): ParsedTitle['cuts'] => parseTitle(title).cuts

/** The texts before and behind each place where a subtitle may begin. */
export const titlePieces = (title: string): string[] => {
  const text = bareTitle(title)
  return separatorsIn(text).flatMap(({ from, to }) => [text.slice(0, from), text.slice(to)])
}

/** The words that tell a title from others; all of them where none does. */
export const tellingWords = (words: readonly TitleWord[]): readonly TitleWord[] => {
  const telling = words.filter(({ isSmall }) => !isSmall)
  return telling.length === 0 ? words : telling
}

export const tellingStems = (words: readonly TitleWord[]): string[] => tellingWords(words).map((word) => word.stem)

/** What stands between a title and its subtitle. */
const SEPARATOR = /:\s|\s[-–—]+\s|—|\?\s|\.\s(?=\p{Lu})/u
/** Title and subtitle; the second is null where there is none. */
export const titleParts = (title: string): [string, string | null] => {
  const found = SEPARATOR.exec(title)
  if (found === null) return [title, null]
  const rest = title.slice(found.index + found[0].length).trim()
  return rest === '' ? [title, null] : [title.slice(0, found.index), rest]
}

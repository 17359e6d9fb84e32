import { tokenize } from '#core/text/tokenize.ts'

/** What two titles of one work have in common, however they were typed. */

/** Commands of TeX that say how a text looks, and nothing of what it says. */
const LOOKS =
  /\\(?:text(?:it|bf|rm|sf|tt|sc|up)?|emph|math(?:rm|bf|it|sf|tt|cal|bb|frak|scr)|boldsymbol|ensuremath|mbox|rm|it|bf|sc|left|right)(?![A-Za-z])/giu
const ACCENTS = /\\(?:["'`^~=.]|[cdbHkrtuv](?![A-Za-z]))/gu
const SIGNS = /[\\{}$^_]/gu

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
  [/\bMLLM[sS]?\b/gu, 'multimodal large language model'],
  [/\bVLM[sS]?\b/gu, 'vision language model'],
  [/\bLLM[sS]?\b/gu, 'large language model'],
  [/\bLM[sS]?\b/gu, 'language model'],
  [/\bRL\b/gu, 'reinforcement learning'],
  [/\bAI\b/gu, 'artificial intelligence'],
]

const writtenOut = (title: string): string => SHORT.reduce((text, [short, long]) => text.replaceAll(short, long), title)

const plain = (title: string): string =>
  writtenOut(title)
    .replaceAll(LOOKS, ' ')
    .replaceAll(ACCENTS, '')
    .replaceAll(SIGNS, '')
    .normalize('NFKC')
    .replaceAll(/[αβγδεζηθκλμνξπρστφχψω]/giu, (letter) => GREEK[letter.toLowerCase()] ?? letter)

/** The words of a title that tell it from others; all of them where none does. */
export const workWords = (title: string): string[] => {
  const words = tokenize(plain(title)).flatMap(({ parts }) => parts.map(({ token }) => token))
  const telling = words.filter((word) => !SMALL.has(word))
  return telling.length === 0 ? words : telling
}

/** What stands between a title and its subtitle. */
const SEPARATOR = /:\s|\s[-–—]+\s|—|\?\s|\.\s(?=\p{Lu})/u

/** Title and subtitle; the second is null where there is none. */
export const titleParts = (title: string): [string, string | null] => {
  const found = SEPARATOR.exec(title)
  if (found === null) return [title, null]
  const rest = title.slice(found.index + found[0].length).trim()
  return rest === '' ? [title, null] : [title.slice(0, found.index), rest]
}

/** What is published about another work, under the title of that work. */
const NOTICE =
  /^(?:(?:author|publisher|editorial)(?:[’']?s[’']?)?\s+)?(?<what>erratum|errata|corrigend(?:um|a)|corrections?|addend(?:um|a)|retraction(?:\s+not(?:e|ice))?|expression of concern|reply|response|rejoinder|comments?|commentary|editorial|discussion|supplement(?:ary\s+(?:materials?|information))?|peer review)(?:\s+(?:to|on|for|of)\b|\s*:|\s+[-–—])/iu

/** The word that tells a title for that of an erratum, a retraction, a reply or the like; null for that of a work. */
export const noticeOf = (title: string): string | null => NOTICE.exec(title.trim())?.groups?.what?.toLowerCase() ?? null

import type { TitleWord } from './work-title.ts'

/** Works that are about another work, or go on with it, and bear its title. */

/** What is published about another work, under the title of that work. */
const NOTICE =
  /^\W*(?:an?\s+)?(?:(?:author|publisher|editorial)(?:[’']?s[’']?)?\s+)?(?<what>erratum|errata|corrigend(?:um|a)|corrections?|addend(?:um|a)|retraction(?:\s+not(?:e|ice))?|expression of concern|reply|response|rejoinder|rebuttal|comments?|commentary|editorial|discussion|critique|re|(?:book\s+)?review|supplement(?:ary\s+(?:materials?|information))?|peer review)(?:\s+(?:to|on|for|of)\b|\W*:|\s+[-–—]|\s*[\])])/iu

/** The word that tells a title for that of an erratum, a retraction, a reply or the like; null for that of a work. */
export const noticeOf = (title: string): string | null => NOTICE.exec(title.trim())?.groups?.what?.toLowerCase() ?? null

const ABOUT = new Set(
  'erratum errata corrigendum corrigenda correction corrections addendum addenda retraction reply response rejoinder rebuttal comment comments commentary discussion critique supplement supplementary appendix replication reproduction reproducibility revisited reloaded redux continued sequel followup later preface foreword interview obituary tutorial keynote'.split(
    ' ',
  ),
)
const NUMBERED = new Set('part parts vol volume chapter book section episode issue number no act ii iii iv'.split(' '))
/** A subtitle proper is longer. */
const MOST_WORDS = 4

const ONES = new Map(
  [
    ['one', 'first', 'i'],
    ['two', 'second', 'ii'],
    ['three', 'third', 'iii'],
    ['four', 'fourth', 'iv'],
    ['five', 'fifth', 'v'],
    ['six', 'sixth', 'vi'],
    ['seven', 'seventh', 'vii'],
    ['eight', 'eighth', 'viii'],
    ['nine', 'ninth', 'ix'],
    ['ten', 'tenth', 'x'],
  ].flatMap((words, index) => words.map((word): [string, number] => [word, index + 1])),
)

/** The number that a word is, in digits, letters or Roman; null for any other word. */
export const numberIn = (letters: string): number | null =>
  /^\d{1,9}$/u.test(letters) ? Number(letters) : (ONES.get(letters) ?? null)

/** Whether what stands beside a title makes it another work: "Part II", "Revisited", "A reply", "2". */
export const makesAnotherWork = (rest: readonly TitleWord[]): boolean => {
  const words = rest.filter(({ isSmall }) => !isSmall)
  if (words.length === 0) return false
  if (words.every(({ letters }) => NUMBERED.has(letters) || numberIn(letters) !== null)) return true
  const [first, second] = words
  if (first !== undefined && second !== undefined && NUMBERED.has(first.letters) && numberIn(second.letters) !== null)
    return true
  return words.length <= MOST_WORDS && words.some(({ letters }) => ABOUT.has(letters))
}

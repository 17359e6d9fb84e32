import { namesNobody, surnameKey } from '#core/papers/same-work/authors.ts'
import { sameWork, type Work } from '#core/papers/same-work/same-work.ts'
import { bareTitle, memoize, significantStems, titleWords } from '#core/papers/same-work/titles.ts'
import { lookupTitleKeys, lookupWorkKeys, workKeys } from '#core/papers/same-work/work-keys.ts'
import { parseReference } from '#core/cited-references.ts'
import { textKey } from '#core/text/tokenize.ts'
import { type CitedWork, type CitationSource, citationSources, identifierKeys, titleKeyOf } from './cited-work.ts'

export const isCitationSource = (format: string): format is CitationSource =>
  citationSources.some((source) => source === format)

/** A key more, by which a paper finds references to it despite a typo in the title: the first author and the first word. */
export const authorKey = ({ title, authors }: CitedWork): string[] => {
  const [author] = authors
  if (title === null || author === undefined) return []
  return [`by:${workKeys({ title, authors: [author] })[0]}`]
}

/** The keys under which references to a paper may be stored. */
export const keysOfPaper = (paper: Work): string[] => [
  ...identifierKeys({ ...paper, openalexId: null }),
  ...new Set(lookupTitleKeys(paper).flatMap(titleKeyOf)),
  ...lookupWorkKeys(paper).map((key) => `by:${key}`),
]

/** With neither authors nor a year, only a title of so many words says which work it is. */
const FEWEST_WORDS = 4

/** Words before a title that make it the subject of another work. */
const ABOUT = new Set(
  'to on of for erratum corrigendum correction retraction reply response comment comments'.split(' '),
)
/** A preprint is published within a few years. */
const MAX_YEARS_APART = 3

/** A shorter title is another work's as well: it must stand alone behind its first author, with a year next to its own. */
const FEWEST_WORDS_ALONE = 2

/** A printed reference is compared with many papers in succession. */
const yearsIn = memoize((text) =>
  [...text.matchAll(/(?<!\d)(?:1[89]|20)\d\d(?!\d)/gu)].map(([digits]) => Number(digits)),
)
const printedKey = memoize((text) => ` ${textKey(text)} `)

/** Signs within a surname, which its key leaves out. */
const WITHIN_NAMES = /(?<=\p{L})[-‐‑'’](?=\p{L})/gu

const includesName = (text: string, key: string): boolean =>
  printedKey(text).includes(` ${key} `) || ` ${textKey(text.replaceAll(WITHIN_NAMES, ''))} `.includes(` ${key} `)

/**
 * Tells of references as printed whether they have the title of a work, its first author and a year near its own. The title is
 * parsed once, for the first reference with such a year.
 */
const printedReferencesTo = ({ title, authors, year }: Work): ((text: string) => boolean) => {
  let key: string | undefined
  return (text) => {
    const years = yearsIn(text)
    if (years.length > 0 && !years.some((one) => Math.abs(one - year) <= MAX_YEARS_APART)) return false
    key ??= textKey(bareTitle(title))
    const printed = printedKey(text)
    const at = printed.indexOf(` ${key} `)
    if (at === -1 || ABOUT.has(printed.slice(0, at).split(' ').at(-1) ?? '')) return false
    const words = significantStems(titleWords(title)).length
    const author = namesNobody(authors) ? null : surnameKey(authors[0] ?? '')
    if (words >= FEWEST_WORDS) return author === null || includesName(text, author)
    const isDated = years.some((one) => Math.abs(one - year) <= 1)
    if (words < FEWEST_WORDS_ALONE || author === null || !isDated) return false
    return parseReference(text).pieces.has(key) && includesName(text, author)
  }
}

/** Tells whether references are to this work, by identifiers, or by the rules for duplicates. */
export const referencesTo = (work: Work): ((cited: CitedWork) => boolean) => {
  const isPrinted = printedReferencesTo(work)
  return ({ doi, arxivId, title, authors, year, text }) => {
    if (doi !== null && doi === work.doi) return true
    if (arxivId !== null && work.arxivId !== null) return arxivId === work.arxivId
    if (text !== null && isPrinted(text)) return true
    if (title === null) return false
    const isVague = year === null && namesNobody(authors)
    if (isVague && significantStems(titleWords(title)).length < FEWEST_WORDS) return false
    return sameWork({ title, authors, year: year ?? work.year, doi, arxivId }, work) !== null
  }
}

/** Whether a reference is to this work, as `referencesTo` tells. */
export const isReferenceTo = (cited: CitedWork, work: Work): boolean => referencesTo(work)(cited)

/** Whether two references are to one work. */
export const areOfOneWork = (one: CitedWork, other: CitedWork): boolean => {
  if (one.openalexId !== null && one.openalexId === other.openalexId) return true
  if (one.title === null || other.title === null) {
    if (one.doi !== null || other.doi !== null) return one.doi === other.doi
    if (one.arxivId !== null || other.arxivId !== null) return one.arxivId === other.arxivId
    return one.title === other.title && one.text !== null && one.text === other.text
  }
  return isReferenceTo(one, { ...other, title: other.title, year: other.year ?? one.year ?? 0 })
}

/** What a further reference to the same work adds to what is known of it; null if nothing. */
export const withFurther = (known: CitedWork, further: CitedWork): CitedWork | null => {
  const work = {
    doi: known.doi ?? further.doi,
    arxivId: known.arxivId ?? further.arxivId,
    openalexId: known.openalexId ?? further.openalexId,
    title: known.title ?? further.title,
    year: known.year ?? further.year,
    authors: known.authors.length >= further.authors.length ? known.authors : further.authors,
    text: known.text === null || further.text === null ? null : known.text,
  }
  const isSame =
    work.doi === known.doi &&
    work.arxivId === known.arxivId &&
    work.openalexId === known.openalexId &&
    work.title === known.title &&
    work.year === known.year &&
    work.authors === known.authors &&
    work.text === known.text
  return isSame ? null : work
}

import type { Identifiers } from '../identifiers.ts'
import type { Paper } from '../paper.ts'
import { areTypedAlike, errorsBetweenTitles } from './alike-titles.ts'
import { mayBeOfOneWork } from './different-dois.ts'
import { namesNobody, shareAuthors } from './same-authors.ts'
import { makesAnotherWork, noticeOf } from './work-notice.ts'
import { titleCuts, titleWords, type TitleWord } from './work-title.ts'

/** What two descriptions of a work are compared by. */
export type Work = Pick<Paper, 'title' | 'authors' | 'year'> & Identifiers

export const workMatches = ['doi', 'arxiv', 'title_year', 'near_title'] as const
/** By what two descriptions are taken for one work. */
export type WorkMatch = (typeof workMatches)[number]

/** A preprint is published within a few years, and a record may name either. */
const MAX_YEARS_APART = 3
/** Without authors only the year tells one work from the next of that title. */
const MAX_YEARS_APART_WITHOUT_AUTHORS = 1
/** A shorter title says too little to be recognised without its subtitle. */
const FEWEST_LETTERS = 3

const areAlike = (one: readonly TitleWord[], other: readonly TitleWord[]): boolean =>
  errorsBetweenTitles(one, other) < Number.POSITIVE_INFINITY

/** Whether one title is the other without its subtitle, or without what stands before it. */
const isPart = (part: readonly TitleWord[], whole: string): boolean =>
  part.reduce((sum, { letters }) => sum + letters.length, 0) >= FEWEST_LETTERS &&
  titleCuts(whole).some(
    ([before, behind]) =>
      (areAlike(part, before) && !makesAnotherWork(behind)) || (areAlike(part, behind) && !makesAnotherWork(before)),
  )

const areNear = (one: Work, other: Work): boolean => {
  const years = Math.abs(one.year - other.year)
  const isByNobody = namesNobody(one.authors) || namesNobody(other.authors)
  if (years > (isByNobody ? MAX_YEARS_APART_WITHOUT_AUTHORS : MAX_YEARS_APART)) return false
  return noticeOf(one.title) === noticeOf(other.title) && shareAuthors(one.authors, other.authors)
}

/**
 * By what two descriptions are of one work; null when they are of two. Different ids of arXiv are different works, whatever
 * else is alike; different DOIs may be those of a preprint and its publication. A word that one title has and the other
 * has not makes two works, unless it is small, or in a subtitle that the other leaves out.
 */
export const sameWork = (one: Work, other: Work): WorkMatch | null => {
  if (one.doi !== null && one.doi === other.doi) return 'doi'
  if (one.arxivId !== null && other.arxivId !== null) return one.arxivId === other.arxivId ? 'arxiv' : null
  if (!areNear(one, other)) return null
  const [a, b] = [titleWords(one.title), titleWords(other.title)]
  const errors = areTypedAlike(one.title, other.title) ? 0 : errorsBetweenTitles(a, b)
  if (!mayBeOfOneWork(one, other, errors === 0 ? a : [])) return null
  if (errors === 0 && one.year === other.year) return 'title_year'
  return errors < Number.POSITIVE_INFINITY || isPart(a, other.title) || isPart(b, one.title) ? 'near_title' : null
}

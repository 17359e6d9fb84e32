import { lastNameKey } from './author-names.ts'

/** A work of the library that a text may cite: a public or retracted paper, or a duplicate that was merged into one. */
export type LibraryWork = {
  /** The paper that it is now. */
  id: string
  state: 'accepted' | 'retracted'
  /** The address of that paper, which may have a version of arXiv. */
  currentUrl: string | null
  /** What the citation means: the paper itself, or the duplicate. */
  named: {
    id: string
    title: string
    titleKey: string
    year: number
    authors: string[]
    doi: string | null
    arxivId: string | null
    url: string | null
  }
}

export const isMerged = ({ id, named }: LibraryWork): boolean => named.id !== id

const ARXIV_VERSION = /arxiv\.org\/(?:abs|pdf|html)\/[^?#\s]{1,40}?v(?<version>\d{1,3})(?:\.pdf)?\/?(?:[?#]|$)/iu

/** The version of arXiv that the record of the library names. */
export const recordedVersion = ({ currentUrl }: LibraryWork): number | null => {
  const version = ARXIV_VERSION.exec(currentUrl ?? '')?.groups?.version
  return version === undefined ? null : Number(version)
}

const MAX_NAMED = 3

/** Such as “Yao et al., 2023”. */
export const shortName = ({ named: { authors, year } }: LibraryWork): string => {
  const last = authors.slice(0, MAX_NAMED).map((name) => lastNameKey(name).shown)
  const [first = 'an unnamed author', second] = last
  const names = authors.length > 2 ? `${first} et al.` : second === undefined ? first : `${first} and ${second}`
  return `${names} (${year})`
}

import { bibliographyFields } from '#core/papers/bibliography.ts'
import type { Paper, PaperWithText } from '#core/papers/paper.ts'
import type { ProposedFields } from './proposed-revision.ts'

/** What a catalogue knows of a paper; title, authors, year and all that editors say stay as they are. */
const ENRICHED = ['institution', 'url', 'storageUrl', 'abstract', 'topics', ...bibliographyFields] as const

/** Kinds that a preprint becomes. */
const PUBLISHED = new Set(['journal-article', 'conference-paper', 'chapter', 'book'])

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0)

/** A DOI that arXiv gives to a preprint. */
const isPreprintDoi = (doi: string | null): boolean => doi?.startsWith('10.48550/') === true

/** What a second description of the same work adds: fields that are empty, and the publication of a preprint. */
export const enrichment = (paper: Paper, found: Paper): ProposedFields => {
  const added = Object.fromEntries(
    ENRICHED.filter((field) => isEmpty(paper[field]) && !isEmpty(found[field])).map((field) => [field, found[field]]),
  ) as ProposedFields
  const names = found.authorNames.filter(({ name }) => paper.authors.includes(name))
  if (added.authorNames !== undefined) {
    if (names.length === 0) delete added.authorNames
    else added.authorNames = names
  }
  if (paper.kind === 'preprint' && found.kind !== null && PUBLISHED.has(found.kind)) added.kind = found.kind
  if (isPreprintDoi(paper.doi) && found.doi !== null && !isPreprintDoi(found.doi)) added.doi = found.doi
  // A date of another year would contradict the year by which the paper is cited.
  if (added.date?.startsWith(String(paper.year)) === false) delete added.date
  return added
}

/** A paper with what is proposed for it. What was written since stays. */
export const withProposed = (paper: PaperWithText, fields: ProposedFields): PaperWithText => ({
  ...paper,
  ...enrichment(paper, { ...paper, ...fields }),
})

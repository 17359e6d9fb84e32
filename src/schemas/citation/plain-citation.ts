import type { Reference } from './reference.ts'

/** More authors than these are cut as styles do: the first nineteen and the last. */
const MAX_AUTHORS_LISTED = 20

const names = (authors: readonly string[]): string => {
  const last = authors.at(-1) ?? ''
  if (authors.length > MAX_AUTHORS_LISTED) return `${authors.slice(0, MAX_AUTHORS_LISTED - 1).join(', ')}, … ${last}`
  return authors.length < 2 ? last : `${authors.slice(0, -1).join(', ')} and ${last}`
}

/** A citation to paste anywhere: who, when, what, where. */
export const plainCitation = ({
  authors,
  year,
  title,
  container,
  publisher,
  institution,
  doi,
  url,
}: Reference): string => {
  const sentence = /[.!?]$/u.test(title) ? title : `${title}.`
  const place = container ?? publisher ?? institution
  const published = place === null ? '' : ` ${place}.`
  const where = doi === null ? url : `https://doi.org/${doi}`
  return `${names(authors.map(({ printed }) => printed))} (${year}). ${sentence}${published} ${where}`
}

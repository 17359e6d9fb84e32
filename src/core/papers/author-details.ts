import type { AuthorDetail } from './bibliography.ts'

/** What a source gives about an author: the place among the authors may be missing, or that of an earlier list. */
export type GivenDetail = Omit<AuthorDetail, 'position'> & { position?: number | undefined }

/** What all affiliations of a paper may have together. Few collaborations have as much. */
export const MAX_AFFILIATION_CHARACTERS = 200_000
export const MAX_AFFILIATIONS = 10
export const MAX_AFFILIATION_LENGTH = 500

const placesOf = (authors: readonly string[]): Map<string, number[]> => {
  const places = new Map<string, number[]>()
  for (const [index, name] of authors.entries()) {
    const known = places.get(name)
    if (known === undefined) places.set(name, [index + 1])
    else known.push(index + 1)
  }
  return places
}

/**
 * Details in the order of the authors that they are about: those at their place or, if the list has changed, the one with the same name.
 * Without a place, authors of one name get theirs in turn. What is about nobody in the list is dropped.
 */
export const detailsOfAuthors = (authors: readonly string[], given: readonly GivenDetail[]): AuthorDetail[] => {
  const places = placesOf(authors)
  const found = new Map<number, AuthorDetail>()
  const add = (position: number | undefined, { name, orcid, affiliations }: GivenDetail): void => {
    if (position !== undefined && !found.has(position)) found.set(position, { position, name, orcid, affiliations })
  }
  const isInPlace = ({ name, position }: GivenDetail): boolean =>
    position !== undefined && authors[position - 1] === name
  for (const detail of given) if (isInPlace(detail)) add(detail.position, detail)
  const turns = new Map<string, number>()
  for (const detail of given) {
    if (isInPlace(detail)) continue
    const own = places.get(detail.name) ?? []
    const turn = turns.get(detail.name) ?? 0
    turns.set(detail.name, turn + 1)
    // Somebody else may have the name now: a place that is wrong says nothing about which of several it is.
    if (detail.position === undefined || own.length === 1) add(own[turn], detail)
  }
  return [...found.values()]
    .filter(({ orcid, affiliations }) => orcid !== null || affiliations.length > 0)
    .toSorted((a, b) => a.position - b.position)
}

const BETWEEN = ' | '
const EQUALS = ' = '

/** One line for each author with details: "Ada Lovelace = 0000-0002-1825-0097 | University of London". */
export const detailLines = (authors: readonly string[], details: readonly AuthorDetail[]): string[] => {
  const places = placesOf(authors)
  const known = new Map(details.map((one) => [one.position, one]))
  const named = new Set(details.map(({ name }) => name))
  return authors.flatMap((name, index) => {
    const { orcid = null, affiliations = [] } = known.get(index + 1) ?? {}
    const values = [...(orcid === null ? [] : [orcid]), ...affiliations]
    // Of several with one name, each has its line, by which they are told apart.
    const isListed = values.length > 0 || (named.has(name) && (places.get(name)?.length ?? 0) > 1)
    return isListed ? [`${name}${EQUALS}${values.join(BETWEEN)}`] : []
  })
}

/** The parts of such a line; the first value is an ORCID iD if it looks like one. */
export const parseDetailLine = (line: string): { name: string; orcid?: string; affiliations: string[] } => {
  const at = line.indexOf(EQUALS.trimEnd())
  if (at === -1) return { name: line.trim(), affiliations: [] }
  const values = line
    .slice(at + EQUALS.trimEnd().length)
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  const name = line.slice(0, at).trim()
  const [first = '', ...rest] = values
  return /^(?:https?:\/\/orcid\.org\/)?[\dx]{4}-/iu.test(first)
    ? { name, orcid: first, affiliations: rest }
    : { name, affiliations: values }
}

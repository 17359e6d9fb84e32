import type { FollowedSearch } from './followed-search.ts'

/** What a search is called in words: names stand where the search has numbers and ids. */
export type SearchNames = { chapter: (number: number) => string | null; concept: string | null }

const ONE_AUTHOR = /^author:"(?<name>[^"]+)"$/u

/** What finds the papers of one author; quotes cannot be searched for. */
export const authorSearch = (name: string): string => `author:"${name.replaceAll('"', ' ').trim()}"`

const words = (q: string): string => {
  const author = ONE_AUTHOR.exec(q)?.groups?.name
  return author === undefined ? `with all of: ${q}` : `by ${author}`
}

/** Such as `papers with all of: agent memory, in chapter 3 (Memory), from 2025`. */
export const describeSearch = (search: FollowedSearch, names: SearchNames): string => {
  if (search.of === 'gaps') return search.severity === null ? 'research gaps' : `${search.severity} research gaps`
  const { q, chapter, year, type, concept, institution, withText } = search
  const told = [
    q === null ? null : words(q),
    chapter === null
      ? null
      : `in chapter ${chapter}${names.chapter(chapter) === null ? '' : ` (${names.chapter(chapter)})`}`,
    year === null ? null : `from ${year}`,
    type === null ? null : `of type ${type.replaceAll('_', ' ')}`,
    concept === null ? null : `about ${names.concept ?? concept}`,
    institution === null ? null : `of ${institution}`,
    withText ? 'with their full text here' : null,
  ].filter((part) => part !== null)
  return told.length === 0 ? 'all papers of the library' : `papers ${told.join(', ')}`
}

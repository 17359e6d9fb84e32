import type { FollowedSearchRow } from './follow.ts'
import { followedFilter, parseFollowedAddress, type FollowedGaps } from './followed-search.ts'
import { matchablePaper, requiredFacets, type PaperFacts } from './matchable-paper.ts'
import type { StoredSearch } from './matches-search.ts'
import { searchIndex } from './search-index.ts'
import type { ChangedThing } from './follow.ts'

/** All that is followed, ready to be matched with what changes. */
export type FollowedIndex = {
  /** Of what is followed when this was read. */
  version: number
  /** The number of the last change that had happened by then: the numbers of concepts are those of that time. */
  readAt: number
  /** Searches of concepts that there were not then. */
  hasUnknownConcepts: boolean
  /** The searches that find a thing as it is now, of those in which it is new. */
  find(thing: ChangedThing): number[]
}

type IndexInput = {
  version: number
  readAt: number
  rows: readonly FollowedSearchRow[]
  concepts: ReadonlyMap<string, number>
  sample: readonly PaperFacts[]
}

/** The ids of concepts that searches name. */
export const followedConcepts = (rows: readonly FollowedSearchRow[]): string[] => {
  const named = rows.flatMap(({ address }) => {
    const search = parseFollowedAddress(address)
    return search.of === 'papers' && search.concept !== null ? [search.concept] : []
  })
  return [...new Set(named)]
}

/** Makes an index of what is followed; a search that names an unknown concept finds nothing. */
export const followedIndex = ({ version, readAt, rows, concepts, sample }: IndexInput): FollowedIndex => {
  const stored: StoredSearch[] = []
  const gaps: (FollowedGaps & { id: number })[] = []
  let hasUnknownConcepts = false
  for (const { seq: id, address } of rows) {
    const search = parseFollowedAddress(address)
    if (search.of === 'gaps') {
      gaps.push({ ...search, id })
      continue
    }
    const concept = search.concept === null ? null : concepts.get(search.concept)
    if (concept === undefined) hasUnknownConcepts = true
    else {
      const filter = followedFilter(search)
      stored.push({ id, query: filter.query, facets: requiredFacets(filter, concept) })
    }
  }
  const index = searchIndex(stored, sample.map(matchablePaper))
  const beganAfter = new Map(rows.map(({ seq, beganAfter: began }) => [seq, began]))
  const earliest = Math.min(...beganAfter.values())
  const findAny = (thing: ChangedThing): number[] => {
    if (thing.kind === 'paper') return thing.facts === null ? [] : index.find(matchablePaper(thing.facts))
    const { severity } = thing
    return severity === null
      ? []
      : gaps.filter((gap) => gap.severity === null || gap.severity === severity).map(({ id }) => id)
  }
  return {
    version,
    readAt,
    hasUnknownConcepts,
    find: (thing) =>
      // Most changes are of what was public long before anybody followed anything.
      thing.added <= earliest ? [] : findAny(thing).filter((id) => thing.added > (beganAfter.get(id) ?? Infinity)),
  }
}

import type { FollowedSearchRow } from './follow.ts'
import { followedFilter, parseFollowedAddress, type FollowedGaps } from './followed-search.ts'
import { matchablePaper, requiredFacets, type PaperFacts, type StoredSearch, searchIndex } from './search-index.ts'
import type { ChangedThing } from './follow.ts'

/** All followed searches, ready to be matched with changes. */
export type FollowedIndex = {
  /** The version of the followed searches it was built from. */
  version: number
  /** The number of the last change at that time, to which the concept numbers correspond. */
  readAt: number
  /** Whether some searches name concepts that did not exist then. */
  hasUnknownConcepts: boolean
  /** The searches that match a thing and in which it is new. */
  find(thing: ChangedThing): number[]
}

type IndexInput = {
  version: number
  readAt: number
  rows: readonly FollowedSearchRow[]
  concepts: ReadonlyMap<string, number>
  sample: readonly PaperFacts[]
}

/** The ids of concepts in the searches. */
export const followedConcepts = (rows: readonly FollowedSearchRow[]): string[] => {
  const named = rows.flatMap(({ address }) => {
    const search = parseFollowedAddress(address)
    return search.of === 'papers' && search.concept !== null ? [search.concept] : []
  })
  return [...new Set(named)]
}

/** A search for an unknown concept matches nothing. */
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
      // Most changes concern things that were public before anybody followed anything.
      thing.added <= earliest ? [] : findAny(thing).filter((id) => thing.added > (beganAfter.get(id) ?? Infinity)),
  }
}

import type { Pattern, SearchField, SearchQuery } from './search-query.ts'

/** Orders in which the library is read: the public order, and those that a reader may ask for. */
export const sortOrders = ['long-horizon', 'enterprise', 'newest', 'relevance'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Papers that match `query` and have all patterns of none of `except`. */
export type RelevanceTier = { query: SearchQuery; except: Pattern[][][] }

/** Words that were bound to a field by whoever typed them stay there. */
const bindToFields = (groups: readonly Pattern[][], fields: readonly SearchField[]): Pattern[][] =>
  groups.map((group) =>
    group.flatMap((pattern) => (pattern.field === null ? fields.map((field) => ({ ...pattern, field })) : [pattern])),
  )

/**
 * Relevance as it can be said in a sentence: papers with all words in the title come first, then those with all words
 * in title and topics, then the rest. Every paper is in one tier; within a tier the public order holds.
 */
export const relevanceTiers = (query: SearchQuery): RelevanceTier[] => {
  const isBound = query.all.every((group) => group.every(({ field }) => field !== null))
  if (isBound) return [{ query, except: [] }]
  const inTitle = bindToFields(query.all, ['title'])
  const inTitleOrTopics = bindToFields(query.all, ['title', 'topics'])
  return [
    { query: { ...query, all: inTitle }, except: [] },
    { query: { ...query, all: inTitleOrTopics }, except: [inTitle] },
    { query, except: [inTitleOrTopics] },
  ]
}

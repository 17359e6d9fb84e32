import type { ChangedKind } from '#core/changes/public-change.ts'
import { severities } from '#core/editorial/gap.ts'

/** The query of a feed as its address has it. */
type FeedSearch = Readonly<Record<string, string>>

/** A list whose feeds a hub passes on: its path before the endings, and its query. */
type Topic = { path: string; search: FeedSearch }

/** The narrower lists that a paper is in, by the names that they go by now. */
export type PaperTopics = { chapter: number | null; concepts: readonly string[]; institution: string | null }

/** What the public saw change. */
export type FeedChanges = {
  kinds: ReadonlySet<ChangedKind>
  /** Of the papers that changed, those that are public. */
  papers: readonly PaperTopics[]
  /** Concepts that changed themselves, such as by taking in another one. */
  concepts: readonly string[]
}

const ENDINGS = ['atom', 'rss', 'json']

/** The address of a feed below the site. */
export const feedAddress = (path: string, ending: string, search: FeedSearch): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? `${path}.${ending}` : `${path}.${ending}?${query}`
}

const whole = (path: string): Topic => ({ path, search: {} })
const conceptTopic = (id: string): Topic => whole(`/concepts/${encodeURIComponent(id)}`)

const topicsOf = ({ chapter, concepts, institution }: PaperTopics): Topic[] => [
  ...(chapter === null ? [] : [whole(`/chapters/${chapter}`)]),
  ...concepts.map(conceptTopic),
  ...(institution === null ? [] : [{ path: '/papers', search: { institution } }]),
]

/** Gaps of a severity are announced with all others: which one a gap had before it changed is not known. */
const gapTopics = [whole('/gaps'), ...severities.map((severity) => ({ path: '/gaps', search: { severity } }))]

/** Addresses below the site of the feeds that a hub is told of after these changes, in each of their forms. */
export const changedFeeds = ({ kinds, papers, concepts }: FeedChanges): string[] => {
  const topics = [
    ...(kinds.has('paper') ? [whole('/papers')] : []),
    ...(kinds.has('gap') ? gapTopics : []),
    ...(kinds.has('brief') ? [whole('/briefs')] : []),
    ...papers.flatMap(topicsOf),
    ...concepts.map(conceptTopic),
  ]
  return [...new Set(topics.flatMap(({ path, search }) => ENDINGS.map((ending) => feedAddress(path, ending, search))))]
}

const ONE_LIST = /^\/(?:papers|gaps|briefs|chapters\/[^/]+|concepts\/[^/]+)$/u
/** Lists that a single parameter narrows. */
const NARROWED = new Set(['/papers institution', '/gaps severity'])

/**
 * Whether a hub is told of changes of the feeds at an address. Searches are not: which of them a change touches would have to be
 * asked of each. An author is a search, too, for words that others may have in their names.
 */
export const isAnnounced = (path: string, search: FeedSearch): boolean => {
  const names = Object.keys(search)
  return names.length === 0 ? ONE_LIST.test(path) : names.length === 1 && NARROWED.has(`${path} ${names[0]}`)
}

import { wholeLibrary, type LibraryFilter } from '#core/search/library-filter.ts'
import type { ChangedPaper } from '#ports/store/changes.ts'
import type { Store } from '#ports/store/store.ts'
import { paperPath } from '#http/reader/addresses.ts'
import type { FeedEntry } from '#http/reader/feeds/formats/feed.ts'
import { ENTRIES_PER_PAGE, type FeedPage } from './feed-forms.ts'
import { tagUri } from './tag-uri.ts'

export type FeedPorts = { store: Store; houseName: string; publicUrl: () => string; websubHub: string | null }

/** The day from which the ids of all entries count. */
export const corpusBegan = async ({ store }: FeedPorts): Promise<string> =>
  (await store.public.harvest.began()) ?? new Date(0).toISOString()

type NumberedEntry = { seq: number; entry: FeedEntry }

const paperEntry = (site: string, began: string, { seq, at, paper }: ChangedPaper): NumberedEntry => ({
  seq,
  entry: {
    id: tagUri(site, began, paperPath(paper.id)),
    title: paper.title,
    page: `${site}${paperPath(paper.id)}`,
    at,
    authors: paper.authors,
    content: { type: 'text', value: paper.abstract ?? paper.commentary ?? '' },
    categories: paper.concepts,
    source: paper.url,
  },
})

type Retraction = { seq: number; id: string; at: string; reason: string }

/** The same entry as before, saying what its page says now. */
const retractionEntry = (site: string, began: string, { seq, id, at, reason }: Retraction): NumberedEntry => ({
  seq,
  entry: {
    id: tagUri(site, began, paperPath(id)),
    title: `Retracted: ${id}`,
    page: `${site}${paperPath(id)}`,
    at,
    authors: [],
    content: { type: 'text', value: reason === '' ? `${id} was retracted.` : `${id} was retracted: ${reason}` },
    categories: [],
    source: null,
  },
})

const narrows = (filter: LibraryFilter): boolean =>
  Object.entries(wholeLibrary).some(([name, none]) => filter[name as keyof LibraryFilter] !== none)

/**
 * Papers that pass a filter, latest change first. The feed of the whole library also tells of retractions; nothing says
 * whether a retracted paper would have passed a filter.
 */
export const readPaperFeed = async (
  ports: FeedPorts,
  filter: LibraryFilter,
  before: number | null,
): Promise<Pick<FeedPage, 'entries' | 'before' | 'nextBefore'>> => {
  const { feeds } = ports.store.public
  const site = ports.publicUrl()
  const began = await corpusBegan(ports)
  const papers = await feeds.changedPapers(filter, before, ENTRIES_PER_PAGE + 1)
  const oldest = papers.length > ENTRIES_PER_PAGE ? (papers.at(-1)?.seq ?? 0) : 0
  const retractions = narrows(filter) ? [] : await feeds.retractions(oldest, before, ENTRIES_PER_PAGE + 1)
  const all = [
    ...papers.map((paper) => paperEntry(site, began, paper)),
    ...retractions.map((retraction) => retractionEntry(site, began, retraction)),
  ].toSorted((a, b) => b.seq - a.seq)
  const shown = all.slice(0, ENTRIES_PER_PAGE)
  return {
    entries: shown.map(({ entry }) => entry),
    before,
    nextBefore: all.length > shown.length ? (shown.at(-1)?.seq ?? null) : null,
  }
}

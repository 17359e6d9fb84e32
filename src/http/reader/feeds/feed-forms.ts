import type { Context } from 'hono'
import { feedAddress, isAnnounced } from '#core/webhooks/feed-topics.ts'
import type { Feed, FeedEntry } from '#http/reader/feeds/formats/feed.ts'
import { feedFormats } from '#http/reader/feeds/formats/feed-formats.ts'
import { wholeNumberParameter } from '#http/input/query.ts'
import type { Form } from '#http/routing/form.ts'

/** Entries in one page of a feed. */
export const ENTRIES_PER_PAGE = 50

/** Where a page of a feed begins; a page for people takes no notice of it. */
export const beforeParameter = () =>
  wholeNumberParameter({ least: 1, most: 999_999_999_999_999, maxDigits: 15 }).meta({
    description: 'Only of feeds: entries that changed before this number, as the link to the next page gives it.',
    example: '120',
  })

/** A page of a feed as its reader knows it. */
export type FeedPage = {
  title: string
  subtitle: string
  /** The path of the page for people, and of its feeds before their endings, as they stand in addresses. */
  path: string
  formPath: string
  /** The query of both. */
  search: Record<string, string>
  /** Whether its address has a former or another name of what it is about: it is announced under the present one only. */
  isByOtherName?: boolean
  entries: readonly FeedEntry[]
  /** What `before` is on this page and on the next one; null on the first one, and after the last. */
  before: number | null
  nextBefore: number | null
}

type Site = { houseName: string; publicUrl: () => string; websubHub: string | null }

const withSearch = (address: string, search: Record<string, string>): string => {
  const query = new URLSearchParams(search).toString()
  return query === '' ? address : `${address}?${query}`
}

/** Pages behind the first one are not what a hub passes on. */
const hubOf = ({ websubHub }: Site, { formPath, search, before, isByOtherName = false }: FeedPage): string | null =>
  before === null && !isByOtherName && isAnnounced(formPath, search) ? websubHub : null

const toFeed = (place: Site, page: FeedPage): Feed => {
  const { houseName, publicUrl } = place
  const site = publicUrl()
  const { title, subtitle, entries, search, before, nextBefore } = page
  const pageBefore = (ending: string, number: number | null): string =>
    `${site}${feedAddress(page.formPath, ending, number === null ? search : { ...search, before: String(number) })}`
  return {
    title: `${houseName}: ${title}`,
    subtitle,
    houseName,
    site,
    page: withSearch(`${site}${page.path}`, search),
    entries,
    hub: hubOf(place, page),
    self: (ending) => pageBefore(ending, before),
    next: (ending) => (nextBefore === null ? null : pageBefore(ending, nextBefore)),
  }
}

/** What WebSub asks of a feed that a hub passes on (W3C recommendation, section 4). */
const hubHeaders = ({ hub, self }: Feed, ending: string): Record<string, string> =>
  hub === null ? {} : { Link: `<${hub}>; rel="hub", <${self(ending)}>; rel="self"` }

/** A list in each form of feeds. `read` gets what stands at the last parameter of the path. */
export const feedForms = (site: Site, read: (context: Context, id: string) => Promise<FeedPage>): Form[] =>
  feedFormats.map(({ ending, name, mediaType, write }) => ({
    ending,
    name,
    mediaType,
    caching: 'revision',
    show: async (context, id) => {
      const feed = toFeed(site, await read(context, id))
      return { status: 200, body: write(feed), type: mediaType, headers: hubHeaders(feed, ending) }
    },
  }))

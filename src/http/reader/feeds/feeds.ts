import type { Context } from 'hono'
import { feedAddress, isAnnounced, searchText, type FeedSearch } from '#core/webhooks.ts'
import { type Feed, type FeedEntry, feedFormats } from './feed-formats.ts'
import { wholeNumberParameter } from '#schemas/fields.ts'
import type { Form } from '#http/routing/route.ts'
import { followedAddress, type FollowedSearch } from '#core/following/followed-search.ts'
import { plainMathematics, withPlainFormulas } from '#core/text/mathematics.ts'
import { html, type Html, markdown } from '#html.ts'
import { alternateLinks, paperPath, briefPath, gapPath } from '#http/reader/addresses.ts'
import { filtersOnly, type LibraryFilter } from '#core/search/paper-filter.ts'
import { namedSummary } from '#schemas/citation/reference.ts'
import type { Paper } from '#core/papers/paper.ts'
import { byId, linkPaperIds, paperLinker } from '#core/papers/paper-mentions.ts'
import { findMentionedPapers } from '#queries/mentioned-papers.ts'
import type { ChangedPaper } from '#ports/store/changes.ts'
import type { Store } from '#ports/store/store.ts'
import type { GapWithPapers, Severity } from '#core/editorial/gap.ts'
import { capitalized } from '#core/papers/library-words.ts'
import type { MarkdownRenderer } from '#ports/markdown-renderer.ts'
import { briefTexts, correctionTexts } from '#queries/rendered-texts.ts'
import { explanationOf, renderCached } from '#http/reader/rendered-texts.ts'
import type { LiveSite } from '#ports/site.ts'

/**
 * An id that stays the same when addresses change (RFC 4151): the host, the day on which the corpus began, and the path.
 *
 * @param began an instant in ISO 8601
 */
const tagUri = (publicUrl: string, began: string, path: string): string =>
  `tag:${new URL(publicUrl).hostname},${began.slice(0, 10)}:${path.slice(1)}`

/** Entries in one page of a feed. */
const ENTRIES_PER_PAGE = 50

/** Where a page of a feed begins; pages for people ignore it. */
export const beforeParameter = () =>
  wholeNumberParameter({ least: 1, most: 999_999_999_999_999, maxDigits: 15 }).meta({
    description: 'For feeds only: entries that changed before this number, which the link to the next page contains.',
    example: '120',
  })

/** A page of a feed, as the surface that lists its entries describes it. */
export type FeedPage = {
  title: string
  subtitle: string
  /** The paths of the page for people and of its feeds (without their endings), percent-encoded. */
  path: string
  formPath: string
  /** The query parameters of both. */
  search: FeedSearch
  /** Parameters of the page alone, such as its order. */
  pageSearch?: FeedSearch
  /** Whether its address uses a former or alternative name of its subject. Only the feed under the current name is sent to the hub. */
  isAlias?: boolean
  entries: readonly FeedEntry[]
  /** The value of `before` on this page (null on the first) and on the next one (null if there is none). */
  before: number | null
  nextBefore: number | null
}

type Place = { site: LiveSite; publicUrl: () => string; websubHub: string | null }

const withSearch = (address: string, search: FeedSearch): string => {
  const query = searchText(search)
  return query === '' ? address : `${address}?${query}`
}

/** A hub distributes only the first page of a feed. */
const hubOf = ({ websubHub }: Place, { formPath, search, before, isAlias = false }: FeedPage): string | null =>
  before === null && !isAlias && isAnnounced(formPath, search) ? websubHub : null

const toFeed = (place: Place, page: FeedPage): Feed => {
  const { publicUrl } = place
  const { name: houseName, language } = place.site.current()
  const site = publicUrl()
  const { title, subtitle, entries, search, before, nextBefore } = page
  const pageBefore = (ending: string, number: number | null): string =>
    `${site}${feedAddress(page.formPath, ending, number === null ? search : { ...search, before: String(number) })}`
  return {
    title: `${houseName}: ${title}`,
    subtitle,
    houseName,
    language,
    site,
    page: withSearch(`${site}${page.path}`, { ...search, ...page.pageSearch }),
    entries,
    hub: hubOf(place, page),
    self: (ending) => pageBefore(ending, before),
    next: (ending) => (nextBefore === null ? null : pageBefore(ending, nextBefore)),
  }
}

/** The headers that WebSub requires of a feed with a hub (W3C recommendation, section 4). */
const hubHeaders = ({ hub, self }: Feed, ending: string): Record<string, string> =>
  hub === null ? {} : { Link: `<${hub}>; rel="hub", <${self(ending)}>; rel="self"` }

/** A list in each feed format. `read` gets the last parameter of the path. */
export const feedForms = (place: Place, read: (context: Context, id: string) => Promise<FeedPage>): Form[] =>
  feedFormats.map(({ ending, name, mediaType, write }) => ({
    ending,
    name,
    mediaType,
    caching: 'revision',
    show: async (context, id) => {
      const feed = toFeed(place, await read(context, id))
      return { status: 200, body: write(feed), type: mediaType, headers: hubHeaders(feed, ending) }
    },
  }))

/** Links in a page's head by which feed readers find its feeds. */
export const feedLinks = (formPath: string, search = ''): Html => alternateLinks(formPath, feedFormats, search)

/** The address of the page to follow a search. */
export const followPath = (search: FollowedSearch): string =>
  `/follow?${new URLSearchParams({ search: followedAddress(search) }).toString()}`

type Following = {
  site: LiveSite
  search?: string
  label?: string
  /** What comes. */
  what?: string
  /** The search that the page to follow it is about. */
  follows?: FollowedSearch
  /** The page that says how, where it is another; without either, there are feeds alone. */
  page?: string
}

/** How to follow a list, and what happens then: what comes, and by which ways. */
export const followLine = (
  formPath: string,
  { site, search = '', label = 'Follow this', what = 'each new paper, once', follows, page }: Following,
): Html => {
  const way = follows === undefined ? page : followPath(follows)
  const isMailed = way !== undefined && site.canMail
  return html`<p class="quiet follow no-print">${way === undefined ? label : html`<a href="${way}">${label}</a>`}: ${what}, ${isMailed && 'by email or '}in a feed reader (${feedFormats.map(
    ({ ending, name }, index) => html`${index > 0 && ', '}<a href="${formPath}.${ending}${search}">${name}</a>`,
  )})</p>`
}

/** Addresses of feeds to copy, for a page with the script `copy.js`. A feed itself is nothing for people to read. */
export const feedAddresses = (addressOf: (ending: string) => string): Html =>
  html`<dl class="prose">${feedFormats.map(
    ({ ending, name }) =>
      html`<dt>${name}</dt><dd><code id="feed-${ending}">${addressOf(ending)}</code> <button type="button" class="plain" data-copies="feed-${ending}" hidden aria-label="Copy the address of the ${name}">Copy</button></dd>`,
  )}</dl>`

/** Where each brief can be had: the page says how, by email where emails are sent, and otherwise as a feed. */
export const briefOffer = (site: LiveSite): { href: string; way: string } => ({
  href: '/subscribe',
  way: site.canMail ? 'by email' : 'in a feed reader',
})

export type FeedPorts = { store: Store; site: LiveSite; publicUrl: () => string; websubHub: string | null }

/** The date in the ids of all entries. */
const corpusBegan = async ({ store }: FeedPorts): Promise<string> =>
  (await store.public.harvest.firstChangeAt()) ?? new Date(0).toISOString()

type NumberedEntry = { seq: number; entry: FeedEntry }

/** The abstract, or else the commentary; a summary says that it is one. */
const textOf = ({ abstract, abstractBy, commentary }: Paper): string => {
  if (abstract === null) return commentary ?? ''
  return abstractBy === 'editors' ? namedSummary(abstract) : abstract
}

const paperEntry = (site: string, began: string, { seq, at, paper }: ChangedPaper): NumberedEntry => ({
  seq,
  entry: {
    id: tagUri(site, began, paperPath(paper.id)),
    title: plainMathematics(paper.title),
    page: `${site}${paperPath(paper.id)}`,
    at,
    authors: paper.authors,
    content: { type: 'text', value: plainMathematics(textOf(paper)) },
    categories: paper.concepts,
    source: paper.url,
  },
})

type Retraction = { seq: number; id: string; at: string; reason: string }

/** The paper's entry under the same id, now saying that it was retracted. */
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

/**
 * Papers that pass a filter, latest change first. Only the feed of the whole library includes retractions, since it is not
 * known whether a retracted paper would have passed a filter.
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
  const retractions = filtersOnly(filter) ? await feeds.retractions(oldest, before, ENTRIES_PER_PAGE + 1) : []
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

type Ports = FeedPorts & { markdown: MarkdownRenderer }

/** What last happened to a gap since it was opened. */
const lastEntry = ({ history }: GapWithPapers): Html | false => {
  const last = history.at(-1)
  return (
    history.length > 1 &&
    last !== undefined &&
    html`<p>${capitalized(last.entry)} on ${last.at.slice(0, 10)}: ${last.reason}</p>`
  )
}

/** Gaps, most recently edited first. */
export const readGapEntries = async (ports: Ports, severity: Severity | null): Promise<FeedEntry[]> => {
  const site = ports.publicUrl()
  const began = await corpusBegan(ports)
  const all = await ports.store.public.related.gaps(severity)
  const gaps = all.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)).slice(0, ENTRIES_PER_PAGE)
  const markupOf = await renderCached(ports, gaps.map(explanationOf))
  const found = await findMentionedPapers(
    ports.store.public.related,
    gaps.map(({ explanation }) => explanation),
  )
  const linked = paperLinker(new Map([...found, ...byId(gaps.flatMap(({ papers }) => papers))]), { site })
  return gaps.map((gap) => ({
    id: tagUri(site, began, gapPath(gap.id)),
    title: plainMathematics(gap.title),
    page: `${site}${gapPath(gap.id)}`,
    at: gap.updatedAt,
    authors: [ports.site.current().name],
    content: {
      type: 'html',
      value: html`${lastEntry(gap)}${markdown(linked(withPlainFormulas(markupOf(gap.explanation))))}`.toString(),
    },
    categories: [gap.severity],
    source: null,
  }))
}

/** Published briefs, newest first, each with its texts and links to its featured papers. */
export const readBriefEntries = async (ports: Ports): Promise<FeedEntry[]> => {
  const { store } = ports
  const houseName = ports.site.current().name
  const site = ports.publicUrl()
  const began = await corpusBegan(ports)
  const newest = (await store.public.related.listBriefs()).slice(0, ENTRIES_PER_PAGE)
  const briefs = (await Promise.all(newest.map(({ id }) => store.public.briefs.find(id)))).filter((one) => one !== null)
  const corrections = await store.public.briefs.corrections(briefs.map(({ id }) => id))
  const texts = briefs.flatMap(({ id, summary, take }) => [
    summary,
    take,
    ...(corrections.get(id) ?? []).map(({ text }) => text),
  ])
  const mentioned = await findMentionedPapers(store.public.related, texts)
  const entries = briefs.map(async (brief): Promise<FeedEntry> => {
    const { id } = brief
    const linked = (text: string) => markdown(linkPaperIds(withPlainFormulas(markupOf(text)), mentioned, { site }))
    const { summary, take, title, publishedAt } = brief
    const featured = await store.public.related.publicPapers(brief.featured)
    const corrected = corrections.get(id) ?? []
    const markupOf = await renderCached(ports, [...briefTexts(brief), ...correctionTexts(id, corrected)])
    const links = featured.map(
      (paper) => html`<li><a href="${site}${paperPath(paper.id)}">${plainMathematics(paper.title)}</a></li>`,
    )
    const content = html`${linked(summary)}<h2>${houseName}’s take</h2>${linked(take)}${corrected.map(({ at, text }) => html`<h2>Correction of ${at.slice(0, 10)}</h2>${linked(text)}`)}${
      links.length > 0 && html`<h2>Featured papers</h2><ul>${links}</ul>`
    }`
    return {
      id: tagUri(site, began, briefPath(id)),
      title: plainMathematics(title),
      page: `${site}${briefPath(id)}`,
      at: corrected.at(-1)?.at ?? publishedAt,
      authors: [houseName],
      content: { type: 'html', value: content.toString() },
      categories: [],
      source: null,
    }
  })
  return Promise.all(entries)
}

import { html, xmlDocument, type Html } from '#html.ts'

/** An entry of a feed. When its subject changes, the same entry appears again with a later instant. */
export type FeedEntry = {
  /** A tag URI (RFC 4151), which never changes. */
  id: string
  title: string
  /** The absolute address of its page. */
  page: string
  /** When it last changed, an instant in ISO 8601. */
  at: string
  authors: readonly string[]
  /** Plain text, or markup whose links may be relative to the site. */
  content: { type: 'text' | 'html'; value: string }
  categories: readonly string[]
  /** The original, if it is on another site. */
  source: string | null
}

/** A page of entries, latest change first. */
export type Feed = {
  title: string
  subtitle: string
  houseName: string
  /** The language of the entries. */
  language: string
  /** The absolute address of the site, without a trailing slash. */
  site: string
  /** The absolute address of the page with the same content for people. */
  page: string
  entries: readonly FeedEntry[]
  /** The WebSub hub that distributes it, if any. */
  hub: string | null
  /** The absolute address of this feed in a format. */
  self: (ending: string) => string
  /** The address of earlier entries (RFC 5005, section 3); null on the last page. */
  next: (ending: string) => string | null
}

/** When the feed last changed. Atom requires it, so an empty feed has the start of the epoch. */
const feedUpdated = ({ entries }: Feed): Date => new Date(entries[0]?.at ?? 0)

const atomEntry = ({ id, title, page, at, authors, content, categories, source }: FeedEntry): Html => html`
  <entry>
    <id>${id}</id>
    <title>${title}</title>
    <updated>${at}</updated>
    ${authors.map((name) => html`<author><name>${name}</name></author>`)}
    <link rel="alternate" type="text/html" href="${page}"/>
    ${source !== null && html`<link rel="related" href="${source}"/>`}
    ${categories.map((term) => html`<category term="${term}"/>`)}
    <content type="${content.type}">${content.value}</content>
  </entry>`

/** Atom 1.0 (RFC 4287), with earlier entries on further pages (RFC 5005, section 3). */
const writeAtom = (feed: Feed): string => {
  const { title, subtitle, houseName, language, site, page, entries, hub } = feed
  const next = feed.next('atom')
  return xmlDocument(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${site}/" xml:lang="${language}">
  <id>${feed.self('atom')}</id>
  <title>${title}</title>
  <subtitle>${subtitle}</subtitle>
  <updated>${feedUpdated(feed).toISOString()}</updated>
  <author><name>${houseName}</name><uri>${site}</uri></author>
  <link rel="self" type="application/atom+xml" href="${feed.self('atom')}"/>
  <link rel="alternate" type="text/html" href="${page}"/>
  ${hub !== null && html`<link rel="hub" href="${hub}"/>`}${next !== null && html`<link rel="next" type="application/atom+xml" href="${next}"/>`}${entries.map(atomEntry)}
</feed>`)
}

const jsonItem = ({ id, title, page, at, authors, content, categories, source }: FeedEntry) => ({
  id,
  url: page,
  ...(source !== null && { external_url: source }),
  title,
  [content.type === 'html' ? 'content_html' : 'content_text']: content.value,
  date_modified: at,
  authors: authors.map((name) => ({ name })),
  tags: categories,
})

/** JSON Feed 1.1 (jsonfeed.org). */
const writeJsonFeed = (feed: Feed): string => {
  const { title, subtitle, houseName, language, site, page, entries, hub } = feed
  const next = feed.next('json')
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    language,
    home_page_url: page,
    feed_url: feed.self('json'),
    ...(next !== null && { next_url: next }),
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
    authors: [{ name: houseName, url: site }],
    items: entries.map(jsonItem),
  })
}

/** RSS takes every description for markup, so plain text is escaped. */
const description = ({ content: { type, value } }: FeedEntry): string =>
  type === 'html' ? value : html`${value}`.toString()

/** A date in the form of RFC 822. */
const date = (instant: Date): string => instant.toUTCString()

const rssItem = (entry: FeedEntry): Html => html`
    <item>
      <guid isPermaLink="false">${entry.id}</guid>
      <title>${entry.title}</title>
      <link>${entry.page}</link>
      <pubDate>${date(new Date(entry.at))}</pubDate>
      ${entry.authors.map((name) => html`<dc:creator>${name}</dc:creator>`)}
      ${entry.categories.map((name) => html`<category>${name}</category>`)}
      <description>${description(entry)}</description>
    </item>`

/** RSS 2.0, with authors as Dublin Core elements: those of RSS itself require email addresses. */
const writeRss = (feed: Feed): string => {
  const { title, subtitle, language, page, entries, hub } = feed
  const next = feed.next('rss')
  return xmlDocument(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${title}</title>
    <link>${page}</link>
    <description>${subtitle}</description>
    <language>${language}</language>
    <lastBuildDate>${date(feedUpdated(feed))}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${feed.self('rss')}"/>
    ${hub !== null && html`<atom:link rel="hub" href="${hub}"/>`}${next !== null && html`<atom:link rel="next" type="application/rss+xml" href="${next}"/>`}${entries.map(rssItem)}
  </channel>
</rss>`)
}

export type FeedFormat = {
  ending: 'atom' | 'rss' | 'json'
  name: string
  mediaType: string
  write: (feed: Feed) => string
}

export const feedFormats: readonly FeedFormat[] = [
  { ending: 'atom', name: 'Atom feed', mediaType: 'application/atom+xml; charset=utf-8', write: writeAtom },
  { ending: 'rss', name: 'RSS feed', mediaType: 'application/rss+xml; charset=utf-8', write: writeRss },
  { ending: 'json', name: 'JSON Feed', mediaType: 'application/feed+json', write: writeJsonFeed },
]

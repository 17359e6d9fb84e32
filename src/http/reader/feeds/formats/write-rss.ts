import { html, xmlDocument, type Html } from '#html.ts'
import { feedUpdated, type Feed, type FeedEntry } from './feed.ts'

/** Descriptions are markup, whatever they say. */
const description = ({ content: { type, value } }: FeedEntry): string =>
  type === 'html' ? value : html`${value}`.toString()

/** Dates as RFC 822 has them. */
const date = (instant: Date): string => instant.toUTCString()

const item = (entry: FeedEntry): Html => html`
    <item>
      <guid isPermaLink="false">${entry.id}</guid>
      <title>${entry.title}</title>
      <link>${entry.page}</link>
      <pubDate>${date(new Date(entry.at))}</pubDate>
      ${entry.authors.map((name) => html`<dc:creator>${name}</dc:creator>`)}
      ${entry.categories.map((name) => html`<category>${name}</category>`)}
      <description>${description(entry)}</description>
    </item>`

/** RSS 2.0, with the names of authors as Dublin Core has them: RSS itself wants their email addresses. */
export const writeRss = (feed: Feed): string => {
  const { title, subtitle, page, entries, hub } = feed
  const next = feed.next('rss')
  return xmlDocument(html`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>${title}</title>
    <link>${page}</link>
    <description>${subtitle}</description>
    <lastBuildDate>${date(feedUpdated(feed))}</lastBuildDate>
    <atom:link rel="self" type="application/rss+xml" href="${feed.self('rss')}"/>
    ${hub !== null && html`<atom:link rel="hub" href="${hub}"/>`}${next !== null && html`<atom:link rel="next" type="application/rss+xml" href="${next}"/>`}${entries.map(item)}
  </channel>
</rss>`)
}

import type { Feed, FeedEntry } from './feed.ts'

const item = ({ id, title, page, at, authors, content, categories, source }: FeedEntry) => ({
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
export const writeJsonFeed = (feed: Feed): string => {
  const { title, subtitle, houseName, site, page, entries, hub } = feed
  const next = feed.next('json')
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description: subtitle,
    home_page_url: page,
    feed_url: feed.self('json'),
    ...(next !== null && { next_url: next }),
    ...(hub !== null && { hubs: [{ type: 'WebSub', url: hub }] }),
    authors: [{ name: houseName, url: site }],
    items: entries.map(item),
  })
}

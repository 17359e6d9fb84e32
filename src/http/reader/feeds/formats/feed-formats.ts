import type { Feed } from './feed.ts'
import { writeAtom } from './write-atom.ts'
import { writeJsonFeed } from './write-json-feed.ts'
import { writeRss } from './write-rss.ts'

/** A form of feeds, as a whole document. */
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

/** Something that a feed tells of, once: when it changes, the same entry has a later instant. */
export type FeedEntry = {
  /** A tag URI (RFC 4151) that stays. */
  id: string
  title: string
  /** The whole address of its page. */
  page: string
  /** When it last changed, an instant in ISO 8601. */
  at: string
  authors: readonly string[]
  /** Plain text, or markup whose addresses may begin at the site. */
  content: { type: 'text' | 'html'; value: string }
  categories: readonly string[]
  /** Where the thing itself is, if that is elsewhere. */
  source: string | null
}

/** A page of entries, latest change first. */
export type Feed = {
  title: string
  subtitle: string
  houseName: string
  /** The whole address of the site, without a slash at the end. */
  site: string
  /** The whole address of the page that shows the same to people. */
  page: string
  entries: readonly FeedEntry[]
  /** The WebSub hub that passes it on; null for none. */
  hub: string | null
  /** The whole address of this feed in a form. */
  self: (ending: string) => string
  /** That of earlier entries (RFC 5005, section 3), null for the last page. */
  next: (ending: string) => string | null
}

/** When anything of a feed changed; the beginning of time for an empty one, which Atom cannot leave out. */
export const feedUpdated = ({ entries }: Feed): Date => new Date(entries[0]?.at ?? 0)

import { html, xmlDocument, type Html } from '#html.ts'
import { feedUpdated, type Feed, type FeedEntry } from './feed.ts'

const entry = ({ id, title, page, at, authors, content, categories, source }: FeedEntry): Html => html`
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

/** Atom 1.0 (RFC 4287); earlier entries are on pages of their own (RFC 5005, section 3). */
export const writeAtom = (feed: Feed): string => {
  const { title, subtitle, houseName, site, page, entries, hub } = feed
  const next = feed.next('atom')
  return xmlDocument(html`<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${site}/">
  <id>${feed.self('atom')}</id>
  <title>${title}</title>
  <subtitle>${subtitle}</subtitle>
  <updated>${feedUpdated(feed).toISOString()}</updated>
  <author><name>${houseName}</name><uri>${site}</uri></author>
  <link rel="self" type="application/atom+xml" href="${feed.self('atom')}"/>
  <link rel="alternate" type="text/html" href="${page}"/>
  ${hub !== null && html`<link rel="hub" href="${hub}"/>`}${next !== null && html`<link rel="next" type="application/atom+xml" href="${next}"/>`}${entries.map(entry)}
</feed>`)
}

import { afterList } from '#core/sources/source-position.ts'
import { SourceFault } from './source-fault.ts'
import { USUAL_SPACING_MS, type SourceProtocol } from './source-protocol.ts'

const ROOTS = new Set(['feed', 'rss', 'RDF'])

/** Atom or RSS: one document, which is sent again only when it has changed (RFC 9110, section 13). */
export const feedProtocol: SourceProtocol = {
  request: ({ address }, { etag, lastModified }) => ({
    url: address,
    headers: {
      Accept: 'application/atom+xml, application/rss+xml, application/xml;q=0.9, text/xml;q=0.8',
      ...(etag === null ? {} : { 'If-None-Match': etag }),
      ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
    },
    spacingMs: USUAL_SPACING_MS,
  }),
  follow: ({ root, etag, lastModified }, position) => {
    if (root === null || !ROOTS.has(root)) throw new SourceFault('The page is no feed: neither Atom nor RSS.')
    return { position: afterList({ ...position, etag, lastModified }, 0), isOver: true }
  },
}

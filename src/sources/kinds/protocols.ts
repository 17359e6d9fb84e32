import type { SourceKind } from '#core/sources/watched-source.ts'
import { arxivProtocol } from './arxiv.ts'
import { feedProtocol } from './feed.ts'
import { crossrefProtocol, openalexProtocol } from './json-catalogues.ts'
import { oaiProtocol } from './oai.ts'
import type { SourceProtocol } from './source-protocol.ts'

export const protocols: Record<SourceKind, SourceProtocol> = {
  arxiv: arxivProtocol,
  oai: oaiProtocol,
  crossref: crossrefProtocol,
  openalex: openalexProtocol,
  feed: feedProtocol,
}

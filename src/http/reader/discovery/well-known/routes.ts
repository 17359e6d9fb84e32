import type { Clock } from '#ports/clock.ts'
import { TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { presentApiCatalog, presentOpenSearch, presentSecurityTxt } from './present.ts'

type Ports = { clock: Clock; houseName: string; publicUrl: () => string }

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
const OPENSEARCH_TYPE = 'application/opensearchdescription+xml; charset=utf-8'
const ONE_DAY = 'public, max-age=86400'

const publicFile = { method: 'get', access: 'public', allowCors: true } as const

/** What programs look for at places that standards name. Nothing of it depends on the corpus. */
export const wellKnownRoutes = ({ clock, houseName, publicUrl }: Ports): Route[] => [
  {
    ...publicFile,
    path: '/.well-known/api-catalog',
    summary: 'The APIs of this server (RFC 9727)',
    caching: 'revision',
    responses: { 200: { description: 'A linkset.', type: CATALOG_TYPE } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(presentApiCatalog(publicUrl())),
      type: CATALOG_TYPE,
      headers: { Link: `<${publicUrl()}/.well-known/api-catalog>; rel="api-catalog"` },
    }),
  },
  {
    ...publicFile,
    path: '/.well-known/security.txt',
    summary: 'Whom to tell of a weakness (RFC 9116)',
    caching: 'none',
    responses: { 200: { description: 'The contact.', type: TEXT_TYPE } },
    handle: () => ({
      status: 200,
      body: presentSecurityTxt(publicUrl(), clock.now()),
      type: TEXT_TYPE,
      headers: { 'Cache-Control': ONE_DAY },
    }),
  },
  {
    ...publicFile,
    path: '/opensearch.xml',
    summary: 'How to search here (OpenSearch)',
    caching: 'revision',
    responses: { 200: { description: 'The description.', type: OPENSEARCH_TYPE } },
    handle: () => ({
      status: 200,
      body: presentOpenSearch({ houseName, publicUrl: publicUrl() }),
      type: OPENSEARCH_TYPE,
      headers: {},
    }),
  },
]

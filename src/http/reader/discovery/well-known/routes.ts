import type { Clock } from '#ports/clock.ts'
import type { Dumps } from '#ports/dumps.ts'
import { TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import { AI_CATALOG_TYPE, presentAiCatalog, presentServerCard, SERVER_CARD_TYPE } from './present-agents.ts'
import { presentApiCatalog, presentOpenSearch, presentSecurityTxt } from './present.ts'

type Ports = { clock: Clock; houseName: string; publicUrl: () => string; version: string; dumps: Dumps | null }

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
const OPENSEARCH_TYPE = 'application/opensearchdescription+xml; charset=utf-8'
const ONE_DAY = 'public, max-age=86400'

const publicFile = { method: 'get', access: 'public', allowCors: true } as const

/** What programs look for at places that standards name. Nothing of it depends on the corpus. */
export const wellKnownRoutes = ({ clock, houseName, publicUrl, version, dumps }: Ports): Route[] => [
  {
    ...publicFile,
    path: '/.well-known/api-catalog',
    summary: 'The APIs of this server (RFC 9727)',
    caching: 'revision',
    responses: { 200: { description: 'A linkset.', type: CATALOG_TYPE, headers: ['Link'] } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(presentApiCatalog(publicUrl(), dumps !== null)),
      type: CATALOG_TYPE,
      headers: { Link: `<${publicUrl()}/.well-known/api-catalog>; rel="api-catalog"` },
    }),
  },
  {
    ...publicFile,
    path: '/.well-known/ai-catalog.json',
    summary: 'What there is for agents on this host (AI Catalog)',
    caching: 'revision',
    responses: { 200: { description: 'The catalogue.', type: AI_CATALOG_TYPE } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(presentAiCatalog({ houseName, publicUrl: publicUrl(), version, hasDumps: dumps !== null })),
      type: AI_CATALOG_TYPE,
      headers: {},
    }),
  },
  // The place that the proposal names, and the one where programs that know nothing but the host look.
  ...(['/mcp/server-card', '/.well-known/mcp/server-card.json'] as const).map((path): Route => ({
    ...publicFile,
    path,
    summary: 'How agents reach the tools of this server (MCP server card)',
    caching: 'revision',
    responses: { 200: { description: 'The card.', type: SERVER_CARD_TYPE } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(presentServerCard({ houseName, publicUrl: publicUrl(), version })),
      type: SERVER_CARD_TYPE,
      headers: {},
    }),
  })),
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

import { html, xmlDocument } from '#html.ts'
import { mcpServerName } from '#http/routing/mcp-server-name.ts'
import type { Clock } from '#ports/runtime.ts'
import type { Dumps } from '#ports/dumps.ts'
import { TEXT_TYPE } from '#http/routing/reply.ts'
import type { Route } from '#http/routing/route.ts'
import type { Settings } from '#core/settings.ts'
import type { LiveSite } from '#ports/site.ts'

/** How long the contact data is valid; RFC 9116 section 2.5.5 recommends less than a year. */
const SECURITY_TXT_DAYS = 180
const DAY_MS = 86_400_000

const endOfDay = (now: Date): string =>
  new Date(Math.ceil((now.getTime() + SECURITY_TXT_DAYS * DAY_MS) / DAY_MS) * DAY_MS).toISOString().replace('.000', '')

/** Where to report a vulnerability (RFC 9116). */
const presentSecurityTxt = (publicUrl: string, now: Date): string =>
  [
    `Contact: ${publicUrl}/contact`,
    `Expires: ${endOfDay(now)}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')

const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.1'

/** The APIs of this server as a linkset (RFC 9727 with RFC 9264): their descriptions and their status. */
const presentApiCatalog = (publicUrl: string, hasDumps: boolean): object => {
  const described = {
    'service-desc': [{ href: `${publicUrl}/openapi.json`, type: OPENAPI_TYPE }],
    'service-doc': [{ href: `${publicUrl}/docs`, type: 'text/html' }],
    'service-meta': [{ href: `${publicUrl}/llms.txt`, type: 'text/plain' }],
    status: [{ href: `${publicUrl}/api/health`, type: 'application/json' }],
  }
  const apis = [`${publicUrl}/api`, `${publicUrl}/api/v1`]
  // For making a mirror of the library and keeping it up to date.
  const mirrors = [
    {
      href: `${publicUrl}/api/v1/changes`,
      type: 'application/json',
      title: 'Every public change, numbered',
    },
    { href: `${publicUrl}/oai`, type: 'text/xml', title: 'All papers for harvesters (OAI-PMH 2.0)' },
    ...(hasDumps
      ? [{ href: `${publicUrl}/dumps/index.json`, type: 'application/json', title: 'The whole library for download' }]
      : []),
  ]
  return {
    linkset: [
      { anchor: `${publicUrl}/.well-known/api-catalog`, item: [...apis.map((href) => ({ href })), ...mirrors] },
      ...apis.map((anchor) => ({ anchor, ...described })),
    ],
  }
}

/** An OpenSearch name has at most 16 characters. */
const SHORT_NAME_LENGTH = 16

/** How browsers and reference managers search here (OpenSearch 1.1). */
const presentOpenSearch = ({ name: houseName, tagline, language }: Settings, publicUrl: string): string =>
  xmlDocument(html`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>${houseName.slice(0, SHORT_NAME_LENGTH).trim()}</ShortName>
<Description>${houseName}: ${tagline}</Description>
<Language>${language}</Language>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" rel="results" template="${publicUrl}/papers?q={searchTerms}"/>
<Url type="application/json" rel="results" template="${publicUrl}/api/papers?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${publicUrl}/opensearch.xml"/>
</OpenSearchDescription>`)

// For agents, before they connect: the catalogue of this host, and the card of its MCP server.

type AgentSite = { houseName: string; publicUrl: string; version: string }
type AgentCatalog = AgentSite & { hasDumps: boolean }

const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
const AI_CATALOG_TYPE = 'application/ai-catalog+json'

const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
const MAX_TITLE_LENGTH = 100

/** How to reach the tools (MCP server card, SEP-2127); the server itself lists them. */
const presentServerCard = ({ houseName, publicUrl, version }: AgentSite): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: mcpServerName(publicUrl),
  version,
  title: houseName.slice(0, MAX_TITLE_LENGTH),
  description: 'A curated library of research papers: search, read, quote.',
  websiteUrl: publicUrl,
  remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: PROTOCOL_VERSIONS }],
})

/** The resources for agents on this host (AI Catalog 1.0). */
const presentAiCatalog = ({ houseName, publicUrl, hasDumps }: AgentCatalog): object => {
  const { hostname } = new URL(publicUrl)
  const entry = (
    name: string,
    displayName: string,
    at: { type: string; path: string },
    representativeQueries: string[],
  ) => ({
    identifier: `urn:air:${hostname}:${name}`,
    displayName: `${houseName}: ${displayName}`,
    type: at.type,
    url: publicUrl + at.path,
    representativeQueries,
  })
  return {
    specVersion: '1.0',
    host: { displayName: houseName },
    entries: [
      entry('mcp:longview', 'tools for agents', { type: SERVER_CARD_TYPE, path: '/mcp/server-card' }, [
        'Find papers on a question',
        'Which passages of these papers say this, and where?',
        'Is this reference in the library, and has it been retracted?',
      ]),
      entry(
        'api:longview',
        'the APIs',
        { type: 'application/vnd.oai.openapi+json;version=3.1', path: '/openapi.json' },
        [
          'Search the papers of the library and export their citations',
          'What has changed in the library since my last visit?',
        ],
      ),
      entry('changes:longview', 'the change stream', { type: 'application/json', path: '/api/v1/changes' }, [
        'Which papers were added, revised or retracted since this number?',
        'Keep my copy of the library up to date',
      ]),
      ...(hasDumps
        ? [
            entry(
              'dumps:longview',
              'the whole library for download',
              { type: 'application/json', path: '/dumps/index.json' },
              ['Download all public papers and their metadata', 'Make a mirror of the library'],
            ),
          ]
        : []),
    ],
  }
}

type Ports = { clock: Clock; site: LiveSite; publicUrl: () => string; version: string; dumps: Dumps | null }

const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'
const OPENSEARCH_TYPE = 'application/opensearchdescription+xml; charset=utf-8'
const ONE_DAY = 'public, max-age=86400'

const publicFile = { method: 'get', access: 'public', allowCors: true } as const

/** Files at addresses set by standards. None of them depends on papers. */
export const wellKnownRoutes = ({ clock, site, publicUrl, version, dumps }: Ports): Route[] => [
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
    summary: 'The resources for agents on this host (AI Catalog)',
    caching: 'revision',
    responses: { 200: { description: 'The catalogue.', type: AI_CATALOG_TYPE } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(
        presentAiCatalog({ houseName: site.current().name, publicUrl: publicUrl(), version, hasDumps: dumps !== null }),
      ),
      type: AI_CATALOG_TYPE,
      headers: {},
    }),
  },
  // The address in the proposal, and the one for programs that know only the host.
  ...(['/mcp/server-card', '/.well-known/mcp/server-card.json'] as const).map((path): Route => ({
    ...publicFile,
    path,
    summary: 'How agents reach the tools of this server (MCP server card)',
    caching: 'revision',
    responses: { 200: { description: 'The card.', type: SERVER_CARD_TYPE } },
    handle: () => ({
      status: 200,
      body: JSON.stringify(presentServerCard({ houseName: site.current().name, publicUrl: publicUrl(), version })),
      type: SERVER_CARD_TYPE,
      headers: {},
    }),
  })),
  {
    ...publicFile,
    path: '/.well-known/security.txt',
    summary: 'Where to report a vulnerability (RFC 9116)',
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
      body: presentOpenSearch(site.current(), publicUrl()),
      type: OPENSEARCH_TYPE,
      headers: {},
    }),
  },
]

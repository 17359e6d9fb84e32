import { mcpServerName } from '#http/routing/mcp-server-name.ts'

/** What agents find before they connect: the catalogue of this host, and cards of its servers of the Model Context Protocol. */

type Site = { houseName: string; publicUrl: string; version: string }
type Offers = Site & { hasDumps: boolean }

export const SERVER_CARD_TYPE = 'application/mcp-server-card+json'
export const AI_CATALOG_TYPE = 'application/ai-catalog+json'

const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26']
const MOST_OF_TITLE = 100

/** How to reach the tools (MCP server card, SEP-2127); what they are, the server tells itself. */
export const presentServerCard = ({ houseName, publicUrl, version }: Site): object => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
  name: mcpServerName(publicUrl),
  version,
  title: houseName.slice(0, MOST_OF_TITLE),
  description: 'A curated library of research papers on long-horizon AI agents: search, read, quote.',
  websiteUrl: publicUrl,
  remotes: [{ type: 'streamable-http', url: `${publicUrl}/mcp`, supportedProtocolVersions: PROTOCOL_VERSIONS }],
})

/** What there is for agents on this host (AI Catalog 1.0). */
export const presentAiCatalog = ({ houseName, publicUrl, hasDumps }: Offers): object => {
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
        'Find papers on the memory of long-running agents',
        'Which passages of these papers measure how long agents work on their own?',
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

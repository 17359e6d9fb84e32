import { mcpServerName } from '#http/routing/mcp-server-name.ts'

/** What agents find before they connect: the catalogue of this host, and cards of its servers of the Model Context Protocol. */

type Site = { houseName: string; publicUrl: string; version: string }

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
export const presentAiCatalog = ({ houseName, publicUrl }: Site): object => {
  const { hostname } = new URL(publicUrl)
  const entry = (name: string, displayName: string, type: string, path: string) => ({
    identifier: `urn:air:${hostname}:${name}`,
    displayName,
    type,
    url: publicUrl + path,
  })
  return {
    specVersion: '1.0',
    host: { displayName: houseName },
    entries: [
      entry('mcp:longview', `${houseName}: tools for agents`, SERVER_CARD_TYPE, '/mcp/server-card'),
      entry('api:longview', `${houseName}: the APIs`, 'application/vnd.oai.openapi+json;version=3.1', '/openapi.json'),
    ],
  }
}

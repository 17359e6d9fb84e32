import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve, type Serving } from '../../test/support/process/longview-process.ts'
import { requireOutput, type Check } from '../check.ts'
import { runNode } from '../run-tool.ts'

const REGISTER = pathToFileURL(join(import.meta.dirname, '../../test/support/conformance/register.js')).href

/** The server with additional tools, resources and prompts that the suite calls. */
const serveFixtures = (folder: string): Promise<Serving> =>
  serve({
    DATABASE_URL: `sqlite:${join(folder, 'fixtures.db')}`,
    LOG_LEVEL: 'silent',
    NODE_OPTIONS: `--import=${REGISTER}`,
  })

/** The official conformance suite, with the scenarios that a revision requires of servers. */
const conformance = (revision: string): Check => ({
  name: `MCP conformance ${revision}`,
  tool: 'conformance',
  findings: async (tool, { folder }) => {
    await using stack = new AsyncDisposableStack()
    const server = await serveFixtures(folder)
    stack.defer(async () => void (await server.stop()))
    const results = join(folder, `conformance-${revision}`)
    const args = ['server', '--url', `${server.url}/mcp`, '--requirements', revision, '--output-dir', results]
    const output = requireOutput(await runNode(tool, args))
    const summary = output.split('=== SUMMARY ===')[1]
    if (summary === undefined) throw new Error(`there is no summary: ${output.slice(-500)}`)
    const scored = summary.split('\nNot scored')[0] ?? ''
    const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] (?<name>[\w-]+) \(/gmu)].map(({ groups }) => groups?.name))
    return [...scored.matchAll(/^✗ (?<name>[\w-]+):/gmu)]
      .map(({ groups }) => groups?.name ?? '')
      .filter((name) => !unscored.has(name))
  },
})

const INSPECTED: [finding: string, ...args: string[]][] = [
  ['tools/list', '--method', 'tools/list'],
  ['tools/call', '--method', 'tools/call', '--tool-name', 'count_papers', '--tool-arg', 'groupBy=chapter'],
  ['resources/templates/list', '--method', 'resources/templates/list'],
  ['resources/read', '--method', 'resources/read', '--uri', 'longview://papers/p19'],
  ['prompts/list', '--method', 'prompts/list'],
]

const inspector: Check = {
  name: 'MCP inspector',
  tool: 'mcp-inspector',
  findings: async (tool, { url }) => {
    const found: string[] = []
    for (const [finding, ...args] of INSPECTED) {
      const ended = await runNode(tool, ['--cli', `${url}/mcp`, '--transport', 'http', ...args])
      if (ended.code !== 0 || !requireOutput(ended).trimStart().startsWith('{')) found.push(finding)
    }
    return found
  },
}

const client = (name: string, file: string): Check => ({
  name,
  // It is part of the clients, without a program of its own.
  tool: 'conformance',
  findings: async (_tool, { url }) => {
    const { code, output, errors } = await runNode(join(import.meta.dirname, '../clients', file), [`${url}/mcp`])
    const lines = output.split('\n').filter((line) => line !== '')
    return code === 0 ? lines : [...lines, `ended with ${code}: ${errors.slice(0, 300)}`]
  },
})

export const protocolChecks: Check[] = [
  conformance('2026-07-28'),
  conformance('2025-11-25'),
  inspector,
  client('MCP client of 2026', 'newest.js'),
  client('MCP client of 2025', 'of-2025.js'),
]

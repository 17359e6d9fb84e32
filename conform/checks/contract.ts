import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { requireOutput, type Check } from '../check.ts'
import { runNode } from '../run-tool.ts'

const ROOT = join(import.meta.dirname, '../..')
const REGISTER = pathToFileURL(join(import.meta.dirname, '../proxied/register.js')).href
const SURFACES = ['corpus-api', 'agent-api', 'editorial-api']
/** Tests that wait for events which bypass the proxy or arrive late. */
const LEFT_OUT = new Set(['live-changes.test.ts', 'webhooks.test.ts'])
/** The proxy passes on a body only when it is complete. */
const SKIPPED = 'torn'
const LONGEST_TEST_MS = 300_000

const testFiles = async (): Promise<string[]> => {
  const files: string[] = []
  for (const surface of SURFACES) {
    const folder = join(ROOT, 'test/surface', surface)
    files.push(...(await readdir(folder)).filter((name) => !LEFT_OUT.has(name)).map((name) => join(folder, name)))
  }
  return files
}

type Line = { method: string; path: string; statusCode: number; request: string[]; response: string[] }

const withoutIds = (path: string): string => path.replaceAll(/\/(?:p\d+|[0-9a-f]{64}\S*|[a-z]+_\w+)(?=\/|$)/gu, '/{id}')

/** A response that violates the description, or an accepted request that does. */
const faultsOf = ({ method, path, statusCode, request, response }: Line): string[] =>
  [
    ...response.map((one) => `response ${one}`),
    ...(statusCode < 400 ? request.map((one) => `request ${one}`) : []),
  ].map((fault) => `${method} ${withoutIds(path)} ${statusCode}: ${fault}`)

/** The tests of the three APIs, reads and writes, with Prism between them and the service. */
export const contractCheck: Check = {
  name: 'contract tests through Prism',
  tool: 'prism',
  isLong: true,
  findings: async (_tool, { folder }) => {
    const record = join(folder, 'proxied.jsonl')
    const limits = [`--test-timeout=${LONGEST_TEST_MS}`, `--test-skip-pattern=${SKIPPED}`]
    const flags = ['--test', '--test-isolation=none', ...limits, '--test-reporter=tap']
    const files = await testFiles()
    const ended = await runNode('--import', [REGISTER, ...flags, ...files], { PROXY_RECORD: record })
    const tap = requireOutput(ended)
    const failed = [...tap.matchAll(/^ *not ok \d+ - (?<name>.*)$/gmu)].map(
      ({ groups }) => `failed: ${groups?.name ?? ''}`,
    )
    const passed = [...tap.matchAll(/^ok \d+ - /gmu)].length
    if (passed < files.length) throw new Error(`only ${passed} tests passed: ${ended.errors.slice(-500)}`)
    const lines = (await readFile(record, 'utf8')).trimEnd().split('\n')
    return [...new Set([...lines.flatMap((line) => faultsOf(JSON.parse(line) as Line)), ...failed])]
  },
}

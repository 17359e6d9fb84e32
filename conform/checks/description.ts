import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { requireOutput, type Check, type Judged } from '../check.ts'
import { runNode } from '../run-tool.ts'

const keepDescription = async ({ url, folder }: Judged): Promise<string> => {
  const file = join(folder, 'openapi.json')
  await writeFile(file, await (await fetch(`${url}/openapi.json`)).text())
  return file
}

type RedoclyReport = { problems: { severity: string; ruleId: string; location: { pointer?: string }[] }[] }

const redocly: Check = {
  name: 'OpenAPI by Redocly',
  tool: 'redocly',
  findings: async (tool, judged) => {
    const args = ['lint', await keepDescription(judged), '--format', 'json', '--max-problems', '10000']
    const { problems } = JSON.parse(requireOutput(await runNode(tool, args))) as RedoclyReport
    return problems
      .filter(({ severity }) => severity === 'error')
      .map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`)
  },
}

type SpectralReport = { severity: number; code: string; path: (string | number)[] }[]

const spectral: Check = {
  name: 'OpenAPI by Spectral',
  tool: 'spectral',
  findings: async (tool, judged) => {
    const rules = join(import.meta.dirname, '../spectral.yaml')
    const args = ['lint', await keepDescription(judged), '--ruleset', rules, '--format', 'json', '--quiet']
    const report = JSON.parse(requireOutput(await runNode(tool, args))) as SpectralReport
    return report.filter(({ severity }) => severity === 0).map(({ code, path }) => `${code} ${path.join('/')}`)
  },
}

export const descriptionChecks: Check[] = [redocly, spectral]

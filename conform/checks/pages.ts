import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { requireOutput, type Check } from '../check.ts'
import { chromiumPath } from '../chromium.ts'
import { runNode } from '../run-tool.ts'

const PAGES = [
  '/',
  '/papers',
  '/?q=memory',
  '/papers/p19',
  '/concepts',
  '/gaps',
  '/briefs',
  '/chapters',
  '/map',
  '/stats',
  '/about',
  '/contact',
  '/docs',
]

const nameOf = (page: string): string => page.replaceAll(/[^a-z\d]+/gu, '-')

type HtmlReport = { filePath: string; messages: { ruleId: string; line: number }[] }[]

const htmlValidate: Check = {
  name: 'HTML by html-validate',
  tool: 'html-validate',
  findings: async (tool, { url, folder }) => {
    const files: string[] = []
    for (const page of PAGES) {
      const file = join(folder, `page${nameOf(page)}.html`)
      await writeFile(file, await (await fetch(url + page)).text())
      files.push(file)
    }
    const args = ['--preset', 'standard', '--formatter', 'json', ...files]
    const report = JSON.parse(requireOutput(await runNode(tool, args))) as HtmlReport
    return report.flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, line }) => `${ruleId} ${filePath.slice(folder.length + 1)}:${line}`),
    )
  },
}

type Pa11yReport = { code: string; selector: string }[]

const pa11y: Check = {
  name: 'accessibility by pa11y',
  tool: 'pa11y',
  isLong: true,
  findings: async (tool, { url, folder }) => {
    const config = join(folder, 'pa11y.json')
    const executablePath = await chromiumPath()
    await writeFile(config, JSON.stringify({ chromeLaunchConfig: { executablePath, args: chromium.args } }))
    const found: string[] = []
    for (const page of PAGES) {
      const ended = await runNode(tool, ['--config', config, '--reporter', 'json', url + page])
      const report = JSON.parse(requireOutput(ended)) as Pa11yReport
      found.push(...report.map(({ code, selector }) => `${page} ${code} ${selector}`))
    }
    return found
  },
}

export const pageChecks: Check[] = [htmlValidate, pa11y]

import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { Check } from '../check.ts'
import { chromiumPath } from '../chromium.ts'
import { runNode } from '../run-tool.ts'

const PAGES = ['/', '/?q=memory', '/papers/p19', '/docs']

/** The least score of each category, of 100. */
const LEAST: Record<string, number> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
  'agentic-browsing': 100,
}

type Audit = { score: number | null; details?: { items?: { issue?: string }[] } }
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, Audit>
}

/** The failed audits of a category, with each issue if an audit names them. */
const lostBy = ({ categories, audits }: Report, category: string): string[] =>
  (categories[category]?.auditRefs ?? []).flatMap(({ id, weight }) => {
    const { score = null, details } = audits[id] ?? {}
    if (weight === 0 || score === null || score === 1) return []
    const issues = (details?.items ?? []).flatMap(({ issue }) => (issue === undefined ? [] : [`${id}: ${issue}`]))
    return issues.length > 0 ? issues : [id]
  })

const shortfalls = (page: string, report: Report): string[] =>
  Object.entries(LEAST).flatMap(([category, least]) => {
    const score = Math.round((report.categories[category]?.score ?? 0) * 100)
    return score >= least
      ? []
      : (lostBy(report, category).length > 0 ? lostBy(report, category) : ['no audit']).map(
          (audit) => `${page} ${category} ${score} by ${audit}`,
        )
  })

export const lighthouse: Check = {
  name: 'pages by Lighthouse',
  tool: 'lighthouse',
  isLong: true,
  findings: async (tool, { url, folder }) => {
    const environment = { CHROME_PATH: await chromiumPath() }
    const found: string[] = []
    for (const [index, page] of PAGES.entries()) {
      const file = join(folder, `lighthouse-${index}.json`)
      const flags = ['--output', 'json', '--output-path', file, '--quiet', '--no-enable-error-reporting']
      const browser = '--chrome-flags=--headless --no-sandbox'
      const { code, errors } = await runNode(tool, [url + page, ...flags, browser], environment)
      if (code !== 0) throw new Error(`it ended with ${code}: ${errors.slice(-500)}`)
      const report = JSON.parse(await readFile(file, 'utf8')) as Report
      if (report.runtimeError !== undefined) throw new Error(`${page}: ${report.runtimeError.message}`)
      found.push(...shortfalls(page, report))
    }
    return found
  },
}

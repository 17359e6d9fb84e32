import { join } from 'node:path'
import type { Check } from '../check.ts'
import { runProgram, type Ended } from '../run-tool.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus')

/** What promtool says is wrong. It reports what is against the conventions on the error output, and ends with 1 to 3. */
const complaints = ({ code, output, errors }: Ended): string[] => {
  if (code === 0) return []
  const lines = `${errors}\n${output}`.split('\n').map((line) => line.trim())
  return [`promtool ended with ${code}`, ...lines.filter((line) => line !== '')]
}

/** The alert rules and their own tests, and the text that a server gives Prometheus, by Prometheus' own tool. */
export const metricsChecks: Check[] = [
  {
    name: 'alert rules by promtool',
    tool: 'promtool',
    findings: async (tool) => [
      ...complaints(await runProgram(tool, ['check', 'rules', join(RULES, 'alerts.yaml')])),
      ...complaints(await runProgram(tool, ['test', 'rules', join(RULES, 'alerts.test.yaml')])),
    ],
  },
  {
    name: 'metrics by promtool',
    tool: 'promtool',
    findings: async (tool, { url, metricsToken }) => {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
      const text = await response.text()
      if (!response.ok) return [`/metrics answers ${response.status}`]
      return complaints(await runProgram(tool, ['check', 'metrics'], {}, text))
    },
  },
]

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { temporaryFolder, type Ending } from '../test/support/files.ts'
import { longview, serve } from '../test/support/process/longview-process.ts'
import { NotRun, type Check, type Judged } from './check.ts'
import { citationChecks } from './checks/citations.ts'
import { contractCheck } from './checks/contract.ts'
import { descriptionChecks } from './checks/description.ts'
import { lighthouse } from './checks/lighthouse.ts'
import { metricsChecks } from './checks/metrics.ts'
import { pageChecks } from './checks/pages.ts'
import { protocolChecks } from './checks/protocol.ts'
import { proxyCheck } from './checks/proxy.ts'
import { recordsCheck } from './checks/records.ts'
import { runtimeChecks } from './checks/runtimes.ts'
import { zoteroChecks } from './checks/zotero.ts'
import { exceptions } from './exceptions.ts'
import { madePapers } from './made-papers.ts'
import { databaseIn } from './keys.ts'
import { findTool } from './run-tool.ts'

/** Checks a server with the example corpus by third-party tools. Exits with 1 on findings that are not exceptions. */

const { values } = parseArgs({
  options: { only: { type: 'string', default: '' }, short: { type: 'boolean' }, installed: { type: 'boolean' } },
})
const all = [
  ...protocolChecks,
  ...descriptionChecks,
  proxyCheck,
  contractCheck,
  ...citationChecks,
  ...zoteroChecks,
  ...runtimeChecks,
  recordsCheck,
  ...metricsChecks,
  ...pageChecks,
  lighthouse,
]
const checks = all.filter(
  ({ name, isLong }) => name.includes(values.only) && !(values.short === true && isLong === true),
)

/** The tools have their own lock file; without a network, missing ones are skipped. */
const install = (): void => {
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', import.meta.dirname]
  const { status } = spawnSync('npm', ['ci', ...quietly], { stdio: 'ignore' })
  if (status !== 0) process.stderr.write('The tools could not be installed; missing ones are skipped.\n')
}

type Outcome = { name: string; findings: string[]; excepted: number; notRun: string | null }

const judge = async (check: Check, judged: Judged): Promise<Outcome> => {
  const { name } = check
  const tool = findTool(check.tool)
  if (tool === null) return { name, findings: [], excepted: 0, notRun: `${check.tool} is not installed` }
  try {
    const found = await check.findings(tool, judged)
    const known = exceptions.filter((exception) => exception.check.test(name))
    const findings = found.filter((one) => !known.some(({ finding }) => finding.test(one)))
    return { name, findings, excepted: found.length - findings.length, notRun: null }
  } catch (error) {
    if (error instanceof NotRun) return { name, findings: [], excepted: 0, notRun: error.message }
    return { name, findings: [`could not judge: ${String(error)}`], excepted: 0, notRun: null }
  }
}

const printOutcome = ({ name, findings, excepted, notRun }: Outcome): void => {
  const verdict = notRun === null ? `${findings.length} errors, ${excepted} exceptions` : `not run: ${notRun}`
  process.stdout.write(`${name}: ${verdict}\n${findings.map((found) => `  ${found}\n`).join('')}`)
}

if (values.installed !== true) install()
await using stack = new AsyncDisposableStack()
const ending: Ending = { after: (close) => stack.defer(close) }
const folder = await temporaryFolder(ending)
const metricsToken = randomBytes(24).toString('hex')
const environment = { DATABASE_URL: databaseIn(folder), LOG_LEVEL: 'silent', METRICS_TOKEN: metricsToken }
const server = await serve(environment)
stack.defer(async () => void (await server.stop()))
const { code, stderr } = await longview(['ingest', '--accept', '-'], environment, madePapers)
if (code !== 0) throw new Error(`the made papers were not taken: ${stderr}`)

const outcomes: Outcome[] = []
for (const check of checks) {
  const outcome = await judge(check, { url: server.url, folder, metricsToken })
  printOutcome(outcome)
  outcomes.push(outcome)
}
process.stdout.write(
  `\nExceptions:\n${exceptions.map(({ finding, reason }) => `  ${finding.source}: ${reason}\n`).join('')}`,
)
process.exitCode = outcomes.some(({ findings }) => findings.length > 0) ? 1 : 0

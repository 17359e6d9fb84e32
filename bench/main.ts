import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { markdown, withFigures } from './markdown.ts'
import { readOptions } from './options.ts'
import { plan } from './plan.ts'
import { figures, isFailed, rowsForJson, summary } from './report.ts'
import { runSections } from './sections.ts'

const options = readOptions()
const [loadBefore = Number.NaN] = loadavg()
// Check for missing marks in the page before an hour of measuring.
if (options.markdown !== null) withFigures(await readFile(options.markdown, 'utf8'), '')
const sections = plan(options).filter(({ name }) => name.includes(options.only))
const { rows, leftOut } = await runSections(sections, (line) => process.stderr.write(`${line}\n`))
const [loadAfter = Number.NaN] = loadavg()

const machine = {
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
const machineText = `${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, Node ${machine.node}`
const date = new Date()
process.stdout.write(`${figures(rows)}\n\n${machineText}\n${summary(rows, leftOut)}\n`)
if (options.json !== null)
  await writeFile(
    options.json,
    `${JSON.stringify({ date: date.toISOString(), machine, rows: rowsForJson(rows), leftOut }, null, 2)}\n`,
  )
if (options.markdown !== null) {
  const command = [
    `npm run bench -- --${options.extent}`,
    options.only && `--only '${options.only}'`,
    options.judged !== null && '--judged FOLDER',
  ]
  const run = { date, command: command.filter(Boolean).join(' '), machine: machineText, rows, leftOut }
  const table = markdown({ ...run, loads: [loadBefore, loadAfter] })
  await writeFile(options.markdown, withFigures(await readFile(options.markdown, 'utf8'), table))
}
process.exitCode = isFailed(rows) ? 1 : 0

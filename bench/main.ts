import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { readOptions } from './options.ts'
import { plan } from './plan.ts'
import { figures, isFailed, rowsForJson, summary } from './report.ts'
import { runSections } from './sections.ts'

const { isFull, only, json } = readOptions()
const sections = plan(isFull).filter(({ name }) => name.includes(only))
const { rows, leftOut } = await runSections(sections, (line) => process.stderr.write(`${line}\n`))

const machine = {
  processor: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
}
process.stdout.write(
  `${figures(rows)}\n\n${machine.cores} cores (${machine.processor}), ${machine.memoryGiB} GiB, Node ${machine.node}\n${summary(rows, leftOut)}\n`,
)
if (json !== null)
  await writeFile(
    json,
    `${JSON.stringify({ date: new Date().toISOString(), machine, rows: rowsForJson(rows), leftOut }, null, 2)}\n`,
  )
process.exitCode = isFailed(rows) ? 1 : 0

import { writeFile } from 'node:fs/promises'
import { figures, isFailed, rowsForJson, summary } from '../bench/report.ts'
import { runSections } from '../bench/sections.ts'
import { attacks } from './attacks.ts'
import { openCorpusCopies } from './corpus-copies.ts'
import { readOptions } from './options.ts'
import { runAttack } from './run-attack.ts'

const { seconds, only, engine, decidesByTime, json } = readOptions()
const copies = await openCorpusCopies(engine)
const sections = attacks
  .filter(({ name }) => name.includes(only))
  .map((attack) => ({ name: attack.name, measure: () => runAttack(attack, copies, seconds) }))
const { rows, leftOut } = await runSections(sections, (line) => process.stderr.write(`${line}\n`))
await copies.close()
process.stdout.write(`${figures(rows)}\n\n${summary(rows, leftOut)}\n`)
if (json !== null)
  await writeFile(
    json,
    `${JSON.stringify({ date: new Date().toISOString(), engine, seconds, rows: rowsForJson(rows) })}\n`,
  )
process.exit(isFailed(decidesByTime ? rows : rows.filter(({ isTime }) => isTime !== true)) ? 1 : 0)

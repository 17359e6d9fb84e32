import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { SERVE, start } from '../../../bench/machine.ts'
import { leastPaper } from '../../../test/support/service/papers.ts'
import { FAKETIME } from './faketime.ts'
import { say, secondsGiven } from './clients.ts'

/** The clock of a server goes back and forth by hours and years (libfaketime) while papers are submitted and the list of changes is read. */

const HOUR = 3_600
const YEAR = 365 * 24 * HOUR
/** Seconds from the true time, one after another. The last is the true time again. */
const OFFSETS = [0, 2 * HOUR, -HOUR, -24 * HOUR, YEAR, -YEAR, 2 * YEAR, 0]
/** With each clock, so that no hour of it has more than the hundred papers of a key. */
const SUBMISSIONS = 5

const deadline = performance.now() + secondsGiven() * 1_000
const run = promisify(execFile)
let [submitted, acknowledged, lockedOut, jumps, lost, disordered] = [0, 0, 0, 0, 0, 0]
const wrong: string[] = []

for (let round = 0; round === 0 || performance.now() < deadline; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'longview-clocks-'))
  const clock = join(folder, 'clock')
  writeFileSync(clock, '+0')
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'corpus.db')}`,
    PORT: '0',
    STARTER_CORPUS: 'off',
    LD_PRELOAD: FAKETIME,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const options = { env: { ...process.env, ...environment, LD_PRELOAD: '' } }
  const create = ['keys', 'create', '--label', 'clocks', '--scope', 'submit,review', '--json']
  const { stdout } = await run(process.execPath, ['bin/longview.js', ...create], options)
  const { key } = JSON.parse(stdout) as { key: string }
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const server = await start(SERVE, environment, 'ignore')
  const url = `http://127.0.0.1:${server.port}`
  const kept: string[] = []
  for (const [turn, offset] of OFFSETS.entries()) {
    writeFileSync(clock, `${offset < 0 ? '' : '+'}${offset}`)
    jumps += 1
    for (let count = 0; count < SUBMISSIONS; count += 1) {
      const id = `p${1_000 + turn * SUBMISSIONS + count}`
      submitted += 1
      const body = JSON.stringify(leastPaper({ id }))
      const response = await fetch(`${url}/api/papers`, { method: 'POST', headers, body })
      await response.arrayBuffer()
      if (response.status === 201) kept.push(id)
      else if (response.status === 429 || response.status === 401) lockedOut += 1
      else wrong.push(`submission ${response.status}`)
      const accepted = await fetch(`${url}/api/editorial/submissions/${id}/decision`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ decision: 'accept' }),
      })
      await accepted.arrayBuffer()
      if (accepted.status !== 200) wrong.push(`decision ${accepted.status}`)
    }
  }
  acknowledged += kept.length
  const changes = (await (await fetch(`${url}/api/v1/changes?limit=200`)).json()) as { changes: { id: string }[] }
  const order = changes.changes.map(({ id }) => id).filter((id) => kept.includes(id))
  lost += kept.filter((id) => !order.includes(id)).length
  if (order.join() !== kept.join()) disordered += 1
  await server.stop()
  rmSync(folder, { recursive: true })
}

say(`${jumps} settings of the clock, ${submitted} papers submitted and decided on`)
say(`${lockedOut} locked out`)
say(`${acknowledged} acknowledged, ${lost} lost`)
say(`${disordered} lists of changes in another order than that of the changes`)
say(`${wrong.length} other answers than expected ${[...new Set(wrong)].slice(0, 5).join(', ')}`)

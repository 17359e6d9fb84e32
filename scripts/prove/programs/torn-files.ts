import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import { environmentOf, SERVE, start } from '../../../bench/machine.ts'
import { leastPaper } from '../../../test/support/service/papers.ts'
import { say, secondsGiven } from './clients.ts'

/**
 * The files of a database as a loss of power may leave them: the end of the write-ahead log is missing or is noise. Whatever
 * was whole before is there, in order, and nothing else; a database file that is cut off is refused, and stays as it is.
 */

const PAPERS = 40
const deadline = performance.now() + secondsGiven() * 1_000
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'longview-torn-'))
const [whole, path] = [join(folder, 'whole.db'), join(folder, 'corpus.db')]
const environment = environmentOf(whole)
const options = { env: { ...process.env, ...environment } }
const create = ['keys', 'create', '--label', 'torn', '--scope', 'submit', '--json']
const { stdout } = await run(process.execPath, ['bin/longview.js', ...create], options)
const { key } = JSON.parse(stdout) as { key: string }
/** Keeps the log from being moved into the file. */
const holder = new Database(whole)
const first = await start(SERVE, environment, 'ignore')
holder.exec('BEGIN')
holder.prepare('SELECT count(*) FROM papers').get()
/** After each answer: how long the log was. */
const acknowledged: { id: string; bytes: number }[] = []
for (let count = 0; count < PAPERS; count += 1) {
  const id = `p${100 + count}`
  const response = await fetch(`http://127.0.0.1:${first.port}/api/papers`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(leastPaper({ id })),
  })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`a submission was answered by ${response.status}`)
  acknowledged.push({ id, bytes: statSync(`${whole}-wal`).size })
}
first.child.kill('SIGKILL')
await first.stop()
const log = readFileSync(`${whole}-wal`)

let [torn, lost, invented, damaged, started] = [0, 0, 0, 0, 0]
/** A generator of places that every run repeats. */
let state = 1
const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647

while (torn === 0 || performance.now() < deadline) {
  const cut = Math.floor(random() * log.length)
  const noise = torn % 2 === 0 ? Buffer.alloc(0) : Buffer.alloc(log.length - cut, torn & 0xff)
  copyFileSync(whole, path)
  rmSync(`${path}-shm`, { force: true })
  writeFileSync(`${path}-wal`, Buffer.concat([log.subarray(0, cut), noise]))
  const server = await start(SERVE, environmentOf(path), 'ignore')
  const ready = await fetch(`http://127.0.0.1:${server.port}/api/health/ready`)
  if (ready.status === 200) started += 1
  await server.stop()
  const database = new Database(path, { readonly: true })
  const ids = database.prepare("SELECT id FROM papers WHERE id LIKE 'p1__' ORDER BY seq").pluck().all() as string[]
  if (database.pragma('integrity_check', { simple: true }) !== 'ok') damaged += 1
  database.close()
  // A log is reused from its beginning only after a checkpoint, which the holder forbids: its length orders the commits.
  lost += acknowledged.filter(({ id, bytes }) => bytes <= cut && !ids.includes(id)).length
  if (
    ids.join() !==
    acknowledged
      .slice(0, ids.length)
      .map(({ id }) => id)
      .join()
  )
    invented += 1
  torn += 1
}

let served = 0
for (const part of [0.1, 0.5, 0.9]) {
  copyFileSync(whole, path)
  for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true })
  truncateSync(path, Math.floor(statSync(whole).size * part))
  const before = readFileSync(path)
  const server = await start(SERVE, environmentOf(path), 'ignore').catch(() => null)
  if (server !== null) {
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/health/ready`)
    if (answer.status === 200) served += 1
    await server.stop()
  }
  if (!readFileSync(path).subarray(0, before.length).equals(before)) damaged += 1
}
holder.close()
rmSync(folder, { recursive: true })

say(`${torn} torn logs, ${started} of them served at once`)
say(`${torn - started} not served`)
say(`${lost} papers lost that were whole on disk, ${invented} orders that no commit left`)
say(`${damaged} files damaged or changed`)
say(`${served} databases served that are cut off`)

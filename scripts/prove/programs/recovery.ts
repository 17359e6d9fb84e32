import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { corpusOf } from '../../../bench/corpora.ts'
import { SERVE, start } from '../../../bench/machine.ts'
import { quantile } from '../../../abuse/witness.ts'
import { say, secondsGiven } from './clients.ts'

/** How long a server takes to be ready after it was killed with a long write-ahead log. */

const PAPERS = 50_000
const WAL_BYTES = 64 * 1024 * 1024
/** Changes of one commit: as many as an import stores. */
const PAPERS_OF_A_COMMIT = 500

const deadline = performance.now() + secondsGiven() * 1_000
const folder = mkdtempSync(join(tmpdir(), 'longview-recovery-'))
const [killed, path] = [join(folder, 'killed.db'), join(folder, 'corpus.db')]
copyFileSync(await corpusOf(PAPERS), killed)

/** As a killed process leaves it: commits that no checkpoint has moved into the database file. The copy is taken while it is open. */
const database = new Database(killed)
database.pragma('journal_mode = WAL')
database.pragma('wal_autocheckpoint = 0')
const change = database.prepare(
  'UPDATE papers SET commentary = ? WHERE seq IN (SELECT seq FROM papers WHERE seq > ? ORDER BY seq LIMIT ?)',
)
for (let after = 0; (statSync(`${killed}-wal`, { throwIfNoEntry: false })?.size ?? 0) < WAL_BYTES;) {
  change.run('x'.repeat(2_000), after % PAPERS, PAPERS_OF_A_COMMIT)
  after += PAPERS_OF_A_COMMIT
}
const walBytes = statSync(`${killed}-wal`).size

const isReady = async (port: number): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null)
  await response?.arrayBuffer()
  return response?.status === 200
}

const times: number[] = []
const starts: number[] = []
let damaged = 0
while (times.length < 3 || performance.now() < deadline) {
  for (const [isWhole, to] of [
    [true, starts],
    [false, times],
  ] as const) {
    rmSync(`${path}-shm`, { force: true })
    rmSync(`${path}-wal`, { force: true })
    copyFileSync(killed, path)
    if (!isWhole) copyFileSync(`${killed}-wal`, `${path}-wal`)
    const begun = performance.now()
    const server = await start(SERVE, { DATABASE_URL: `sqlite:${path}`, PORT: '0', STARTER_CORPUS: 'off' }, 'ignore')
    while (!(await isReady(server.port))) await pause(5)
    to.push(performance.now() - begun)
    server.child.kill('SIGKILL')
    await server.stop()
  }
  const recovered = new Database(path, { readonly: true })
  const kept = recovered.prepare("SELECT count(*) FROM papers WHERE commentary LIKE 'xxxx%'").pluck().get()
  if (kept === 0 || recovered.pragma('quick_check', { simple: true }) !== 'ok') damaged += 1
  recovered.close()
}
database.close()
rmSync(folder, { recursive: true })

say(`${PAPERS} papers, a WAL of ${(walBytes / 1e6).toFixed(0)} MB`)
say(`${times.length} starts after a kill, 95 of 100 ready within ${quantile(times, 0.95).toFixed(0)} ms`)
say(`${quantile(starts, 0.5).toFixed(0)} ms in the middle without a WAL, ${quantile(times, 0.5).toFixed(0)} ms with it`)
say(`${damaged} damaged or without what was committed`)

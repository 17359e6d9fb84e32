import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { corpusOf } from '../../../bench/corpora.ts'
import { environmentOf, SERVE, start } from '../../../bench/machine.ts'
import { isRunning, say, secondsGiven } from './clients.ts'

/** A server that may open only a few more files meets more connections than that, again and again. */

const PAPERS = 1_000
/** Beyond those it has open when it is ready. */
const DESCRIPTORS_LEFT = 40
const CONNECTIONS = 200
const RECOVERS_WITHIN_MS = 5_000

const deadline = performance.now() + secondsGiven() * 1_000
const folder = mkdtempSync(join(tmpdir(), 'longview-descriptors-'))
const path = join(folder, 'corpus.db')
copyFileSync(await corpusOf(PAPERS), path)
const server = await start(SERVE, environmentOf(path), 'ignore')
const { pid } = server.child
const limit = readdirSync(`/proc/${pid}/fd`).length + DESCRIPTORS_LEFT
const limited = spawnSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:${limit}`])
if (limited.status !== 0) throw new Error(`the limit could not be set: ${String(limited.stderr)}`)

const answers = async (): Promise<boolean> => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/papers?q=${Math.random()}`, {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(RECOVERS_WITHIN_MS),
  }).catch(() => null)
  await response?.arrayBuffer().catch(() => null)
  return response?.status === 200
}

let [rounds, tooLate] = [0, 0]
while (isRunning(server) && (rounds === 0 || performance.now() < deadline)) {
  const sockets: Socket[] = []
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    socket.write('GET /api/papers?limit=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n')
  }
  await pause(500)
  for (const socket of sockets) socket.destroy()
  const begun = performance.now()
  while (!(await answers()) && performance.now() - begun < RECOVERS_WITHIN_MS) await pause(20)
  if (performance.now() - begun >= RECOVERS_WITHIN_MS) tooLate += 1
  rounds += 1
}
say(`${rounds} times ${CONNECTIONS} connections at a process with ${DESCRIPTORS_LEFT} descriptors left`)
say(`${isRunning(server) ? 0 : 1} ends of the process`)
say(`${tooLate} times not answering again within 5 s`)
if (isRunning(server)) {
  server.child.kill('SIGKILL')
  await once(server.child, 'exit')
}
rmSync(folder, { recursive: true })

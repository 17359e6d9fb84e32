import { execFile } from 'node:child_process'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { SERVE, start } from '../../../bench/machine.ts'
import { startPostgres } from '../../../test/support/database/postgres.ts'
import { leastPaper } from '../../../test/support/service/papers.ts'
import { isRunning, say, secondsGiven } from './clients.ts'

/**
 * A server whose PostgreSQL answers each statement 100 ms late, then hangs up, then refuses connections, and then is well
 * again. Clients read and submit all the time, and send again what was not answered.
 */

const LATE_MS = 100
const CLIENTS = 4
/** A key submits at most a hundred papers an hour. */
const PAPERS_OF_A_CLIENT = 95

const seconds = secondsGiven() / 4
const run = promisify(execFile)
const cluster = await startPostgres()
const direct = await cluster.createDatabase()
const { hostname, port } = new URL(direct)

let mode: 'well' | 'late' | 'refusing' = 'well'
const sockets = new Set<Socket>()
const proxy = createServer((client) => {
  if (mode === 'refusing') {
    client.destroy()
    return
  }
  const server = connect(Number(port), hostname)
  for (const socket of [client, server]) {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
  }
  client.on('data', (bytes) => server.write(bytes))
  // In order, since each piece waits equally long.
  server.on('data', (bytes) => void pause(mode === 'late' ? LATE_MS : 0).then(() => client.write(bytes)))
  client.on('close', () => server.destroy())
  server.on('close', () => client.destroy())
})
await new Promise<void>((resolve) => {
  proxy.listen(0, '127.0.0.1', resolve)
})
const address = proxy.address()
const through = new URL(direct)
through.port = String(typeof address === 'object' && address !== null ? address.port : 0)

const environment = { DATABASE_URL: through.href, PORT: '0', STARTER_CORPUS: 'off' }
const longview = async (...args: string[]): Promise<string> => {
  const options = { env: { ...process.env, ...environment } }
  return (await run(process.execPath, ['bin/longview.js', ...args], options)).stdout
}
await longview('migrate')
const keys: string[] = []
for (let count = 0; count < CLIENTS; count += 1) {
  const made = await longview('keys', 'create', '--label', 'slow', '--scope', 'submit', '--json')
  keys.push((JSON.parse(made) as { key: string }).key)
}
const server = await start(SERVE, environment, 'ignore')
const url = `http://127.0.0.1:${server.port}`

const wrong: string[] = []
const acknowledged: string[] = []
const load = { goesOn: true }
const answers = new Map<string, number>()

const ask = async (what: string, path: string, options: RequestInit = {}): Promise<number> => {
  const response = await fetch(`${url}${path}`, options).catch((error: unknown) => {
    wrong.push(`${what}: ${String(error)}`)
    return null
  })
  if (response === null) return 0
  await response.arrayBuffer()
  const { status } = response
  const name = `${mode} ${what} ${status}`
  answers.set(name, (answers.get(name) ?? 0) + 1)
  if (status >= 500 && !(status === 503 && /^\d+$/u.test(response.headers.get('retry-after') ?? ''))) wrong.push(name)
  return status
}

const reading = async (client: number): Promise<void> => {
  for (let count = 0; load.goesOn; count += 1) {
    await ask('read', `/api/papers?q=word${client}x${count}`)
    await pause(10)
  }
}
const submitting = async (client: number): Promise<void> => {
  for (let count = 0; load.goesOn && count < PAPERS_OF_A_CLIENT; count += 1) {
    const id = `p${10_000 + client * 1_000 + count}`
    const headers = {
      'x-api-key': keys[client] ?? '',
      'content-type': 'application/json',
      'idempotency-key': `"${id}"`,
    }
    const body = JSON.stringify(leastPaper({ id }))
    for (;;) {
      const status = await ask('submission', '/api/papers', { method: 'POST', headers, body })
      if (status === 201) acknowledged.push(id)
      if (status !== 503 && status !== 0) break
      await pause(50)
    }
    await pause((seconds * 4_000) / PAPERS_OF_A_CLIENT)
  }
}
const clients = keys.flatMap((_, client) => [reading(client), submitting(client)])
await pause(seconds * 1_000)
mode = 'late'
await pause(seconds * 1_000)
mode = 'refusing'
for (const socket of sockets) socket.destroy()
await pause(seconds * 1_000)
mode = 'well'
const wellAt = performance.now()
while (isRunning(server) && (await ask('read', `/api/papers?q=again${Math.random()}`)) !== 200) await pause(20)
const wellAgainMs = performance.now() - wellAt
await pause(seconds * 1_000)
load.goesOn = false
await Promise.all(clients)
await server.stop()
const client = new Client({ connectionString: direct })
await client.connect()
const { rows } = await client.query<{ id: string }>('SELECT id FROM papers')
await client.end()
proxy.close()
await cluster.remove()

const stored = new Set(rows.map(({ id }) => id))
say(`answers: ${JSON.stringify(Object.fromEntries(answers))}`)
say(`${acknowledged.length} papers acknowledged beside a database that is slow and refuses`)
say(`${acknowledged.filter((id) => !stored.has(id)).length} of them missing`)
say(`${rows.length - stored.size + (acknowledged.length - new Set(acknowledged).size)} twice`)
say(
  `${wrong.length} answers that are neither good nor 503 with Retry-After ${[...new Set(wrong)].slice(0, 5).join(', ')}`,
)
say(`good again ${wellAgainMs.toFixed(0)} ms after the database was`)

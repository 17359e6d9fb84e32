import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { temporaryFolder } from '../support/files.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { serve } from '../support/process/longview-process.ts'

// A `systemd-notify` of our own: Node cannot receive datagrams, so it passes its arguments on over a stream.
const NOTIFY = `#!${process.execPath}
require('node:net').connect(process.env.NOTIFY_SOCKET).end(JSON.stringify(process.argv.slice(2)))
`

/** The variables that systemd would set, and each message that comes, in order. */
const newManager = async (t: TestContext) => {
  const folder = await temporaryFolder(t)
  const tools = join(folder, 'tools')
  await mkdir(tools)
  await writeFile(join(tools, 'systemd-notify'), NOTIFY, { mode: 0o755 })
  const socket = join(folder, 'notify')
  const server = createServer()
  server.listen(socket)
  await once(server, 'listening')
  t.after(() => server.close())
  const received: string[][] = []
  const receive = async (connection: Socket): Promise<void> => {
    received.push(JSON.parse(await text(connection)) as string[])
    server.emit('received')
  }
  server.on('connection', (connection: Socket) => void receive(connection))
  /** Resolves with the next message that has this line; others before it are left out. */
  const next = async (line: string): Promise<string[]> => {
    for (;;) {
      const message = received.shift()
      if (message === undefined) await once(server, 'received')
      else if (message.includes(line)) return message
    }
  }
  return { environment: { NOTIFY_SOCKET: socket, PATH: `${tools}:${process.env.PATH ?? ''}` }, received, next }
}

const statusIn = (message: readonly string[]): string =>
  message.find((line) => line.startsWith('STATUS='))?.slice('STATUS='.length) ?? ''

const isReady = async (message: readonly string[]): Promise<boolean> => {
  const url = statusIn(message).replace('listening on ', '')
  return (await fetch(`${url}/api/health/ready`)).ok
}

test('systemd hears when the server listens, that it lives, and that it stops', async (t) => {
  const { environment, received, next } = await newManager(t)
  const corpus = await processCorpus(t)
  const server = await corpus.serve({ ...environment, WATCHDOG_USEC: '500000' })
  const ready = await next('READY=1')
  assert.ok(await isReady(ready), String(ready))
  assert.deepEqual(await next('WATCHDOG=1'), ['--', 'WATCHDOG=1'])
  await next('WATCHDOG=1')
  const stopped = server.stop()
  const stopping = await next('STOPPING=1')
  assert.equal(statusIn(stopping), 'finishing the requests under way')
  assert.equal(await stopped, 0)
  assert.ok(!received.some((message) => message.includes('READY=1')))
})

test('of several processes, only the first one reports', async (t) => {
  const { environment, received, next } = await newManager(t)
  const corpus = await processCorpus(t)
  const server = await serve({ ...corpus.environment, ...environment }, ['--workers', '2'], (child) =>
    t.after(() => child.kill('SIGKILL')),
  )
  const ready = await next('READY=1')
  assert.ok(await isReady(ready), String(ready))
  const stopped = server.stop()
  await next('STOPPING=1')
  assert.equal(await stopped, 0)
  assert.deepEqual(received, [])
})

test('the sign of life for another process is not sent', async (t) => {
  const { environment, received, next } = await newManager(t)
  const corpus = await processCorpus(t)
  const server = await corpus.serve({ ...environment, WATCHDOG_USEC: '2000', WATCHDOG_PID: '1' })
  await next('READY=1')
  const stopped = server.stop()
  await next('STOPPING=1')
  assert.equal(await stopped, 0)
  assert.deepEqual(received, [])
})

test('without systemd-notify the server says what is missing, and serves', async (t) => {
  const { environment } = await newManager(t)
  const corpus = await processCorpus(t)
  const server = await corpus.serve({ ...environment, PATH: corpus.folder })
  const log = await server.logged('systemd-notify could not report to systemd: install it')
  assert.match(log, /ENOENT/u)
  assert.equal((await fetch(`${server.url}/api/health/ready`)).status, 200)
  assert.equal(await server.stop(), 0)
})

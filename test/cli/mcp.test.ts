import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { test } from 'node:test'
import { launch } from '../support/process/longview-process.ts'
import { temporaryFolder } from '../support/files.ts'

type Message = { id: number; result: Record<string, unknown> }

test('an agent is answered at standard input and output, until it ends the input', async (t) => {
  const database = join(await temporaryFolder(t), 'new.db')
  const { child, ended } = launch(['mcp'], { DATABASE_URL: `sqlite:${database}`, STARTER_CORPUS: 'off' })
  const lines = createInterface(child.stdout)
  const send = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (message: object): Promise<Message> => {
    const answered = once(lines, 'line') as Promise<[string]>
    send(message)
    const [line] = await answered
    return JSON.parse(line) as Message
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const hello = await ask({ id: 1, method: 'initialize', params })
  assert.equal((hello.result.serverInfo as { name: string }).name, '127.0.0.1/longview')
  send({ method: 'notifications/initialized' })
  const called = await ask({
    id: 2,
    method: 'tools/call',
    params: { name: 'count_papers', arguments: { groupBy: 'year' } },
  })
  assert.deepEqual([called.id, (called.result.structuredContent as { total: number }).total], [2, 0])
  child.stdin.end()
  const { code, stderr } = await ended
  assert.deepEqual([code, stderr], [0, ''])
})

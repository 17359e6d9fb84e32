import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sendBrief } from '#actions/mailings/send-brief.ts'
import { readConfig } from '#config.ts'
import { openCorpus } from '#open-corpus.ts'
import { BRIEF, putSubscribers, readers } from '../test/support/mail/mailing-corpus.ts'
import { startSmtpSink } from '../test/support/mail/smtp-sink.ts'
import { commandInProcess } from '../test/support/process/command-in-process.ts'
import { residentMegabytes, SERVE, start } from './machine.ts'

/**
 * Has a server send the newest brief of the example corpus to many subscribers by a real mail server on this machine, and tells how long that took,
 * how much memory the server had, and how long readers waited beside it.
 */

const { values } = parseArgs({
  options: {
    subscribers: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '4' },
    /** An address of PostgreSQL, instead of a new file. */
    database: { type: 'string' },
  },
})
const READ_EVERY_MS = 20
const MEMORY_EVERY_MS = 100

const closers: (() => unknown)[] = []
const sink = await startSmtpSink({ after: (close: () => unknown) => closers.push(close) })
const folder = await mkdtemp(join(tmpdir(), 'longview-brief-'))
const environment = {
  DATABASE_URL: values.database ?? `sqlite:${join(folder, 'corpus.db')}`,
  STARTER_CORPUS: 'on',
  SMTP_URL: sink.url,
  MAIL_FROM: 'library@example.org',
  SMTP_CONNECTIONS: values.connections,
  LOG_LEVEL: 'silent',
  PORT: '0',
}
const everybody = readers(Number(values.subscribers))
await commandInProcess(['seed'], environment)
const corpus = await openCorpus(readConfig(environment), { migrate: true })
await putSubscribers(corpus.store, everybody, { at: corpus.clock.now().toISOString() })

const server = await start(SERVE, environment)
const over = new AbortController()
const waits: number[] = []
const readAllTheTime = async (): Promise<void> => {
  for (let number = 0; !over.signal.aborted; number += 1) {
    const begun = performance.now()
    const response = await fetch(
      `http://127.0.0.1:${server.port}/api/papers?q=agents&limit=20&chapter=${1 + (number % 7)}&n=${number}`,
    )
    await response.arrayBuffer()
    waits.push(performance.now() - begun)
    await pause(READ_EVERY_MS)
  }
}
const memory: number[] = []
const watching = setInterval(() => memory.push(residentMegabytes(server) ?? Number.NaN), MEMORY_EVERY_MS)
const reading = readAllTheTime()

const begun = performance.now()
await corpus.run(sendBrief, { id: BRIEF, at: null, actor: 'bench' })
await sink.taken(everybody.length)
const seconds = (performance.now() - begun) / 1_000
over.abort()
await reading
clearInterval(watching)

waits.sort((a, b) => a - b)
const at = (share: number): string => `${(waits[Math.floor(waits.length * share)] ?? 0).toFixed(1)} ms`
const reached = new Set(sink.emails.flatMap(({ to }) => to))
process.stdout.write(
  `${everybody.length} subscribers in ${seconds.toFixed(1)} s: ${(everybody.length / seconds).toFixed(0)} a second, ${reached.size} addresses reached by ${sink.emails.length} emails
memory of the server: at most ${Math.max(...memory).toFixed(0)} MB
reads beside it: ${waits.length}, half within ${at(0.5)}, 99 % within ${at(0.99)}, all within ${at(0.9999)}
`,
)
await server.stop()
await corpus.close()
await rm(folder, { recursive: true, force: true })
for (const close of closers) await close()

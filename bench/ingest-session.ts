import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Database from 'better-sqlite3'
import { generatedPapers } from '../test/support/service/papers.ts'
import { serve, type Serving } from '../test/support/process/longview-process.ts'

/**
 * Sends records to an ingestion session of a running server while server and client are killed alternately, and reports whether each
 * was stored once, how fast, and how long concurrent readers waited. Half of the records are papers in our own format, half BibTeX.
 * Ends after `--minutes` at the latest, and with 1 if a record is missing or duplicated or readers waited too long.
 *
 *     node bench/ingest-session.ts [--records 100000] [--kills 10] [--minutes 90]
 */

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    kills: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '90' },
  },
})
const [records, kills] = [Number(values.records), Number(values.kills)]
const EXECUTABLE = resolve(import.meta.dirname, '../bin/longview.js')
const READ_EVERY_MS = 20
const PUBLIC_PAPERS = 1_000
/** The longest wait for 99 % of reads. */
const READS_WITHIN_MS = 100
const deadline = performance.now() + Number(values.minutes) * 60_000
const isTimeLeft = (): boolean => performance.now() < deadline

const folder = await mkdtemp(join(tmpdir(), 'longview-ingest-'))
const path = join(folder, 'corpus.db')
const sent = join(folder, 'records')
await mkdir(sent)
const environment = { DATABASE_URL: `sqlite:${path}`, STARTER_CORPUS: 'off', LOG_LEVEL: 'silent' }

const start = (args: readonly string[]): ChildProcess =>
  spawn(process.execPath, [EXECUTABLE, ...args], { env: { ...process.env, ...environment }, stdio: 'pipe' })

const command = async (...args: string[]): Promise<string> => {
  const child = start(args)
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.resume()
  await once(child, 'close')
  return stdout
}

const kill = async (child: ChildProcess): Promise<void> => {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const write = async (name: string, count: number, record: (number: number) => string): Promise<void> => {
  const file = join(sent, name)
  const stream = createWriteStream(file)
  for (let number = 0; number < count; number += 1) if (!stream.write(record(number))) await once(stream, 'drain')
  stream.end()
  await once(stream, 'finish')
}

const half = Math.floor(records / 2)
await write('a.jsonl', half, (number) => `${JSON.stringify(generatedPapers(1_000_000 + number, 1)[0])}\n`)
await write(
  'b.bib',
  records - half,
  (number) =>
    `@article{k${number}, title={Report ${number} on the work of agents}, author={Ada Author${number}}, year=2025, doi={10.1000/b.${number}}}\n`,
)
const published = join(folder, 'public.json')
await writeFile(
  published,
  generatedPapers(1, PUBLIC_PAPERS)
    .map((paper) => `${JSON.stringify(paper)}\n`)
    .join(''),
)
await command('ingest', published, '--accept')

let server: Serving = await serve(environment)
const { port } = new URL(server.url)
const opened = JSON.parse(
  await command('sessions', 'open', '--label', 'bench', '--max', String(records), '--json'),
) as {
  id: string
  key: string
}
const keyFile = join(folder, 'key')
await writeFile(keyFile, opened.key)

const database = new Database(path, { readonly: true })
const taken = (): number => database.prepare('SELECT records_read FROM ingest_sessions').pluck().get() as number

const over = new AbortController()
let isUp = true
const waits: number[] = []
const readAllTheTime = async (): Promise<void> => {
  for (let number = 0; !over.signal.aborted; number += 1) {
    const begun = performance.now()
    const wasUp = isUp
    try {
      const response = await fetch(`${server.url}/api/papers?q=checkpoints&limit=20&chapter=${1 + (number % 7)}`)
      await response.arrayBuffer()
      if (wasUp && isUp) waits.push(performance.now() - begun)
    } catch {
      // The server is being killed.
    }
    await pause(READ_EVERY_MS)
  }
}
const reading = readAllTheTime()

/** The current client; its exit counts only if it was not killed. */
let client: ChildProcess | null = null
let wasKilled = false
let closing = ''
const ended = new AbortController()
const finished = Promise.withResolvers<void>()
const runClient = (): void => {
  const child = start(['ingest', sent, '--to', server.url, '--key-file', keyFile, '--json'])
  client = child
  closing = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (closing += text))
  child.stderr?.resume()
  child.once('close', () => {
    if (client !== child || wasKilled) return
    ended.abort()
    finished.resolve()
  })
}

const begun = performance.now()
runClient()
for (let turn = 1; turn <= kills; turn += 1) {
  while (isTimeLeft() && !ended.signal.aborted && taken() < (records * turn) / (kills + 1)) await pause(50)
  if (turn % 2 === 1) {
    isUp = false
    await kill(server.child)
    server = await serve({ ...environment, PORT: port })
    isUp = true
  } else {
    wasKilled = true
    if (client !== null) await kill(client)
    wasKilled = false
    runClient()
  }
}
await Promise.race([finished.promise, pause(Math.max(0, deadline - performance.now()), null, { ref: false })])
const seconds = (performance.now() - begun) / 1_000
over.abort()
await reading

const one = (sql: string): unknown => database.prepare(sql).pluck().get()
waits.sort((a, b) => a - b)
const at = (share: number): string => `${(waits[Math.floor(waits.length * share)] ?? 0).toFixed(1)} ms`
process.stdout.write(
  `${closing.trim()}
session: ${JSON.stringify(database.prepare('SELECT records_read, stored, unchanged, enriched, proposed, refused FROM ingest_sessions').get())}
papers that wait: ${String(one("SELECT count(*) FROM papers WHERE state = 'pending'"))}, different DOIs and ids among them: ${String(one("SELECT count(DISTINCT coalesce(doi, id)) FROM papers WHERE state = 'pending'"))}
${records} records in ${seconds.toFixed(0)} s with ${kills} kills: ${(records / seconds).toFixed(0)} a second
reads beside it: ${waits.length}, half within ${at(0.5)}, 99 % within ${at(0.99)}, all within ${at(0.9999)}
`,
)
const waiting = Number(one("SELECT count(*) FROM papers WHERE state = 'pending'"))
const different = Number(one("SELECT count(DISTINCT coalesce(doi, id)) FROM papers WHERE state = 'pending'"))
const verdicts = {
  [`each of ${records} records once`]: taken() === records && waiting === records && different === records,
  [`99 % of the reads within ${READS_WITHIN_MS} ms`]:
    (waits[Math.floor(waits.length * 0.99)] ?? Infinity) <= READS_WITHIN_MS,
}
for (const [goal, isMet] of Object.entries(verdicts)) process.stdout.write(`${isMet ? 'met   ' : 'missed'} ${goal}\n`)
process.exitCode = Object.values(verdicts).every(Boolean) ? 0 : 1
const last = client as ChildProcess | null
if (last !== null && last.exitCode === null && last.signalCode === null) await kill(last)
database.close()
await kill(server.child)
await rm(folder, { recursive: true, force: true })

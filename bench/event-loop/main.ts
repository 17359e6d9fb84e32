import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { createSession } from '#actions/sessions/create-session.ts'
import { readConfig } from '#config.ts'
import { openCorpus } from '#open-corpus.ts'
import { samplePdf } from '../../test/support/files/sample-pdf.ts'
import { madePdf } from '../../test/support/pdf/made-pdf.ts'
import { longview, serve, type Serving } from '../../test/support/process/longview-process.ts'
import { catalogueServer } from './catalogue-server.ts'
import { recordBodies } from './records.ts'

/**
 * Measures how long what comes in keeps the event loop of a running server at a time: files, imports of each format, chunks of
 * a session, watched sources. In processor time of the thread (probe.ts), so that other work on the machine changes nothing.
 * Ends with 1 where something took more than 20 ms, whole collections of the heap aside: these are told beside it.
 *
 *     node bench/event-loop/main.ts [--mebibytes 10] [--only NAME]
 */

const { values } = parseArgs({
  options: {
    mebibytes: { type: 'string', default: '10' },
    only: { type: 'string' },
    limit: { type: 'string', default: '20' },
    postgres: { type: 'string' },
  },
})
const LIMIT_MS = Number(values.limit)
const mebibytes = Number(values.mebibytes)

const feed = await catalogueServer()
const folder = await mkdtemp(join(tmpdir(), 'longview-loop-'))
const probed = join(folder, 'probe.jsonl')
await writeFile(probed, '')
const environment = {
  DATABASE_URL: values.postgres ?? `sqlite:${join(folder, 'corpus.db')}`,
  FILES: `file:${join(folder, 'files')}`,
  FILES_QUOTA: String(4 * 1024 ** 3),
  STARTER_CORPUS: 'off',
  LOG_LEVEL: 'warn',
  OUTBOUND_ALLOW: feed.origin,
  RESEARCH_TEAM_EMAIL: 'team@example.org',
}

/** As `probe.ts` writes them, in ms. */
type Turns = { longest: number; collected: number; own: number; over: number; total: number; collector: number }

const linesNow = (): string[] =>
  readFileSync(probed, 'utf8')
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
/** What the probe has seen since it was asked last. */
const askProbe = async ({ child }: Serving): Promise<Turns> => {
  const before = linesNow().length
  child.kill('SIGUSR2')
  while (linesNow().length === before) await pause(5)
  return JSON.parse(linesNow().at(-1) ?? '{}') as Turns
}

const cli = async (...args: string[]): Promise<string> => {
  const { code, stdout, stderr } = await longview(args, environment)
  if (code !== 0) throw new Error(`longview ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

const pdf = (word: string): Uint8Array<ArrayBuffer> => new Uint8Array(samplePdf(word, 50 * 1_048_576 - 10))

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const failures: string[] = []
const isWanted = (name: string): boolean => values.only === undefined || new RegExp(values.only, 'u').test(name)

/** Does something twice, for the first time loads what it needs: both are measured. */
const measure = async (server: Serving, name: string, work: (turn: number) => Promise<string>): Promise<void> => {
  if (!isWanted(name)) return
  for (const turn of [1, 2]) {
    await askProbe(server)
    const told = await work(turn)
    await pause(300)
    const { longest, collected, own, over, total, collector } = await askProbe(server)
    const verdict = own > LIMIT_MS ? `MISSED (${over} times)` : 'ok'
    if (own > LIMIT_MS) failures.push(`${name}: ${own.toFixed(1)} ms`)
    const whole = collected > 0 ? `, ${collected.toFixed(1)} of them a whole collection` : ''
    print(
      `${name.padEnd(34)} ${turn === 1 ? 'first ' : 'second'} longest ${own.toFixed(1).padStart(7)} ms of ${total.toFixed(0).padStart(6)} ms  ${verdict.padEnd(18)} with the collector ${longest.toFixed(1)} ms${whole}; its longest stop by the clock ${collector.toFixed(1)} ms  ${told}`,
    )
  }
}

/** A key that may do anything, and the cookie of an admin. */
const access = async (): Promise<{ key: string; cookie: string }> => {
  const made = JSON.parse(
    await cli('keys', 'create', '--label', 'bench', '--scope', 'ingest,review:read,review:decide', '--json'),
  ) as { key: string }
  const corpus = await openCorpus(readConfig(environment))
  try {
    const { editor } = await corpus.run(addEditor, {
      name: 'Ada Admin',
      email: 'ada@example.org',
      role: 'admin',
      actor: 'bench',
    })
    const browser = { client: 'bench', before: null, knownTo: [editor.id] }
    const { secret } = await corpus.run(createSession, { editor, method: 'passphrase', browser })
    return { key: made.key, cookie: `sid=${secret}` }
  } finally {
    await corpus.close()
  }
}

/** What a response says in short; one that is no success fails the whole. */
const said = async (response: Response): Promise<string> => {
  const text = await response.text()
  const counts = /"read":\d+.*?"refused":\d+/u.exec(text)?.[0] ?? ''
  if (response.status >= 400) failures.push(`${response.url} answered ${response.status}`)
  return `${response.status} ${response.status >= 400 ? text.slice(0, 160) : counts}`
}

/** Waits until the server has read a source, and ranked what came; what that was. */
const untilRead = async (id: string, since: string): Promise<string> => {
  const corpus = await openCorpus(readConfig(environment))
  try {
    for (;;) {
      const source = (await corpus.store.private.sources.list()).find((one) => String(one.id) === id)
      if (source !== undefined && source.lastError !== null) throw new Error(`${source.name}: ${source.lastError}`)
      const { unranked } = await corpus.store.private.candidates.rankingState()
      if ((source?.lastSuccessAt ?? '') > since && unranked === 0) return `${source?.takenCount} taken`
      await pause(500)
    }
  } finally {
    await corpus.close()
  }
}

const { key, cookie } = await access()
const probe = new URL('./probe.ts', import.meta.url).href
const server = await serve({ ...environment, LOOP_PROBE: probed, NODE_OPTIONS: `--import ${probe}` })
const send = (method: string, path: string, body: RequestInit['body'], headers: Record<string, string>) =>
  fetch(server.url + path, { method, body: body ?? null, headers, redirect: 'manual' })
try {
  await pause(2_000)
  const start = await askProbe(server)
  print(`start                                     longest ${start.longest.toFixed(1)} ms before anything was asked`)
  await pause(10_000)
  const idle = await askProbe(server)
  print(
    `idle, for ten seconds                     longest ${idle.longest.toFixed(1)} ms of ${idle.total.toFixed(0)} ms`,
  )
  const paper = JSON.stringify({ title: 'A paper with files', authors: ['Ada'], year: 2024 })
  await measure(server, 'import one paper', async () =>
    said(await send('POST', '/api/editorial/imports', paper, { 'x-api-key': key, 'content-type': 'application/json' })),
  )

  await measure(server, 'PDF of 50 MiB, API', async (turn) =>
    said(
      await send('PUT', '/api/editorial/papers/p1/file', pdf(`put ${turn}`), {
        'x-api-key': key,
        'content-type': 'application/pdf',
      }),
    ),
  )
  await measure(server, 'PDF of 50 MiB, console', async (turn) => {
    const form = new FormData()
    form.append('file', new File([pdf(`form ${turn}`)], 'large.pdf', { type: 'application/pdf' }))
    return said(
      await send('POST', '/console/papers/p1/files', form, { cookie, 'sec-fetch-site': 'same-origin', origin: 'null' }),
    )
  })
  for (const { name, type, body } of recordBodies(mebibytes))
    await measure(server, `import ${mebibytes} MiB, ${name}`, async (turn) => {
      // What came before is recognised the second time.
      const path = turn === 1 ? '/api/editorial/imports?dryRun=true' : '/api/editorial/imports'
      return said(await send('POST', path, body, { 'x-api-key': key, 'content-type': type }))
    })
  const lines = Array.from(
    { length: 45 },
    (_, index) => `Line ${index} of a page about agents that work for days and go on after failures.`,
  )
  await measure(server, 'import PDF with its text', async (turn) => {
    const bytes = await madePdf({
      title: `Agents at Work, Part ${turn}`,
      authors: 'Ada Example',
      body: lines,
      pages: 300,
    })
    return said(
      await send('POST', '/api/editorial/imports?fullText=true', new Uint8Array(bytes), {
        'x-api-key': key,
        'content-type': 'application/pdf',
      }),
    )
  })
  await measure(server, 'console: new papers from PDFs', async (turn) => {
    const bytes = await madePdf({
      title: `Agents on the Console ${turn}`,
      authors: 'Ada Example',
      body: lines,
      pages: 100,
    })
    const form = new FormData()
    form.append('file', new File([new Uint8Array(bytes)], 'new.pdf', { type: 'application/pdf' }))
    return said(await send('POST', '/console/files', form, { cookie, 'sec-fetch-site': 'same-origin', origin: 'null' }))
  })
  const session = JSON.parse(await cli('sessions', 'open', '--label', 'bench', '--max', '100000', '--json')) as {
    id: string
    key: string
  }
  // The second time other works, for the first loads what it needs.
  const chunks = [recordBodies(mebibytes, 1), recordBodies(mebibytes, 2)]
  for (const [index, { name, type }] of (chunks[0] ?? []).entries())
    await measure(server, `chunk ${mebibytes} MiB, ${name}`, async (turn) =>
      said(
        await send(
          'POST',
          `/api/ingest-sessions/${session.id}/papers?chunk=${2 * index + turn}`,
          chunks[turn - 1]?.[index]?.body,
          {
            'x-api-key': session.key,
            'content-type': type,
          },
        ),
      ),
    )
  for (const [index, { kind, what, address, size }] of feed.sources.entries())
    await measure(server, `source, ${kind}, ${size}`, async (turn) => {
      const id = String(index + 1)
      const since = new Date().toISOString()
      // What comes the second time is other works, which are ranked with those of the first.
      if (turn === 1) await cli('sources', 'add', kind, what, ...address, '--cap', '10000', '--from', 'all')
      else for (const change of ['pause', 'resume']) await cli('sources', change, id)
      return untilRead(id, since)
    })
} finally {
  feed.close()
  if (server.stderr() !== '') print(server.stderr().slice(0, 2_000))
  await server.stop()
  if (existsSync(folder)) await rm(folder, { recursive: true, force: true })
}
print(
  failures.length === 0 ? `Nothing took more than ${LIMIT_MS} ms.` : `More than ${LIMIT_MS} ms: ${failures.join('; ')}`,
)
process.exitCode = failures.length === 0 ? 0 : 1

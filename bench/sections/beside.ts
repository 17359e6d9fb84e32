import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createKey } from '#actions/api-keys.ts'
import { sendBrief } from '#actions/mailings.ts'
import { readConfig } from '#config.ts'
import { withOpenCorpus, type Corpus } from '#open-corpus.ts'
import { BRIEF, publishSampleBrief, putSubscribers, readers } from '../../test/support/mail/mailings.ts'
import { startSmtpSink, type SmtpSink } from '../../test/support/mail/smtp-sink.ts'
import { benchPath, corpusOf, remove, writePapers } from '../corpora.ts'
import { wordAt } from '../generate-papers.ts'
import { drive, environmentOf, SERVE, start, type Started } from '../machine.ts'
import { rounded, type Row } from '../report.ts'
import { runIngest } from './ingest-command.ts'

/** How long readers wait while the same machine does other work for the library. */

const ROOT = resolve(import.meta.dirname, '../..')
const CORPUS = 10_000
const READERS = 2
/** Ids beyond those of the corpora. */
const FIRST = 50_000_001
/** Large enough to last as long as the readers. */
const INGESTED = 20_000
const SUBSCRIBERS = 5_000
const RECORDS_IN_IMPORT = 5_000

type Beside = { server: Started; database: string; sink: SmtpSink; over: AbortSignal }
type Work = { name: string; run: (beside: Beside) => Promise<unknown> }

const inCorpus = <T>(database: string, work: (corpus: Corpus) => Promise<T>): Promise<T> =>
  withOpenCorpus(readConfig({ DATABASE_URL: `sqlite:${database}` }), work)

const repeatUntil = async (over: AbortSignal, work: (round: number) => Promise<unknown>): Promise<void> => {
  for (let round = 0; !over.aborted; round += 1) await work(round)
}

const bibtex = (round: number): string =>
  Array.from({ length: RECORDS_IN_IMPORT }, (_, index) => {
    const number = round * RECORDS_IN_IMPORT + index
    return `@article{k${number}, title={Report ${number} on the ${wordAt(number)} of agents}, author={Ada ${wordAt(number)}}, year=2025, doi={10.1000/b.${number}}}`
  }).join('\n')

const importRecords = async ({ server, database, over }: Beside): Promise<void> => {
  const { key } = await inCorpus(database, ({ run }) =>
    run(createKey, { label: 'bench', scopes: ['ingest'], expiresAt: null, actor: 'bench' }),
  )
  await repeatUntil(over, async (round) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/editorial/imports`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/x-bibtex' },
      body: bibtex(round),
    })
    if (!response.ok) throw new Error(`an import was answered with ${response.status}: ${await response.text()}`)
    await response.arrayBuffer()
  })
}

const dump = async ({ database, over }: Beside): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-dump-'))
  await repeatUntil(over, async () => {
    const child = spawn(process.execPath, ['bin/longview.js', 'dump', '--now'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', DATABASE_URL: `sqlite:${database}`, DUMPS: folder },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code !== 0) throw new Error(`longview dump ended with ${code}`)
  })
  await rm(folder, { recursive: true })
}

const send = async ({ database, sink }: Beside): Promise<void> => {
  const subscribers = readers(SUBSCRIBERS)
  await inCorpus(database, async ({ store, run, clock }) => {
    await putSubscribers(store, subscribers, { at: clock.now().toISOString() })
    await publishSampleBrief(run)
    await run(sendBrief, { id: BRIEF, at: null, actor: 'bench' })
  })
  await sink.taken(SUBSCRIBERS)
}

const works: Work[] = [
  { name: 'an ingest', run: ({ database }) => runIngest(`sqlite:${database}`, writePapers(INGESTED, FIRST)) },
  { name: 'an import', run: importRecords },
  { name: 'a send', run: send },
  { name: 'a dump', run: dump },
]

const questions = Array.from({ length: 5_000 }, (_, number) => `/api/papers?q=${wordAt(number)}&limit=20`)

const measure = async ({ name, run }: Work, seconds: number): Promise<Row> => {
  const database = benchPath('beside.db')
  remove(database)
  copyFileSync(await corpusOf(CORPUS), database)
  const closers: (() => unknown)[] = [() => remove(database)]
  const sink = await startSmtpSink({ after: (close: () => unknown) => closers.push(close) })
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'library@example.org', LOG_LEVEL: 'silent' }
  const server = await start(SERVE, { ...environmentOf(database), ...mail })
  closers.push(() => server.stop())
  try {
    const over = new AbortController()
    const running = run({ server, database, sink, over: over.signal })
    const reading = drive(server.port, questions, { seconds, connections: READERS }).finally(() => over.abort())
    const [reads] = await Promise.all([reading, running])
    return {
      what: `searches beside ${name}, p99, ms`,
      figure: `${rounded(reads.p99, 1)} (half within ${rounded(reads.p50, 1)}; ${Math.round(reads.perSecond)}/s, ${reads.failed} failed)`,
      value: reads.failed > 0 ? null : reads.p99,
      goal: { most: 100 },
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

/** Searches by a few readers while the library ingests, imports, sends or dumps. */
export const beside = async ({ seconds }: { seconds: number }): Promise<Row[]> => {
  const rows: Row[] = []
  for (const work of works) rows.push(await measure(work, seconds))
  return rows
}

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addEditor } from '#actions/editors.ts'
import { createSession } from '#actions/sessions.ts'
import type { Editor } from '#core/access/editor.ts'
import { readConfig } from '#config.ts'
import { openCorpus, type Corpus } from '#open-corpus.ts'
import { longview, serve, type Serving } from '../../test/support/process/longview-process.ts'

/** As `probe.ts` writes them, in ms. */
type Turns = Record<'longest' | 'collected' | 'own' | 'over' | 'total' | 'collector', number> & {
  /** The most resident memory of the process, in MiB. */
  resident: number
}

type MeasuredOptions = {
  /** How long the event loop may be blocked at a time. */
  limitMs: number
  /** Only tasks with such a name are measured. */
  only: RegExp
  postgresUrl: string | null
  /** An allowed origin for sources. */
  allowed: string
}

/** A server with the probe, and the actions to measure. */
export type MeasuredServer = {
  /** A key with every scope. */
  key: string
  /** Whether a task of this name is measured. */
  isWanted: (name: string) => boolean
  /** Runs a task twice by default, because the first run also loads code: both are measured. Prints the figures. */
  measure: (name: string, work: (turn: number) => Promise<string>, turns?: readonly number[]) => Promise<void>
  send: (method: string, path: string, body: RequestInit['body'], headers?: Record<string, string>) => Promise<Response>
  /** Signs the admin in again: destructive actions need a sign-in within the last ten minutes. */
  signIn: () => Promise<void>
  /** Submits a form of the console as an admin. */
  sendForm: (path: string, form: FormData | URLSearchParams) => Promise<Response>
  /** Gets a page of the console as an admin. */
  getPage: (path: string) => Promise<Response>
  /** A summary of a response. Throws if it is not successful. */
  /** The status and the counts of a response; a failure other than the expected one is reported at the end. */
  said: (response: Response, expected?: number) => Promise<string>
  /** The output of a command. Throws if it fails. */
  cli: (...args: string[]) => Promise<string>
  /** The corpus that is served. */
  withCorpus: <T>(work: (corpus: Corpus) => Promise<T>) => Promise<T>
  /** What took too long or went wrong. */
  failures: readonly string[]
  stop: () => Promise<void>
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Starts a server with an empty corpus, and reports the cost of its start and of ten idle seconds. */
export const startMeasuredServer = async ({
  limitMs,
  only,
  postgresUrl,
  allowed,
}: MeasuredOptions): Promise<MeasuredServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'longview-loop-'))
  const probed = join(folder, 'probe.jsonl')
  await writeFile(probed, '')
  const environment = {
    DATABASE_URL: postgresUrl ?? `sqlite:${join(folder, 'corpus.db')}`,
    FILES: `file:${join(folder, 'files')}`,
    FILES_QUOTA: String(4 * 1024 ** 3),
    STARTER_CORPUS: 'off',
    LOG_LEVEL: 'warn',
    OUTBOUND_ALLOW: allowed,
    RESEARCH_TEAM_EMAIL: 'team@example.org',
    // The session of the probe is made without one.
    REQUIRE_SECOND_FACTOR: 'none',
  }
  const failures: string[] = []

  const cli = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await longview(args, environment)
    if (code !== 0) throw new Error(`longview ${args.join(' ')} ended with ${code}: ${stderr}`)
    return stdout
  }

  const withCorpus = async <T>(work: (corpus: Corpus) => Promise<T>): Promise<T> => {
    const corpus = await openCorpus(readConfig(environment))
    try {
      return await work(corpus)
    } finally {
      await corpus.close()
    }
  }

  const addKey = async (): Promise<string> => {
    const scopes = 'submit,ingest,review:read,review:decide'
    const made = await cli('keys', 'create', '--label', 'bench', '--scope', scopes, '--json')
    return (JSON.parse(made) as { key: string }).key
  }

  const addAdmin = (): Promise<Editor> =>
    withCorpus(async ({ run }) => {
      const admin = { name: 'Ada Admin', email: 'ada@example.org', role: 'admin', actor: 'bench' } as const
      return (await run(addEditor, admin)).editor
    })

  const startSession = (editor: Editor): Promise<string> =>
    withCorpus(async ({ run }) => {
      const browser = { client: 'bench', before: null, knownTo: [editor.id] }
      const { secret } = await run(createSession, { editor, method: 'passphrase', browser })
      return `sid=${secret}`
    })

  const linesNow = (): string[] =>
    readFileSync(probed, 'utf8')
      .trimEnd()
      .split('\n')
      .filter((line) => line !== '')
  /** The measurements of the probe since the last call. */
  const askProbe = async ({ child }: Serving): Promise<Turns> => {
    const before = linesNow().length
    child.kill('SIGUSR2')
    while (linesNow().length === before) await pause(5)
    return JSON.parse(linesNow().at(-1) ?? '{}') as Turns
  }

  if (postgresUrl !== null) await cli('migrate')
  const key = await addKey()
  const admin = await addAdmin()
  let cookie = await startSession(admin)
  const probe = new URL('./probe.ts', import.meta.url).href
  const server = await serve({
    ...environment,
    LOOP_PROBE: probed,
    NODE_OPTIONS: `--max-semi-space-size=8 --import ${probe}`,
  })
  const send: MeasuredServer['send'] = (method, path, body, headers = {}) => {
    // Making a body takes so long that a kept-alive connection would be closed meanwhile.
    const once = { ...headers, connection: 'close' }
    const asked: RequestInit = { method, body: body ?? null, headers: once, redirect: 'manual' }
    return fetch(server.url + path, asked)
  }

  const printTurn = (name: string, turn: number, summary: string, seen: Turns): void => {
    const { longest, collected, own, over, total, collector, resident } = seen
    const verdict = own > limitMs ? `MISSED (${over} times)` : 'ok'
    if (own > limitMs) failures.push(`${name}: ${own.toFixed(1)} ms`)
    const whole = collected > 0 ? `, ${collected.toFixed(1)} of them a whole collection` : ''
    print(
      `${name.padEnd(34)} ${turn === 1 ? 'first ' : 'second'} longest ${own.toFixed(1).padStart(7)} ms of ${total.toFixed(0).padStart(6)} ms  ${verdict.padEnd(18)} with the collector ${longest.toFixed(1)} ms${whole}; its longest stop by the clock ${collector.toFixed(1)} ms; ${resident.toFixed(0)} MiB resident  ${summary}`,
    )
  }

  await pause(2_000)
  const start = await askProbe(server)
  print(`start                                     longest ${start.longest.toFixed(1)} ms before anything was asked`)
  await pause(10_000)
  const { longest, total } = await askProbe(server)
  print(`idle, for ten seconds                     longest ${longest.toFixed(1)} ms of ${total.toFixed(0)} ms`)

  const isWanted = (name: string): boolean => only.test(name)
  return {
    key,
    failures,
    cli,
    withCorpus,
    send,
    isWanted,
    signIn: async () => void (cookie = await startSession(admin)),
    sendForm: (path, form) => send('POST', path, form, { cookie, 'sec-fetch-site': 'same-origin', origin: 'null' }),
    getPage: (path) => send('GET', path, null, { cookie }),
    said: async (response, expected = 200) => {
      const text = await response.text()
      const counts = /"read":\d+.*?"refused":\d+/u.exec(text)?.[0] ?? ''
      if (response.status >= 400 && response.status !== expected)
        failures.push(`${response.url} answered ${response.status}`)
      return `${response.status} ${response.status >= 400 ? text.slice(0, 160) : counts}`
    },
    measure: async (name, work, turns = [1, 2]) => {
      if (!isWanted(name)) return
      for (const turn of turns) {
        await askProbe(server)
        const summary = await work(turn)
        await pause(300)
        printTurn(name, turn, summary, await askProbe(server))
      }
    },
    stop: async () => {
      if (server.stderr() !== '') print(server.stderr().slice(0, 2_000))
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { createSession } from '#actions/sessions/create-session.ts'
import type { Editor } from '#core/access/editor.ts'
import { readConfig } from '#config.ts'
import { openCorpus, type Corpus } from '#open-corpus.ts'
import { longview, serve, type Serving } from '../../test/support/process/longview-process.ts'

/** As `probe.ts` writes them, in ms. */
type Turns = { longest: number; collected: number; own: number; over: number; total: number; collector: number }

type MeasuredOptions = {
  /** What may keep the event loop at a time. */
  limitMs: number
  /** Only what has such a name is measured. */
  only: RegExp
  postgresUrl: string | null
  /** An origin that sources may be asked at. */
  allowed: string
}

/** A server with the probe in it, and what is done to it. */
export type MeasuredServer = {
  /** A key that may do anything. */
  key: string
  /** Whether something of this name is measured at all. */
  isWanted: (name: string) => boolean
  /** Does something twice unless told else, for the first time loads what it needs: both are measured. Prints what it saw. */
  measure: (name: string, work: (turn: number) => Promise<string>, turns?: readonly number[]) => Promise<void>
  send: (method: string, path: string, body: RequestInit['body'], headers?: Record<string, string>) => Promise<Response>
  /** The admin signs in again: what undoes much wants that to be no longer ago than ten minutes. */
  signIn: () => Promise<void>
  /** What an admin sends by a form of the console. */
  sendForm: (path: string, form: FormData | URLSearchParams) => Promise<Response>
  /** What an admin asks the console for. */
  getPage: (path: string) => Promise<Response>
  /** What a response says in short; one that is no success fails the whole. */
  said: (response: Response) => Promise<string>
  /** What a command prints; one that fails ends everything. */
  cli: (...args: string[]) => Promise<string>
  /** The corpus that is served. */
  withCorpus: <T>(work: (corpus: Corpus) => Promise<T>) => Promise<T>
  /** What took too long or went wrong. */
  failures: readonly string[]
  stop: () => Promise<void>
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

/** Starts a server over an empty corpus, and tells what its start and ten seconds of rest cost. */
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
    const scopes = 'ingest,review:read,review:decide'
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
  /** What the probe has seen since it was asked last. */
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
  const server = await serve({ ...environment, LOOP_PROBE: probed, NODE_OPTIONS: `--import ${probe}` })
  const send: MeasuredServer['send'] = (method, path, body, headers = {}) => {
    // Making a body takes so long that a connection that was kept would be closed by then.
    const once = { ...headers, connection: 'close' }
    const asked: RequestInit = { method, body: body ?? null, headers: once, redirect: 'manual' }
    return fetch(server.url + path, asked)
  }

  const tell = (name: string, turn: number, told: string, seen: Turns): void => {
    const { longest, collected, own, over, total, collector } = seen
    const verdict = own > limitMs ? `MISSED (${over} times)` : 'ok'
    if (own > limitMs) failures.push(`${name}: ${own.toFixed(1)} ms`)
    const whole = collected > 0 ? `, ${collected.toFixed(1)} of them a whole collection` : ''
    print(
      `${name.padEnd(34)} ${turn === 1 ? 'first ' : 'second'} longest ${own.toFixed(1).padStart(7)} ms of ${total.toFixed(0).padStart(6)} ms  ${verdict.padEnd(18)} with the collector ${longest.toFixed(1)} ms${whole}; its longest stop by the clock ${collector.toFixed(1)} ms  ${told}`,
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
    said: async (response) => {
      const text = await response.text()
      const counts = /"read":\d+.*?"refused":\d+/u.exec(text)?.[0] ?? ''
      if (response.status >= 400) failures.push(`${response.url} answered ${response.status}`)
      return `${response.status} ${response.status >= 400 ? text.slice(0, 160) : counts}`
    },
    measure: async (name, work, turns = [1, 2]) => {
      if (!isWanted(name)) return
      for (const turn of turns) {
        await askProbe(server)
        const told = await work(turn)
        await pause(300)
        tell(name, turn, told, await askProbe(server))
      }
    },
    stop: async () => {
      if (server.stderr() !== '') print(server.stderr().slice(0, 2_000))
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

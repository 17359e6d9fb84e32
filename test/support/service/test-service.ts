import { inspect } from 'node:util'
import { ingestPapers } from '#actions/submissions/ingest-papers.ts'
import { commonPassphrases } from '#auth/common-passphrases.ts'
import { secretBox } from '#auth/secret-box.ts'
import type { Role } from '#core/access/editor.ts'
import { scryptPassphrases } from '../../../src/auth/passphrases.ts'
import { webAuthn } from '../../../src/auth/web-authn.ts'
import { receiveEmail } from '#jobs/receive-email.ts'
import { parseEmail } from '#mail/bounces/parse-email.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { openMarkdownRenderer } from '../../../src/markdown/open-markdown-renderer.ts'
import { createKey } from '#actions/accounts/create-key.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { KeyScope } from '#core/access/api-key.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { connectionClient, proxyMatcher } from '#http/auth/client-address.ts'
import { ownHosts } from '#http/auth/own-hosts.ts'
import { lifecycle, type Lifecycle } from '#http/lifecycle.ts'
import { connectionTable, type ConnectionTable } from '#http/limits/connection-table.ts'
import { temporaryFileStore } from '../files/temporary-file-store.ts'
import type { FileStore } from '#ports/file-store.ts'
import { listen } from '#http/listen.ts'
import type { Log } from '#ports/log.ts'
import type { Dumps } from '#ports/dumps.ts'
import { createServer } from '#http/server.ts'
import type { Store } from '#ports/store/store.ts'
import { testRunner } from './action-runner.ts'
import { sqliteEngine, type TestEngine } from '../database/engines.ts'
import { fakeClock, type FakeClock } from './fake-clock.ts'
import { recordingLog } from './recording-log.ts'
import type { Ending } from '../database/temporary.ts'

export type LogLine = { level: string; facts: Record<string, unknown>; message: string }

export type TestService = {
  url: string
  store: Store
  clock: FakeClock
  /** Runs an action, as a request would. */
  run: RunAction
  life: Lifecycle
  connections: ConnectionTable
  log: Log
  files: FileStore
  /** Everything that was logged. */
  logged: LogLine[]
  /** A live key with these scopes. */
  key(...scopes: KeyScope[]): Promise<string>
  /** Makes papers in contract form public at once, without HTTP. */
  accept(...papers: Record<string, unknown>[]): Promise<void>
  get(path: string, headers?: Record<string, string>): Promise<Response>
  /** Sends JSON; a text is sent as it stands. */
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Who hands in emails that came back. */
export const WEBHOOK_SECRET = 'the secret of those who hand in bounces'

type ServiceOptions = {
  trustedProxies?: string[]
  /** More than usual unless a test is about it: tests come from one address. */
  maxConnectionsPerClient?: number
  engine?: TestEngine
  allowedHosts?: string[]
  /** Where it seems to listen; in truth it is always this machine. */
  bind?: string
  /** In place of the corpus's own: equal secrets sign equal cursors. */
  secret?: Buffer
  /** Where it is served as the public sees it; by default where it listens. */
  publicUrl?: (listening: string) => string
  /** The least role that must have a second factor. */
  secondFactorRole?: Role | null
  /** Whether it has a mail server; nothing is sent by itself. */
  canMail?: boolean
  /** Without them, it makes none. */
  dumps?: Dumps
  /** Where files are kept; by default in a folder of its own, which is made with the first one. */
  files?: FileStore
  filesQuota?: number
  /** Origins that may be sent to beside public ones over https. */
  allowedOutbound?: string[]
  webhookSecret?: string | null
  bounceAddress?: string | null
  /** The hub that its feeds name. */
  websubHub?: string | null
}

/** One thread for all services of this process: each of its own would load the renderer again. It ends when it is idle. */
const markdown = openMarkdownRenderer({
  log: { ...recordingLog([]), error: (facts, message) => process.stderr.write(`${message} ${inspect(facts)}\n`) },
})

/** A whole service in this process, on a database and a port of its own, with a clock that the test moves. */
export const startTestService = async (
  t: Ending,
  {
    trustedProxies = [],
    maxConnectionsPerClient = 1_000,
    engine = sqliteEngine,
    allowedHosts = [],
    bind = '127.0.0.1',
    secret: fixedSecret,
    publicUrl: servedAt,
    secondFactorRole = null,
    canMail = true,
    dumps,
    files = temporaryFileStore(t),
    filesQuota = 1_000_000,
    allowedOutbound = [],
    webhookSecret = WEBHOOK_SECRET,
    bounceAddress = null,
    websubHub = null,
  }: ServiceOptions = {},
): Promise<TestService> => {
  const clock = fakeClock()
  const logged: LogLine[] = []
  const log = recordingLog(logged)
  const store = await engine.open(t, { clock, log })
  const site = { url: '' }
  const publicUrl = (): string => site.url
  const declaredUrl = servedAt?.('http://127.0.0.1') ?? null
  const secret = fixedSecret ?? (await store.private.secret())
  const run = await testRunner({ store, clock }, { publicUrl, bounceAddress })
  const life = lifecycle()
  const clientOf = connectionClient(proxyMatcher(trustedProxies))
  const connections = connectionTable({ clientOf, mostPerClient: maxConnectionsPerClient })
  const passphrases = scryptPassphrases({ ln: 4, r: 8, p: 1 })
  const ports = {
    store,
    clock,
    run,
    passphrases,
    commonPassphrases: commonPassphrases(),
    secretBox: secretBox(() => 'the key of the test'),
    secondFactorRole,
    webAuthn: webAuthn(),
    markdown,
    files,
    filesQuota,
    log,
    lifecycle: life,
    secret,
    publicUrl,
    canMail,
    dumps: dumps ?? null,
    mailFrom: null,
    outbound: { allowed: allowedOutbound },
    websubHub,
    emails: emailComposer({ houseName: 'House', publicUrl, secret }),
    receiveEmail: receiveEmail({ run, secret, parseEmail }),
    bounces: { webhookSecret },
    trustedProxies,
    maxConnectionsPerClient,
    connections,
    hosts: ownHosts({ bind, publicUrl: declaredUrl, allowedHosts }),
  }
  const app = createServer({ ...ports, version: '0.0.0-test', houseName: 'House' })
  const listening = await listen(
    app,
    { host: '127.0.0.1', port: 0, trustedProxies, connections, shutdownDelayMs: 0 },
    life,
  )
  site.url = servedAt?.(listening.url) ?? listening.url
  t.after(async () => {
    await listening.stop('soon')
    await store.close()
  })
  return {
    url: listening.url,
    store,
    clock,
    run,
    life,
    connections,
    log,
    files,
    logged,
    key: async (...scopes) =>
      (
        await run(createKey, {
          label: 'test',
          scopes: scopes.length === 0 ? ['submit'] : scopes,
          expiresAt: null,
          actor: 'test',
        })
      ).key,
    accept: async (...papers) => {
      const batch = papers.map((paper, index) => {
        const checked = parsePaper(paper, clock.now())
        if (!checked.ok) throw new Error(JSON.stringify(checked.errors))
        return { line: index + 1, paper: checked.value.paper }
      })
      await run(ingestPapers, { batch, state: 'accepted', actor: 'test' })
    },
    get: (path, headers = {}) => fetch(listening.url + path, { headers }),
    send: (method, path, body, headers = {}) =>
      fetch(listening.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

import { inspect } from 'node:util'
import { ingestPapers } from '#actions/submissions.ts'
import { commonPassphrases, scryptPassphrases } from '#credentials/passphrases.ts'
import { secretBox } from '#credentials/secret-box.ts'
import type { RecordLookup } from '#ports/record-lookup.ts'
import type { AssessmentRule } from '#core/assessment/assessment-rule.ts'
import type { SecondFactorRole } from '#core/access/session.ts'
import { webAuthn } from '#credentials/web-authn.ts'
import { receiveEmail } from '#jobs/bounces.ts'
import { parseEmail } from '#mail/incoming/parse-email.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { addressChecker } from '#outbound/check-address.ts'
import { openContentReader, type ContentReader } from '#imports/content-reader.ts'
import { openMarkdownRenderer } from '#markdown/open-markdown-renderer.ts'
import { openShareImages } from '#share-images/open-share-images.ts'
import { createKey } from '#actions/api-keys.ts'
import type { RunAction } from '#actions/run-action.ts'
import { type KeyScope, hashSecret } from '#core/access/api-key.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { connectionClient, proxyMatcher } from '#http/auth/client-address.ts'
import { ownHosts } from '#http/auth/own-hosts.ts'
import { lifecycle, type Lifecycle } from '#http/lifecycle.ts'
import { connectionTable, type ConnectionTable } from '#http/limits/connections.ts'
import { temporaryFileStore, type Ending, inPieces } from '../files.ts'
import type { FileStore } from '#ports/file-store.ts'
import { listen } from '#http/listen.ts'
import type { PublicMetrics } from '#http/metrics.ts'
import { type Metrics, noMetrics } from '#ports/metrics.ts'
import type { Log } from '#ports/runtime.ts'
import { defaultSettings } from '#core/settings.ts'
import { liveSite } from '#queries/live-site.ts'
import type { MeaningReader } from '#ports/meaning.ts'
import type { ServerPorts } from '#http/ports.ts'
import type { Dumps } from '#ports/dumps.ts'
import { createServer } from '#http/server.ts'
import type { Store } from '#ports/store/store.ts'
import { testRunner, fakeClock, type FakeClock, recordingLog, type LogLine } from '../ports.ts'
import { sqliteEngine, type TestEngine } from '../database/engines.ts'
import { storeFile } from '#files/files.ts'
import { submissionBucket, submitPolicy } from '#core/quota.ts'
import { submissionStates } from '#core/review/submission.ts'
import type { QueuedEmail } from '#core/mail/outbox.ts'
import { composeConfirmation } from '#actions/outbox.ts'
import type { ComposedEmail } from '#core/mail/email.ts'

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
  contentReader: ContentReader
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
  /** None unless a test is about it: most have several editors. */
  secondFactorRole?: SecondFactorRole
  requireAssessment?: AssessmentRule
  /** Whether it has a mail server; nothing is sent by itself. */
  canMail?: boolean
  /** Without them, it makes none. */
  dumps?: Dumps
  /** How it makes backups, of which only the state matters here; by default it makes none. */
  backups?: ServerPorts['backups']
  /** Where files are stored; by default in a temporary folder, which is created with the first one. */
  files?: FileStore
  filesQuota?: number
  /** Origins that may be sent to besides public ones over https. */
  allowedOutbound?: string[]
  webhookSecret?: string | null
  bounceAddress?: string | null
  /** The hub that its feeds name. */
  websubHub?: string | null
  /** Looks up what editors add; by default nothing does. */
  lookUpRecords?: RecordLookup | null
  /** Counts nothing unless a test is about it. */
  metrics?: Metrics
  publicMetrics?: PublicMetrics | null
  /** Compares questions by meaning; by default nothing does. */
  meaning?: (opened: { store: Store; log: Log }) => (MeaningReader & { close(): Promise<void> }) | null
}

/** One thread for all services of this process, because each new one loads the renderer again. It ends when it is idle. */
const log = {
  ...recordingLog([]),
  error: (facts: object, message: string) => process.stderr.write(`${message} ${inspect(facts)}\n`),
}
const markdown = openMarkdownRenderer({ log })
const shareImages = openShareImages({ log })

/** Processes for all services of this process. They end when they are idle, and with this one. */
const contentReader = openContentReader()

/** A whole service in this process, with its own database and port, and a clock that the test moves. */
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
    secondFactorRole = 'none',
    requireAssessment = 'none',
    canMail = true,
    dumps,
    backups = null,
    files = temporaryFileStore(t),
    filesQuota = 1_000_000,
    allowedOutbound = [],
    webhookSecret = WEBHOOK_SECRET,
    bounceAddress = null,
    websubHub = null,
    lookUpRecords = null,
    metrics = noMetrics,
    publicMetrics = null,
    meaning: openMeaning = () => null,
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
  const library = liveSite({ store, defaults: defaultSettings('House'), canMail })
  const emails = emailComposer({ site: library, publicUrl, secret })
  const run = await testRunner({ store, clock }, { publicUrl, bounceAddress, requireAssessment, site: library })
  const life = lifecycle()
  const clientOf = connectionClient(proxyMatcher(trustedProxies))
  const connections = connectionTable({ clientOf, mostPerClient: maxConnectionsPerClient })
  const meaning = openMeaning({ store, log })
  const passphrases = scryptPassphrases({ ln: 4, r: 8, p: 1 })
  const ports = {
    store,
    clock,
    run,
    passphrases,
    meaning,
    commonPassphrases: commonPassphrases(),
    secretBox: secretBox(() => 'the key of the test'),
    secondFactorRole,
    requireAssessment,
    webAuthn: webAuthn(),
    markdown,
    shareImages,
    contentReader,
    lookUpRecords,
    files,
    filesQuota,
    log,
    lifecycle: life,
    secret,
    publicUrl,
    metrics,
    publicMetrics,
    canMail,
    dumps: dumps ?? null,
    backups,
    mailFrom: null,
    checkAddress: addressChecker({ allowed: allowedOutbound, proxyUrl: null }),
    websubHub,
    emails,
    site: library,
    receiveEmail: receiveEmail({ run, secret, parseEmail }),
    bounces: { webhookSecret },
    trustedProxies,
    maxConnectionsPerClient,
    connections,
    hosts: ownHosts({ bind, publicUrl: declaredUrl, allowedHosts }),
  }
  const app = createServer({ ...ports, version: '0.0.0-test' })
  const listening = await listen(
    app,
    { host: '127.0.0.1', port: 0, trustedProxies, connections, shutdownDelayMs: 0 },
    life,
  )
  site.url = servedAt?.(listening.url) ?? listening.url
  t.after(async () => {
    await listening.stop('soon')
    await meaning?.close()
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
    contentReader,
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

/** Stores bytes as a file of a paper, as an editor would; its digest. */
export const storedFile = async (
  { run, files }: Pick<TestService, 'run' | 'files'>,
  paperId: string,
  bytes: Uint8Array,
): Promise<string> => {
  const ports = { run, files, filesQuota: 1_000_000 }
  const { sha256 } = await storeFile(ports, { content: inPieces(bytes), paperId, name: 'a.pdf', actor: 'editor:test' })
  return sha256
}

/** Everything that a refused request must leave as it was. */
export const stateSnapshot = async (
  { store, clock, url }: TestService,
  key: string,
): Promise<Record<string, unknown>> => {
  const owner = await store.private.keys.findByHash(hashSecret(key))
  if (owner === null) throw new Error('the key is unknown')
  const everything = { submittedBy: null, states: submissionStates }
  return {
    revision: await store.private.revision(),
    stats: await store.public.stats.counts(),
    submissions: (await store.private.submissions.list(everything, null, 1_000)).submissions,
    quota: await store.private.quota.peek(submissionBucket(owner), submitPolicy, clock.now()),
    outbox: await store.private.outbox.counts(),
    papers: await (await fetch(`${url}/api/papers?limit=500`)).text(),
  }
}

/** What waits in the outbox, as it would leave at this moment. */
export const waitingEmails = async (service: TestService): Promise<(QueuedEmail & ComposedEmail)[]> => {
  const now = service.clock.now().toISOString()
  const leased = await service.store.transact((tx) => tx.outbox.lease(now, '', 1_000, true))
  const composed: (QueuedEmail & ComposedEmail)[] = []
  for (const email of leased) {
    const { text } = email
    const ready = text === null ? await service.run(composeConfirmation, email) : { ...email, text }
    if (ready !== null) composed.push(ready)
  }
  return composed
}

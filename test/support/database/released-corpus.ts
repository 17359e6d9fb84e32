import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { PaperWithText } from '#core/papers/paper.ts'
import { submissionStates } from '#core/review/submission.ts'
import type { FileStore } from '#ports/file-store.ts'
import type { Store } from '#ports/store/store.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parseDatabaseUrl } from '#config.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { postgres, type TestEngine } from './engines.ts'
import type { SoftwarePasskey } from '../service/editor-session.ts'
import { temporaryFolder, type Ending } from '../files.ts'
import { fakeClock, recordingLog } from '../ports.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

const MANY = 1_000

/** Values in order and without names: what a later version calls a field, or adds to it, makes no difference. */
const digest = (facts: unknown): string => createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)

const paperFacts = (paper: PaperWithText): unknown[] => {
  const { id, title, authors, year, institution, url, abstract, chapter, type, longHorizon, enterprise } = paper
  const { topics, concepts, frameworks, commentary, storageUrl, fullText } = paper
  const words = [title, authors, year, institution, url, abstract, topics, concepts, frameworks, commentary, fullText]
  return [id, ...words, chapter, type, longHorizon, enterprise, storageUrl]
}

const versionFacts = async ({ private: read }: Store, id: string): Promise<unknown[]> => {
  const facts: unknown[] = []
  for (const { version, at, actor } of await read.versions.list(id)) {
    const found = await read.versions.find(id, version)
    facts.push([version, at, actor, found === null ? null : paperFacts(found.paper)])
  }
  return facts
}

/** State, version and a digest of everything that each paper says, by its id. */
const papersOf = async ({ private: read }: Store): Promise<Record<string, string>> => {
  const everything = { submittedBy: null, states: submissionStates }
  const { submissions } = await read.submissions.list(everything, null, MANY)
  const stored = await read.papers.findByIds(submissions.map(({ id }) => id))
  const facts = submissions.map(({ id, state, version }) => {
    const paper = stored.get(id)
    return [id, `${state} ${version} ${paper === undefined ? '' : digest(paperFacts(paper))}`] as const
  })
  return Object.fromEntries(facts.toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1))))
}

const reviewFacts = async (store: Store): Promise<unknown[]> => {
  const { submissions } = await store.private.submissions.list(
    { submittedBy: null, states: submissionStates },
    null,
    MANY,
  )
  const facts: unknown[] = []
  for (const { id, submittedBy, submittedAt, updatedAt, history } of submissions) {
    const steps = history.map(({ state, note, actor, at }) => [state, note, actor, at])
    const advice = (await store.private.recommendations.list(id)).map((one) => [one.actor, one.event, one.note, one.at])
    const decision = await store.private.decisions.find(id)
    const waiting = decision === null ? null : [decision.event, decision.note, decision.actor, decision.dueAt]
    facts.push([id, submittedBy, submittedAt, updatedAt, steps, advice, waiting, await versionFacts(store, id)])
  }
  return facts
}

const editorialFacts = async ({ private: read }: Store) => {
  const gaps: unknown[] = []
  for (const { id } of await read.gaps.list(null)) {
    const gap = await read.gaps.find(id)
    gaps.push([id, gap?.title, gap?.severity, gap?.explanation, gap?.paperIds.toSorted(), gap?.version])
  }
  const defined = (await read.concepts.listAll()).filter(({ definition }) => definition !== null)
  const definitions = defined.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const written = [...(await read.briefs.list()), ...(await read.briefs.drafts())]
  return {
    gaps: digest(gaps),
    briefs: digest(written.map(({ id, title, summary, take, featured }) => [id, title, summary, take, featured])),
    chapters: digest((await read.chapters.list()).map((one) => [one.number, one.name, one.introduction, one.version])),
    definitions: digest(definitions.map(({ name, definition }) => [name, definition])),
    templates: digest((await read.replyTemplates.list()).map(({ id, event, name, body }) => [id, event, name, body])),
  }
}

const peopleFacts = async ({ private: read }: Store) => {
  const keys = (await read.keys.list()).map((key) => [
    [key.id, key.label, key.scopes, key.email],
    [key.createdAt, key.expiresAt, key.revokedAt, key.lastUsedAt],
  ])
  const editors = (await read.editors.list()).map((one) => [
    [one.id, one.name, one.email, one.role, one.createdAt, one.removedAt],
    [one.hasPassphrase, one.passkeys],
  ])
  const { subscribers } = await read.subscribers.list(null, null, MANY)
  const { messages } = await read.messages.list(null, null, MANY)
  const { emails } = await read.outbox.list(null, null, MANY)
  return {
    keys: digest(keys),
    editors: digest(editors),
    subscribers: digest(subscribers.map(({ id, email, name, state, since }) => [id, email, name, state, since])),
    messages: digest(messages.map((one) => [one.id, one.name, one.email, one.message, one.receivedAt, one.state])),
    letters: digest(emails.map((one) => [one.kind, one.to, one.subject, one.state, one.attempts, one.sentAt])),
  }
}

/** What a corpus knows, in short: papers one by one, all else by a digest of each kind. */
export const corpusFacts = async (store: Store) => ({
  papers: await papersOf(store),
  reviews: digest(await reviewFacts(store)),
  ...(await editorialFacts(store)),
  ...(await peopleFacts(store)),
})

const FIXTURES = new URL('../../fixtures/', import.meta.url)

/** Releases that left a corpus with everything that it answers: from 0.3.0 on, `npm run fixture` makes one of each. */
export const releasesWithAnswers = readdirSync(FIXTURES)
  .filter((name) => existsSync(new URL(`${name}/answers.json.br`, FIXTURES)))
  .toSorted()

/** A fixture of a released version; files ending in .br are decompressed. */
export const releasedFile = (release: string, file: string): Buffer => {
  const bytes = readFileSync(new URL(`${release}/${file}`, FIXTURES))
  return file.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
}

type EngineName = 'SQLite' | 'PostgreSQL'

/** What version 0.1.0 knew of its own corpus when the fixture was made; instants are those at which something ends. */
type Expected = {
  madeAt: string
  publicUrl: string
  migrations: string[]
  rows: Record<string, number>
  facts: Awaited<ReturnType<typeof corpusFacts>>
  audit: { count: number; hash: string }
  /** The status that each address has in the end, and where it leads to if that is another one. */
  addresses: Record<string, number>
  redirects: Record<string, string>
  keys: { label: string; key: string; scope: 'submit' | 'review'; until: string | null }[]
  revokedKey: string
  people: Record<'grace' | 'ada' | 'carl', { email: string; passphrase: string }>
  sessions: { of: string; secret: string; until: string }[]
  invitation: { token: string; usedToken: string; until: string }
  passkey: SoftwarePasskey
  letters: Record<'first' | 'former' | 'late' | 'slow', { confirm: string; unsubscribe: Record<EngineName, string> }>
  retried: { body: string; idempotencyKey: string; answer: string }
  rateLimit: string
}

export const expected = JSON.parse(releasedFile('0.1.0', 'expected.json').toString()) as Expected

const renamed = new Map([
  ['receipts', 'idempotency_keys'],
  ['note_templates', 'reply_templates'],
  ['told_matches', 'sent_matches'],
  ['following', 'following_state'],
  ['deliveries', 'mailing_deliveries'],
])

/** The present name of a table that a released version had. */
export const presentName = (table: string): string => renamed.get(table) ?? table

/** Counted from the papers, so that another version may count more of them, and drops what nothing has any more. */
const counted = new Set(['counters', 'spellings'])

/** The rows that a table has after an upgrade: chapters that nobody had edited had none, and a library had all seven. */
export const rowsKept = (table: string, before: number): number => (table === 'chapters' ? 7 : before)

/** Asserts that tables have as many rows as when they were made. */
export const assertRowsKept = (
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): void => {
  for (const [name, count] of Object.entries(before))
    if (!counted.has(presentName(name))) assert.equal(now[presentName(name)], rowsKept(name, count), name)
}

/** A corpus made by a released version, on one engine. */
export type OldCorpus = {
  name: EngineName
  /** When it was made. */
  madeAt: string
  /** A private copy of it, as a DATABASE_URL. */
  restore: (t: Ending) => Promise<string>
  /** A copy already upgraded by this version, because an upgrade takes half a second. */
  restoreUpgraded: (t: Ending) => Promise<string>
}

export const openAt = async (url: string, ports: Parameters<TestEngine['open']>[1]) => {
  const database = parseDatabaseUrl(url)
  if (database === null) throw new Error(`This is no DATABASE_URL: ${url}`)
  return database.engine === 'sqlite'
    ? openSqliteStore(database.path, ports)
    : openPostgresStore(database, ports, { migrate: true })
}

const upgrade = async (url: string): Promise<void> =>
  (await openAt(url, { clock: fakeClock(), log: recordingLog([]) })).close()

const writeCorpus = async (t: Ending, bytes: Uint8Array): Promise<string> => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  await writeFile(path, bytes)
  return path
}

const upgradeFile = async (file: Uint8Array): Promise<Buffer> => {
  const closing: (() => Promise<void>)[] = []
  const path = await writeCorpus({ after: (close) => closing.push(close) }, file)
  await upgrade(`sqlite:${path}`)
  const bytes = await readFile(path)
  for (const close of closing) await close()
  return bytes
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

const restoreDatabase = async (release: string): Promise<string> => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  await cluster.run(releasedFile(release, 'postgres.sql.br').toString(), databaseOf(url))
  return url
}

const upgradeDatabase = async (release: string): Promise<string> => {
  const url = await restoreDatabase(release)
  await upgrade(url)
  return databaseOf(url)
}

/** The fixtures of a release, on each engine. */
export const corporaOf = (release: string): readonly OldCorpus[] => {
  const { madeAt } = JSON.parse(releasedFile(release, 'expected.json').toString()) as { madeAt: string }
  const file = (): Buffer => releasedFile(release, 'sqlite.db.br')
  let upgradedFile: Promise<Buffer> | undefined
  let upgradedDatabase: Promise<string> | undefined
  return [
    {
      name: 'SQLite',
      madeAt,
      restore: async (t) => `sqlite:${await writeCorpus(t, file())}`,
      restoreUpgraded: async (t) => `sqlite:${await writeCorpus(t, await (upgradedFile ??= upgradeFile(file())))}`,
    },
    {
      name: 'PostgreSQL',
      madeAt,
      restore: () => restoreDatabase(release),
      restoreUpgraded: async () =>
        (await postgres()).createDatabase(await (upgradedDatabase ??= upgradeDatabase(release))),
    },
  ]
}

/** Those of version 0.1.0. */
export const oldCorpora: readonly OldCorpus[] = corporaOf('0.1.0')

/** Serves an old corpus at its old address, with the clock at the instant when the fixture was made. */
export const serveOldCorpus = async (
  t: Ending,
  { name, madeAt }: OldCorpus,
  { url, files }: { url: string; files?: FileStore },
): Promise<TestService> => {
  const service = await startTestService(t, {
    engine: { name, open: (_t, ports) => openAt(url, ports) },
    publicUrl: () => expected.publicUrl,
    ...(files === undefined ? {} : { files }),
  })
  service.clock.set(madeAt)
  return service
}

/** Serves a copy of an old corpus, which is upgraded. */
export const startOnOldCorpus = async (t: Ending, old: OldCorpus): Promise<TestService> =>
  serveOldCorpus(t, old, { url: await old.restoreUpgraded(t) })

/** A private copy of the files that a release kept; the path of its folder. */
export const copyFilesOf = async (t: Ending, release: string): Promise<string> => {
  const folder = join(await temporaryFolder(t), 'files')
  await cp(new URL(`${release}/files`, FIXTURES), folder, { recursive: true })
  return folder
}

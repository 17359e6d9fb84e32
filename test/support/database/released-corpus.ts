import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { parseDatabaseUrl } from '#config.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { postgres, type TestEngine } from './engines.ts'
import type { corpusFacts } from './corpus-facts.ts'
import type { SoftwarePasskey } from '../service/software-passkey.ts'
import { temporaryFolder, type Ending } from './temporary.ts'
import { fakeClock } from '../service/fake-clock.ts'
import { recordingLog } from '../service/recording-log.ts'
import { startTestService, type TestService } from '../service/test-service.ts'

const FOLDER = new URL('../../fixtures/0.1.0/', import.meta.url)

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

export const expected = JSON.parse(readFileSync(new URL('expected.json', FOLDER), 'utf8')) as Expected

const unpacked = (file: string): Buffer => brotliDecompressSync(readFileSync(new URL(file, FOLDER)))

/** A corpus that version 0.1.0 made, on one engine. */
export type OldCorpus = {
  name: EngineName
  /** A copy of it that nobody else uses, as DATABASE_URL names it. */
  restore: (t: Ending) => Promise<string>
  /** The same of one that this version has opened before: an upgrade takes half a second. */
  restoreUpgraded: (t: Ending) => Promise<string>
}

const openAt = async (url: string, ports: Parameters<TestEngine['open']>[1]) => {
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

const upgradeFile = async (): Promise<Buffer> => {
  const closing: (() => Promise<void>)[] = []
  const path = await writeCorpus({ after: (close) => closing.push(close) }, unpacked('sqlite.db.br'))
  await upgrade(`sqlite:${path}`)
  const bytes = await readFile(path)
  for (const close of closing) await close()
  return bytes
}

const databaseOf = (url: string): string => new URL(url).pathname.slice(1)

const restoreDatabase = async (): Promise<string> => {
  const cluster = await postgres()
  const url = await cluster.createDatabase()
  await cluster.run(unpacked('postgres.sql.br').toString(), databaseOf(url))
  return url
}

const upgradeDatabase = async (): Promise<string> => {
  const url = await restoreDatabase()
  await upgrade(url)
  return databaseOf(url)
}

let upgradedFile: Promise<Buffer> | undefined
let upgradedDatabase: Promise<string> | undefined

export const oldCorpora: readonly OldCorpus[] = [
  {
    name: 'SQLite',
    restore: async (t) => `sqlite:${await writeCorpus(t, unpacked('sqlite.db.br'))}`,
    restoreUpgraded: async (t) => `sqlite:${await writeCorpus(t, await (upgradedFile ??= upgradeFile()))}`,
  },
  {
    name: 'PostgreSQL',
    restore: restoreDatabase,
    restoreUpgraded: async () => (await postgres()).createDatabase(await (upgradedDatabase ??= upgradeDatabase())),
  },
]

/** Serves a copy of an old corpus, at the address it had, from the instant on at which the fixture was made. */
export const startOnOldCorpus = async (t: Ending, { name, restoreUpgraded }: OldCorpus): Promise<TestService> => {
  const url = await restoreUpgraded(t)
  const service = await startTestService(t, {
    engine: { name, open: (_t, ports) => openAt(url, ports) },
    publicUrl: () => expected.publicUrl,
  })
  service.clock.set(expected.madeAt)
  return service
}

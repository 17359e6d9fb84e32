import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Database } from '../../../src/config.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { migratedFile, postgres } from './engines.ts'
import { fakeClock, recordingLog } from '../ports.ts'
import { addPapers, AT, newPaper } from './stored.ts'
import { temporaryFolder } from '../files.ts'

/** The ports with which these tests open a store. */
export const ports = { clock: fakeClock(), log: recordingLog([]) }

/** Opens a corpus; it is closed with the test, unless it was before. */
export const open = async (t: TestContext, database: Database): Promise<Store> => {
  const store =
    database.engine === 'sqlite'
      ? await openSqliteStore(database.path, ports)
      : await openPostgresStore(database, ports, { migrate: true })
  let closed = false
  const close = async (): Promise<void> => {
    if (!closed) await store.close()
    closed = true
  }
  t.after(close)
  return { ...store, close }
}

type Places = {
  sqlite(name: string): Database
  postgres(): Promise<Database>
  /** A file with this many papers and something in most other tables. */
  filled(name: string, count?: number): Promise<Database>
}

/** Corpora that are gone after the test. */
export const places = async (t: TestContext): Promise<Places> => {
  const folder = await temporaryFolder(t)
  return {
    sqlite: (name) => ({ engine: 'sqlite', path: join(folder, name) }),
    postgres: async () => ({
      engine: 'postgres',
      url: await (await postgres()).createDatabase(),
      directUrl: null,
      replicaUrls: [],
    }),
    filled: async (name, count = MANY) => {
      const path = join(folder, name)
      await writeFile(path, await filledFile(count))
      return { engine: 'sqlite', path }
    },
  }
}

const MANY = 450
/** More than one statement stores of a full text. */
const LONG = 300_000

/** Stores this many papers, and something in most other tables. */
export const fill = async (store: Store, count = MANY): Promise<void> => {
  const papers = Array.from({ length: count }, (_, index) =>
    newPaper(
      {
        id: `p${index + 1}`,
        title: `Ünïcode agents ${index} 計画`,
        concepts: ['planning', `own ${index % 7}`],
        longHorizon: index % 5 === 0 ? null : (index * 1_234) % 1_000_001,
        fullText: index % 20 === 0 ? `line\n${'x'.repeat(index === 20 ? LONG : 5_000)}` : null,
        chapter: ((index % 7) + 1) as 1,
      },
      index % 9 === 0 ? 'pending' : 'accepted',
    ),
  )
  await addPapers(store, ...papers)
  await store.transact(async (tx) => {
    await tx.papers.transition('p2', { state: 'retracted', note: 'x', actor: 'a', at: AT })
    await tx.gaps.put({ id: 'g1', title: 'G', severity: 'high', explanation: 'e', paperIds: ['p3', 'p4'] }, AT)
    await tx.subscribers.put(
      {
        id: 's1',
        email: 'A@b.c',
        name: null,
        state: 'active',
        confirmHash: null,
        confirmExpiresAt: null,
        wantsBrief: false,
      },
      AT,
    )
    await tx.idempotency.put({ scope: 's', key: 'k', fingerprint: 'f' }, { status: 201, headers: {}, body: '{}' }, AT)
    await tx.outbox.add(
      { messageId: '1', kind: 'contact', to: null, replyTo: null, subject: 's', text: 't', headers: {} },
      AT,
    )
    const editor = {
      id: 'e_1',
      name: 'Ünïcode',
      email: 'A@b.c',
      role: 'admin' as const,
      createdAt: AT,
      removedAt: null,
    }
    await tx.editors.add(editor)
    await tx.editors.saveSignInLink({ hash: 'l', editorId: 'e_1', createdAt: AT, expiresAt: AT })
    const session = {
      id: 'ss_1',
      editorId: 'e_1',
      method: 'link' as const,
      client: '',
      createdAt: AT,
      seenAt: AT,
      confirmedAt: AT,
      secondFactor: null,
    }
    await tx.sessions.add({ ...session, hash: 's' })
    const passkey = {
      id: 'pk',
      editorId: 'e_1',
      label: 'ü',
      publicKey: 'k',
      counter: 4_000_000_000,
      transports: ['usb'],
    }
    await tx.passkeys.add({ ...passkey, createdAt: AT, usedAt: null })
    await tx.passkeys.saveChallenge({ hash: 'c', editorId: null, expiresAt: AT })
    for (const subject of ['p2', 'p3'])
      await tx.audit.record({ at: AT, actor: 'cli', act: 'paper.retract', subject, before: { a: 'ü' }, after: null })
  })
}

/** Ignores progress. */
export const nothing = (): void => {}

const filledFiles = new Map<number, Promise<Buffer>>()

/** A filled corpus as bytes; each is filled once, for all tests. */
const filledFile = (count: number): Promise<Buffer> => {
  const make = async (): Promise<Buffer> => {
    const ends: (() => Promise<void>)[] = []
    const path = await migratedFile({ after: (end) => ends.push(end as () => Promise<void>) })
    const store = await openSqliteStore(path, ports)
    await fill(store, count)
    await store.close()
    const bytes = await readFile(path)
    for (const end of ends) await end()
    return bytes
  }
  const known = filledFiles.get(count) ?? make()
  filledFiles.set(count, known)
  return known
}

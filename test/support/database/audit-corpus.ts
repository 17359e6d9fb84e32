import type { TestContext } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { verifyAudit } from '#queries/verify-audit.ts'
import type { AuditEvent } from '#core/audit/audit-chain.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { migratedDatabase, migratedFile } from './engines.ts'
import { fakeClock } from '../service/fake-clock.ts'
import { recordingLog } from '../service/recording-log.ts'

export const clock = fakeClock()

const ports = { clock, log: recordingLog([]) }

export const AT = clock.now().toISOString()

/** A store and, around it, somebody who may change the database itself. */
type Corpus = { store: Store; another: () => Promise<Store>; tamper: (sql: string) => Promise<void> }

const closing = (t: TestContext, store: Store): Store => {
  t.after(() => store.close())
  return store
}

export const onSqlite = async (t: TestContext): Promise<Corpus> => {
  const path = await migratedFile(t)
  const open = async (): Promise<Store> => closing(t, await openSqliteStore(path, ports))
  return {
    store: await open(),
    another: open,
    tamper: async (sql) => {
      const database = new Database(path)
      try {
        database.exec(sql)
      } finally {
        database.close()
      }
    },
  }
}

export const onPostgres = async (t: TestContext): Promise<Corpus> => {
  const url = await migratedDatabase()
  const open = async (): Promise<Store> =>
    closing(t, await openPostgresStore({ url, replicaUrl: null }, ports, { migrate: true }))
  return {
    store: await open(),
    another: open,
    tamper: async (sql) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(sql)
      } finally {
        await client.end()
      }
    },
  }
}

/** An event as it is recorded, with a note that is hard to store. */
export const entry = (given: Partial<AuditEvent> = {}): AuditEvent => ({
  at: AT,
  actor: 'cli',
  act: 'paper.accept',
  subject: 'p1',
  before: { state: 'pending' },
  after: { state: 'accepted', note: 'Ünïcode “quotes” \\ \u0000' },
  ...given,
})

/** Records events in one transaction. */
export const record = (store: Store, ...entries: AuditEvent[]): Promise<void> =>
  store.transact(async (tx) => {
    for (const one of entries) await tx.audit.record(one)
  })

/** Records one event for each of p1 to p12. */
export const twelve = (store: Store): Promise<void> =>
  record(store, ...Array.from({ length: 12 }, (_, index) => entry({ subject: `p${index + 1}` })))

/** Where the log is not what was written, and how; null where it is. */
export const verdict = async (store: Store, checkpoint: { count: number; hash: string } | null = null) => {
  const { fault } = await verifyAudit(store.private.audit, checkpoint)
  return fault === null ? null : { seq: fault.seq, fault: fault.fault }
}

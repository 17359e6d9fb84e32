import { type TestContext, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { Client } from 'pg'
import { verifyAudit } from '#queries/audit.ts'
import { type AuditEvent, type AuditFilter, auditHash, type AuditRecord } from '#core/audit.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { migratedDatabase, migratedFile } from '../support/database/engines.ts'
import { fakeClock, recordingLog, testRunner } from '../support/ports.ts'
import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { createFirstKey } from '#actions/first-credentials.ts'
import { createKey, revokeKey } from '#actions/api-keys.ts'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { decidePaper } from '#actions/decisions.ts'
import { Failure } from '#core/failure.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'

const clock = fakeClock()

const ports = { clock, log: recordingLog([]) }

const AT = clock.now().toISOString()

/** A store and, around it, somebody who may change the database itself. */
type Corpus = { store: Store; another: () => Promise<Store>; tamper: (sql: string) => Promise<void> }

const closing = (t: TestContext, store: Store): Store => {
  t.after(() => store.close())
  return store
}

const onSqlite = async (t: TestContext): Promise<Corpus> => {
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

const onPostgres = async (t: TestContext): Promise<Corpus> => {
  const url = await migratedDatabase()
  const open = async (): Promise<Store> =>
    closing(t, await openPostgresStore({ url, replicaUrls: [] }, ports, { migrate: true }))
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
const entry = (given: Partial<AuditEvent> = {}): AuditEvent => ({
  at: AT,
  actor: 'cli',
  act: 'paper.accept',
  subject: 'p1',
  before: { state: 'pending' },
  after: { state: 'accepted', note: 'Ünïcode “quotes” \\ \u0000' },
  ...given,
})

/** Records events in one transaction. */
const record = (store: Store, ...entries: AuditEvent[]): Promise<void> =>
  store.transact(async (tx) => {
    for (const one of entries) await tx.audit.record(one)
  })

/** Records one event for each of p1 to p12. */
const twelve = (store: Store): Promise<void> =>
  record(store, ...Array.from({ length: 12 }, (_, index) => entry({ subject: `p${index + 1}` })))

/** Where the log is not what was written, and how; null where it is. */
const verdict = async (store: Store, checkpoint: { count: number; hash: string } | null = null) => {
  const { fault } = await verifyAudit(store.private.audit, checkpoint)
  return fault === null ? null : { seq: fault.seq, fault: fault.fault }
}

for (const [name, open] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const)
  describe(`the audit log on ${name}`, () => {
    test('is listed as it was recorded, newest first, by page and filter', async (t) => {
      const { store } = await open(t)
      await twelve(store)
      await record(store, entry({ actor: 'editor:e_1', act: 'key.revoke', subject: 'k_1', before: null, after: null }))
      const all: AuditFilter = { actor: null, act: null, subject: null }
      const first = await store.private.audit.list(all, null, 8)
      const second = await store.private.audit.list(all, first.next, 8)
      assert.deepEqual(
        [...first.records, ...second.records].map(({ seq }) => seq),
        [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      )
      assert.equal(second.next, null)
      assert.deepEqual(first.records.map(({ actor, before, after }) => ({ actor, before, after }))[0], {
        actor: 'editor:e_1',
        before: null,
        after: null,
      })
      assert.deepEqual(JSON.parse(first.records[1]?.after ?? ''), entry().after)
      const seqs = async (given: Partial<AuditFilter>): Promise<number[]> =>
        (await store.private.audit.list({ ...all, ...given }, null, 50)).records.map(({ seq }) => seq)
      assert.deepEqual(await seqs({ actor: 'editor:e_1' }), [13])
      assert.deepEqual(await seqs({ act: 'paper.accept', subject: 'p3' }), [3])
      assert.deepEqual(await seqs({ act: 'key.revoke', subject: 'p3' }), [])
    })

    test('an action that fails leaves no record, and the chain goes on', async (t) => {
      const { store } = await open(t)
      await assert.rejects(
        store.transact(async (tx) => {
          await tx.audit.record(entry())
          throw new Error('no')
        }),
      )
      assert.deepEqual(await store.private.audit.head(), { count: 0, hash: '0'.repeat(64) })
      await twelve(store)
      assert.equal(await verdict(store), null)
    })

    test('stays one chain under writers in several processes, with others reading along', async (t) => {
      const { store, another } = await open(t)
      const writers = [store, await another(), await another()]
      let writing = true
      const verifying = (async () => {
        while (writing) {
          assert.equal(await verdict(store), null)
          // Readers never wait, and would leave the writers' timers no turn.
          await setImmediate()
        }
      })()
      // One after the other in each process: a write that waits too long is refused.
      await Promise.all(
        writers.map(async (writer, index) => {
          for (let count = 0; count < 40; count += 1)
            await record(writer, entry({ subject: `p${index}-${count}` }), entry())
        }),
      )
      writing = false
      await verifying
      assert.equal((await store.private.audit.head()).count, 240)
      assert.equal(await verdict(store), null)
    })

    test('decisions, keys and briefs are recorded with who, what before and what after', async (t) => {
      const { store } = await open(t)
      const run = await testRunner({ store, clock })
      const created = { label: 'a lab', scopes: ['submit' as const], expiresAt: null }
      await run(createFirstKey, { ...created, actor: 'first start' })
      assert.equal(await run(createFirstKey, { ...created, actor: 'first start' }), null)
      const { key, record: made } = await run(createKey, { ...created, actor: 'editor:e_1' })
      await run(revokeKey, { id: made.id, actor: 'cli' })
      const unknown = run(revokeKey, { id: made.id, actor: 'cli' })
      await assert.rejects(unknown, (error) => error instanceof Failure && error.code === 'not_found')
      await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
      await run(decidePaper, { id: 'p1', event: 'accept', note: null, actor: 'key:k_9' })
      await run(decidePaper, { id: 'p1', event: 'retract', note: 'Withdrawn by its authors.', actor: 'cli' })
      const brief = {
        id: '2026-w47',
        week: { year: 2026, week: 47 },
        title: 'T',
        summary: 'S',
        take: 'K',
        featured: [],
      }
      await run(publishBrief, { brief, actor: 'cli' })
      const { id: _id, ...content } = brief
      const records = await store.private.audit.listAfter(0, 100)
      assert.deepEqual(
        records.map(({ actor, act, subject, before, after }) => [
          actor,
          act,
          subject,
          JSON.parse(before ?? 'null'),
          JSON.parse(after ?? 'null'),
        ]),
        [
          [
            'first start',
            'key.create',
            (await store.private.keys.list())[0]?.id,
            null,
            { ...created, expiresAt: new Date(Date.parse(AT) + 30 * 86_400_000).toISOString() },
          ],
          ['editor:e_1', 'key.create', made.id, null, created],
          ['cli', 'key.revoke', made.id, { revokedAt: null }, { revokedAt: AT }],
          ['key:k_9', 'paper.accept', 'p1', { state: 'pending' }, { state: 'accepted', note: null }],
          [
            'cli',
            'paper.retract',
            'p1',
            { state: 'accepted' },
            { state: 'retracted', note: 'Withdrawn by its authors.' },
          ],
          ['cli', 'brief.publish', '2026-w47', null, content],
        ],
      )
      assert.doesNotMatch(JSON.stringify(records), new RegExp(key, 'u'))
    })
  })

const literal = (text: string | null): string => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`)

const inserted = (row: AuditRecord): string =>
  `INSERT INTO audit_log (seq, at, actor, act, subject, before_json, after_json, previous, hash) VALUES (${row.seq}, ${[
    row.at,
    row.actor,
    row.act,
    row.subject,
    row.before,
    row.after,
    row.previous,
    row.hash,
  ]
    .map(literal)
    .join()});`

/** Row `seq` with another actor and a hash that fits, as somebody would write it who knows how hashes are made. */
const forgedRow = async (store: Store, seq: number): Promise<AuditRecord> => {
  const [row] = await store.private.audit.listAfter(seq - 1, 1)
  assert.ok(row)
  const forged = { ...row, actor: 'editor:e_somebody' }
  return { ...forged, hash: auditHash(forged) }
}

const swapped = `
  UPDATE audit_log SET seq = 1005 WHERE seq = 5;
  UPDATE audit_log SET seq = 5 WHERE seq = 6;
  UPDATE audit_log SET seq = 6 WHERE seq = 1005;`

type Plant = { name: string; sql: (store: Store) => Promise<string> | string; seq: number; fault: string }

const plants: Plant[] = [
  {
    name: 'an altered actor',
    sql: () => "UPDATE audit_log SET actor = 'key:k_x' WHERE seq = 5",
    seq: 5,
    fault: 'altered',
  },
  {
    name: 'an altered note',
    sql: () => "UPDATE audit_log SET after_json = '{}' WHERE seq = 12",
    seq: 12,
    fault: 'altered',
  },
  { name: 'a removed first row', sql: () => 'DELETE FROM audit_log WHERE seq = 1', seq: 1, fault: 'missing' },
  { name: 'a removed row', sql: () => 'DELETE FROM audit_log WHERE seq = 7', seq: 7, fault: 'missing' },
  { name: 'a removed last row', sql: () => 'DELETE FROM audit_log WHERE seq = 12', seq: 12, fault: 'missing' },
  { name: 'a removed tail', sql: () => 'DELETE FROM audit_log WHERE seq > 8', seq: 9, fault: 'missing' },
  { name: 'everything removed', sql: () => 'DELETE FROM audit_log', seq: 1, fault: 'missing' },
  { name: 'a reordered pair', sql: () => swapped, seq: 5, fault: 'altered' },
  {
    name: 'a row removed and those behind it moved up',
    sql: () => 'DELETE FROM audit_log WHERE seq = 12; UPDATE audit_log SET seq = 12 WHERE seq = 11',
    seq: 11,
    fault: 'missing',
  },
  {
    name: 'a row with its hash made anew',
    sql: async (store) => `DELETE FROM audit_log WHERE seq = 5; ${inserted(await forgedRow(store, 5))}`,
    seq: 5,
    fault: 'replaced',
  },
  {
    name: 'the last row with its hash made anew',
    sql: async (store) => `DELETE FROM audit_log WHERE seq = 12; ${inserted(await forgedRow(store, 12))}`,
    seq: 12,
    fault: 'replaced',
  },
  {
    name: 'a row added past the end',
    sql: async (store) => {
      const { count, hash } = await store.private.audit.head()
      const row = { ...(await forgedRow(store, count)), seq: count + 1, previous: hash }
      return inserted({ ...row, hash: auditHash(row) })
    },
    seq: 13,
    fault: 'added',
  },
]

const noTriggers: Record<string, string> = {
  SQLite: 'DROP TRIGGER audit_log_keeps_rows; DROP TRIGGER audit_log_keeps_content;',
  PostgreSQL: 'DROP TRIGGER audit_log_keeps_rows ON audit_log;',
}

for (const [name, open] of [
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
] as const)
  describe(`the audit log on ${name}`, () => {
    test('the database itself refuses to change or remove a row', async (t) => {
      const { store, tamper } = await open(t)
      await twelve(store)
      for (const sql of [
        "UPDATE audit_log SET actor = 'x' WHERE seq = 3",
        'DELETE FROM audit_log WHERE seq = 12',
        'DELETE FROM audit_log',
      ])
        await assert.rejects(tamper(sql), /the audit log only grows/u)
      assert.equal(await verdict(store), null)
    })

    test('every planted fault is found', async (t) => {
      const { store, tamper } = await open(t)
      await twelve(store)
      await tamper(`${noTriggers[name]} CREATE TABLE untouched AS SELECT * FROM audit_log`)
      for (const plant of plants)
        await t.test(`${plant.name} is found in row ${plant.seq}`, async () => {
          assert.equal(await verdict(store), null)
          await tamper(await plant.sql(store))
          assert.deepEqual(await verdict(store), { seq: plant.seq, fault: plant.fault })
          await tamper('DELETE FROM audit_log; INSERT INTO audit_log SELECT * FROM untouched')
        })
    })

    test('a log written anew from some row on, with its end, is found by a checkpoint', async (t) => {
      const { store, another, tamper } = await open(t)
      await twelve(store)
      const checkpoint = await store.private.audit.head()
      await record(store, entry({ subject: 'p13' }))
      assert.equal(await verdict(store, checkpoint), null)
      const keptHash = (await store.private.audit.listAfter(8, 1))[0]?.hash ?? ''
      const eighth = (await store.private.audit.listAfter(7, 1))[0]?.hash ?? ''
      assert.notEqual(keptHash, '')
      await tamper(
        `${noTriggers[name]} DELETE FROM audit_log WHERE seq > 8; UPDATE corpus SET audit_count = 8, audit_hash = '${eighth}'`,
      )
      assert.equal(await verdict(store), null)
      assert.deepEqual(await verdict(store, checkpoint), { seq: 9, fault: 'missing' })
      await twelve(await another())
      assert.equal(await verdict(store), null)
      assert.deepEqual(await verdict(store, checkpoint), { seq: 12, fault: 'replaced' })
    })
  })

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { auditHash, type AuditRecord } from '#core/audit/audit-chain.ts'
import type { Store } from '#ports/store/store.ts'
import { entry, onPostgres, onSqlite, record, twelve, verdict } from '../../support/database/audit-corpus.ts'

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

    test('whatever is planted is found', async (t) => {
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

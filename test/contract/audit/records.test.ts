import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { describe, test } from 'node:test'
import type { AuditFilter } from '#core/audit/audit-filter.ts'
import { createFirstKey } from '#actions/accounts/create-first-key.ts'
import { createKey } from '#actions/accounts/create-key.ts'
import { revokeKey } from '#actions/accounts/revoke-key.ts'
import { publishBrief } from '#actions/editorial/publish-brief.ts'
import { decidePaper } from '#actions/review/decide-paper.ts'
import { Failure } from '#core/failure.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { addPapers, newPaper } from '../../support/database/stored.ts'
import { AT, clock, entry, onPostgres, onSqlite, record, twelve, verdict } from '../../support/database/audit-corpus.ts'

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
      // One after the other in each process: whoever waits too long for its turn is refused.
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkCorpus, backUpCorpus, restoreCorpus } from '#maintenance/backup.ts'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { verifyAudit } from '#queries/audit.ts'
import { isDeepStrictEqual as same } from 'node:util'
import { copiedTables } from '#store/sql/copy/copied-tables.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { postgres } from '../../support/database/engines.ts'
import { migratedTables } from '../../support/database/schema.ts'
import { addPapers, AT, found, newPaper, corePaper } from '../../support/database/stored.ts'
import { nothing, open, places, fill, ports } from '../../support/database/filled-corpus.ts'
import { refusesWith, testRunner } from '../../support/ports.ts'
import { addEditor, renewInvitation } from '#actions/editors.ts'
import { createAuthenticationChallenge } from '#actions/passkeys.ts'
import { createSession } from '#actions/sessions.ts'
import { hashSecret } from '#core/access/api-key.ts'

const breakOffIn =
  (broken: string, rows: number) =>
  (table: string, done: number): void => {
    if (table === broken && done >= rows) throw new Error('broken off')
  }

test('every table is copied or known not to need it', () => {
  // The search index is made anew from the copy.
  const made = migratedTables(migrations()).filter((name) => name !== 'paper_search')
  assert.ok(made.length > 15)
  const rebuilt = ['passages', 'ranked_blocks', 'ranked_pages', 'ranked_papers', 'ranked_segments']
  // A job of the server makes vectors.
  const later = ['vector_sets', 'text_vectors']
  // What one database knows of its backups.
  const own = ['backup_state']
  const known = [...copiedTables.map(({ name }) => name), ...rebuilt, ...later, ...own]
  assert.deepEqual(made.toSorted(), known.toSorted())
})

test('a corpus goes from SQLite to PostgreSQL and back with every row equal, and works there', async (t) => {
  const at = await places(t)
  const [first, between, last] = [await at.filled('a.db'), await at.postgres(), at.sqlite('b.db')]
  const origin = await open(t, first)
  const digests = await checkCorpus(first)
  assert.deepEqual(await copyCorpus(first, between, nothing), digests)
  assert.deepEqual(await copyCorpus(between, last, nothing), digests)
  assert.deepEqual(await checkCorpus(last), digests)
  const name = between.engine === 'postgres' ? between.url.split('/').at(-1) : ''
  const indexes = await (
    await postgres()
  ).run("select indexname from pg_indexes where tablename = 'paper_search' order by 1", name)
  assert.deepEqual(
    indexes.map(({ indexname }) => indexname),
    ['paper_search_pkey', 'paper_search_words'],
  )
  for (const database of [between, last]) {
    const store = await open(t, database)
    assert.deepEqual(await found(store, 'agents'), await found(origin, 'agents'))
    assert.deepEqual(await found(store, '"agents 17"'), ['p18'])
    assert.ok(same(await store.public.papers.find('p21'), await origin.public.papers.find('p21')), 'a long text')
    assert.deepEqual(await found(store, '計画'), await found(origin, '計画'))
    assert.equal(await store.private.revision(), await origin.private.revision())
    assert.deepEqual(await store.private.secret(), await origin.private.secret())
    assert.deepEqual(await verifyAudit(store.private.audit, await origin.private.audit.head()), {
      head: await origin.private.audit.head(),
      fault: null,
    })
    // Numbers go on where they were.
    await addPapers(store, newPaper({ id: 'p9001', concepts: ['a new one'] }))
    await store.transact((tx) =>
      tx.papers.transition('p9001', { state: 'retracted', note: 'x', actor: 'a', at: '2026-11-21T00:00:00.000Z' }),
    )
  }
})

test('a target that holds anything is refused and left as it is', async (t) => {
  const at = await places(t)
  const source = await at.filled('a.db', 5)
  for (const target of [at.sqlite('b.db'), await at.postgres()]) {
    const store = await open(t, target)
    await addPapers(store, newPaper({ id: 'p77' }))
    await assert.rejects(copyCorpus(source, target, nothing), refusesWith('wrong_state', /already holds data/u))
    assert.deepEqual(await found(store, null), ['p77'])
    await store.close()
    await (await open(t, target)).close()
  }
})

test('a copy that broke off is not served, goes on where it was, and never mixes two corpora', async (t) => {
  const at = await places(t)
  const source = await at.filled('a.db')
  const origin = await open(t, source)
  for (const target of [at.sqlite('b.db'), await at.postgres()]) {
    await assert.rejects(copyCorpus(source, target, breakOffIn('papers', 400)), /broken off/u)
    await assert.rejects(open(t, target), /was started but not finished/u)
    const other = await at.filled(`other-${target.engine}.db`, 5)
    await assert.rejects(
      copyCorpus(other, target, nothing),
      refusesWith('wrong_state', /unfinished copy of another corpus/u),
    )
    const begunAt: number[] = []
    const report = await copyCorpus(source, target, (table, done) => {
      if (table === 'papers') begunAt.push(done)
    })
    assert.equal(begunAt[0], 400)
    assert.deepEqual(report, await checkCorpus(source))
    assert.deepEqual(await found(await open(t, target), 'agents'), await found(origin, 'agents'))
  }
})

test('a source that changed between two attempts is noticed', async (t) => {
  const at = await places(t)
  const [source, target] = [await at.filled('a.db'), await at.postgres()]
  const store = await open(t, source)
  await assert.rejects(copyCorpus(source, target, breakOffIn('review_steps', 0)), /broken off/u)
  await store.transact((tx) => tx.papers.transition('p3', { state: 'retracted', note: 'x', actor: 'a', at: AT }))
  await assert.rejects(copyCorpus(source, target, nothing), refusesWith('wrong_state', /differs in .*papers/u))
})

test('a backup taken under writes is whole, is one moment, and can be restored into either engine', async (t) => {
  const at = await places(t)
  for (const source of [at.sqlite('a.db'), await at.postgres()]) {
    const store = await open(t, source)
    await fill(store, 200)
    let writing = 0
    const stopped = new AbortController()
    const writer = (async () => {
      while (!stopped.signal.aborted) {
        writing += 1
        // A paper and its text are one transaction: a backup holds both or none.
        await addPapers(store, newPaper({ ...corePaper(), id: `p${10_000 + writing}`, fullText: 'text' }))
      }
    })()
    const file = at.sqlite(`backup-of-${source.engine}.db`)
    assert.equal(file.engine, 'sqlite')
    const report = await backUpCorpus(source, file.path, nothing)
    stopped.abort()
    await writer
    assert.ok(writing > 0)
    const rows = (name: string): number => report.find(({ table }) => table === name)?.rows ?? 0
    assert.equal(rows('paper_texts') - 10, rows('papers') - 200)
    for (const target of [at.sqlite(`restored-${source.engine}.db`), await at.postgres()]) {
      assert.deepEqual(await copyCorpus(file, target, nothing), report)
      const restored = await open(t, target)
      assert.deepEqual(await found(restored, '"agents 17"'), ['p18'])
      assert.equal((await restored.public.papers.find('p5'))?.state, 'accepted')
    }
    await assert.rejects(backUpCorpus(source, file.path, nothing), refusesWith('wrong_state', /already exists/u))
  }
})

test('restoring a backup ends its sessions, sign-in links and challenges; a copy keeps them', async (t) => {
  const at = await places(t)
  const source = at.sqlite('a.db')
  const store = await open(t, source)
  const run = await testRunner({ store, clock: ports.clock })
  const { editor } = await run(addEditor, { name: 'Ada', email: 'ada@example.org', role: 'admin', actor: 'test' })
  const browser = { client: 'test', before: null, knownTo: [] }
  const { secret } = await run(createSession, { editor, method: 'passphrase', browser })
  await run(renewInvitation, { id: editor.id, actor: 'test' })
  await run(createAuthenticationChallenge, { client: ['test'] })
  const tables = ['sessions', 'sign_in_links', 'passkey_challenges']
  const rowsOf = (report: { table: string; rows: number }[]): number[] =>
    tables.map((name) => report.find(({ table }) => table === name)?.rows ?? -1)
  const file = at.sqlite('backup.db')
  assert.equal(file.engine, 'sqlite')
  await backUpCorpus(source, file.path, nothing)
  for (const target of [at.sqlite('restored.db'), await at.postgres()]) {
    assert.deepEqual(rowsOf(await restoreCorpus(file, target, nothing)), [1, 1, 1], 'equal before that')
    assert.deepEqual(rowsOf(await checkCorpus(target)), [0, 0, 0])
    const restored = await open(t, target)
    assert.equal(await restored.private.sessions.find(hashSecret(secret)), null)
    assert.equal((await restored.private.editors.find(editor.id))?.name, 'Ada')
    assert.equal((await verifyAudit(restored.private.audit, await store.private.audit.head())).fault, null)
  }
  const copied = at.sqlite('copied.db')
  await copyCorpus(file, copied, nothing)
  assert.deepEqual(rowsOf(await checkCorpus(copied)), [1, 1, 1])
})

import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { createAuthenticationChallenge } from '#actions/passkeys/create-authentication-challenge.ts'
import { createSession } from '#actions/sessions/create-session.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { backUpCorpus } from '#maintenance/back-up-corpus.ts'
import { checkCorpus } from '#maintenance/check-corpus.ts'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { restoreCorpus } from '#maintenance/restore-corpus.ts'
import type { Database } from '../../src/config.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { Failure } from '#core/failure.ts'
import type { Store } from '#ports/store/store.ts'
import { openPostgresStore } from '#store/postgres/open-postgres-store.ts'
import { copiedTables } from '#store/sql/copy/copied-tables.ts'
import { migrations } from '#store/sqlite/migrate.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { migratedFile, postgres } from '../support/database/engines.ts'
import { testRunner } from '../support/service/action-runner.ts'
import { fakeClock } from '../support/service/fake-clock.ts'
import { migratedTables } from '../support/database/migrated-tables.ts'
import { addPapers, AT, corePaper, found, newPaper } from '../support/database/stored.ts'
import { temporaryFolder } from '../support/database/temporary.ts'
import { recordingLog } from '../support/service/recording-log.ts'

const ports = { clock: fakeClock(), log: recordingLog([]) }

const open = async (t: TestContext, database: Database): Promise<Store> => {
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
  /** A file with so many papers and something in most other tables. */
  filled(name: string, count?: number): Promise<Database>
}

const places = async (t: TestContext): Promise<Places> => {
  const folder = await temporaryFolder(t)
  return {
    sqlite: (name) => ({ engine: 'sqlite', path: join(folder, name) }),
    postgres: async () => ({ engine: 'postgres', url: await (await postgres()).createDatabase(), replicaUrl: null }),
    filled: async (name, count = MANY) => {
      const path = join(folder, name)
      await writeFile(path, await filledFile(count))
      return { engine: 'sqlite', path }
    },
  }
}

const MANY = 450

const fill = async (store: Store, count = MANY): Promise<void> => {
  const papers = Array.from({ length: count }, (_, index) =>
    newPaper(
      {
        id: `p${index + 1}`,
        title: `Ünïcode agents ${index} 計画`,
        concepts: ['planning', `own ${index % 7}`],
        longHorizon: index % 5 === 0 ? null : (index * 1_234) % 1_000_001,
        fullText: index % 20 === 0 ? `line\n${'x'.repeat(5_000)}` : null,
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

const nothing = (): void => {}

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
  assert.deepEqual(made.toSorted(), [...copiedTables.map(({ name }) => name), ...rebuilt].toSorted())
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

const wrongState = (pattern: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === 'wrong_state' && pattern.test(error.message)

test('a target that holds anything is refused and left as it is', async (t) => {
  const at = await places(t)
  const source = await at.filled('a.db', 5)
  for (const target of [at.sqlite('b.db'), await at.postgres()]) {
    const store = await open(t, target)
    await addPapers(store, newPaper({ id: 'p77' }))
    await assert.rejects(copyCorpus(source, target, nothing), wrongState(/holds data already/u))
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
    await assert.rejects(open(t, target), /was begun and not finished/u)
    const other = await at.filled(`other-${target.engine}.db`, 5)
    await assert.rejects(copyCorpus(other, target, nothing), wrongState(/unfinished copy of another corpus/u))
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
  await assert.rejects(copyCorpus(source, target, nothing), wrongState(/differs in .*papers/u))
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
    await assert.rejects(backUpCorpus(source, file.path, nothing), wrongState(/exists already/u))
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

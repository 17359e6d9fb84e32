import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { temporaryFolder } from '../../support/files.ts'
import { startTestService } from '../../support/service/test-service.ts'

const acts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    at: '2026-11-20T10:00:00.000Z',
    actor: index % 2 === 0 ? 'cli' : 'key:k_1',
    act: 'paper.accept',
    subject: `p${index + 1}`,
    before: { state: 'pending' },
    after: { note: '<img src=x onerror=alert(1)>' },
  }))

test('the log is paged and filtered, and markup in it is shown as text', async (t) => {
  const service = await startTestService(t)
  await service.store.transact(async (tx) => {
    for (const entry of acts(120)) await tx.audit.record(entry)
  })
  const { get } = await signedIn(service, 'editor')
  const subjects = async (path: string): Promise<{ found: string[]; next: string | null }> => {
    const page = await (await get(path)).text()
    assert.doesNotMatch(page, /<img/u)
    const next = /<a href="([^"]+)" rel="next">/u.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null
    return { found: [...page.matchAll(/<td data-label="On">(p\d+)<\/td>/gu)].map((match) => match[1] ?? ''), next }
  }
  const seen: string[] = []
  for (let path: string | null = '/console/audit?actor=cli'; path !== null;) {
    const { found, next } = await subjects(path)
    seen.push(...found)
    path = next
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 60 }, (_, index) => `p${119 - 2 * index}`),
  )
  assert.deepEqual((await subjects('/console/audit?subject=p7&act=paper.accept')).found, ['p7'])
  assert.deepEqual((await subjects('/console/audit?subject=p7&act=paper.reject')).found, [])
  assert.equal((await get('/console/audit?before=x')).status, 400)
  assert.equal((await get('/console/audit?unknown=x')).status, 400)
})

test('the check confirms an intact log with a checkpoint, and names the first row that was changed', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const service = await startTestService(t, {
    engine: { name: 'SQLite', open: async (_t, ports) => openSqliteStore(path, ports) },
  })
  const { get } = await signedIn(service, 'editor')
  const { count, hash } = await service.store.private.audit.head()
  assert.match(await (await get('/console/audit/check')).text(), new RegExp(`<pre>${count}:${hash}</pre>`, 'u'))
  const database = new Database(path)
  database.exec("DROP TRIGGER audit_log_keeps_content; UPDATE audit_log SET actor = 'cli' WHERE seq = 2")
  database.close()
  const page = await (await get('/console/audit/check')).text()
  assert.match(page, /role="alert">Row 2 was altered: its content does not match its hash\./u)
  assert.doesNotMatch(page, /are unchanged/u)
})

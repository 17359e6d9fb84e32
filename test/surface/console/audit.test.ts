import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import Database from 'better-sqlite3'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { editPaper } from '#actions/papers.ts'
import { corePaper } from '../../support/database/stored.ts'
import { leastPaper } from '../../support/service/papers.ts'
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
    for (const entry of acts(240)) await tx.audit.record(entry)
  })
  const { get } = await signedIn(service, 'editor')
  const subjects = async (path: string): Promise<{ found: string[]; next: string | null }> => {
    const page = await (await get(path)).text()
    assert.doesNotMatch(page, /<img/u)
    const next = /<a href="([^"]+)" rel="next">/u.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? null
    return { found: [...page.matchAll(/<\/code> on <code>(p\d+)<\/code>/gu)].map((match) => match[1] ?? ''), next }
  }
  const seen: string[] = []
  for (let path: string | null = '/console/audit?actor=cli'; path !== null;) {
    const { found, next } = await subjects(path)
    seen.push(...found)
    path = next
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, index) => `p${239 - 2 * index}`),
  )
  assert.deepEqual((await subjects('/console/audit?subject=p7&act=paper.accept')).found, ['p7'])
  assert.deepEqual((await subjects('/console/audit?subject=p7&act=paper.reject')).found, [])
  assert.equal((await get('/console/audit?before=x')).status, 400)
  assert.equal((await get('/console/audit?unknown=x')).status, 400)
})

test('a line says who did what to which thing, and opens to the difference', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', title: 'Plans of agents' }))
  const { get, post } = await signedIn(service, 'admin')
  await service.run(editPaper, {
    paper: corePaper({ id: 'p1', title: 'Plans of many agents', year: 2024 }),
    version: null,
    actor: 'key:k_1',
    checkReport: null,
  })
  await post('/console/people', { name: 'Ben Two', email: 'ben@example.org', role: 'reviewer' })
  const page = await (await get('/console/audit')).text()
  const lines = [...(page.split('<main')[1] ?? '').matchAll(/<summary>(?<line>[^]*?)<\/summary>/gu)].map(({ groups }) =>
    (groups?.line ?? '')
      .replaceAll(/<[^>]+>/gu, '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  )
  assert.match(lines[0] ?? '', /^Some admin added the user Ben Two 2026-11-20 /u)
  assert.ok(
    lines.some((line) => line.startsWith('key:k_1 edited p1 Plans of many agents 2026-11-20 ')),
    lines.join('\n'),
  )
  assert.match(
    page,
    /<dt>title<\/dt><dd><div class="difference" dir="auto">Plans of <ins>many <\/ins>agents<\/div><\/dd>/u,
  )
  assert.match(
    page,
    /<dt>version<\/dt><dd><div class="difference" dir="auto"><del>1<\/del> <ins>2<\/ins><\/div><\/dd>/u,
  )
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

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { checkCorpus } from '#maintenance/check-corpus.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { consoleTable, fillConsole, samplePath } from '../../support/service/console-routes.ts'
import { anonymous, signedInEach } from '../../support/service/editor-session.ts'
import { temporaryFolder } from '../../support/database/temporary.ts'
import { startTestService } from '../../support/service/test-service.ts'

test('no GET of the console changes anything in the database, for any role', async (t) => {
  const path = join(await temporaryFolder(t), 'corpus.db')
  const engine = {
    name: 'SQLite',
    open: async (_t: unknown, ports: Parameters<typeof openSqliteStore>[1]) => openSqliteStore(path, ports),
  }
  const service = await startTestService(t, { engine })
  await fillConsole(service)
  const editors = await signedInEach(service)
  const person = { name: 'New', email: 'new@example.org', role: 'editor' as const, actor: 'test' }
  const { token } = await service.run(addEditor, person)
  const state = () => checkCorpus({ engine: 'sqlite', path })
  const before = await state()
  const paths = new Set([
    ...consoleTable
      .filter(({ method }) => method === 'get')
      .flatMap((route) => {
        const sample = samplePath(route)
        return [
          sample,
          sample.replace(/p1$/u, 'p2'),
          `${sample}?done=role`,
          `${sample}?action=delete&id=p1&_method=POST`,
        ]
      }),
    `/console/link?token=${token}`,
    '/console/sign-out',
    '/console/account/sessions/end-others',
  ])
  assert.ok(paths.size > 20)
  for (const each of paths)
    for (const browser of [anonymous(service), ...Object.values(editors)])
      for (const method of ['GET', 'HEAD']) {
        const headers = { ...browser.headers, 'x-http-method-override': 'POST' }
        const response = await fetch(service.url + each, { method, headers, redirect: 'manual' })
        assert.ok(response.status < 500, each)
        await response.body?.cancel()
      }
  assert.deepEqual(await state(), before)
  await editors.reviewer.post('/console/sign-out')
  assert.notDeepEqual(await state(), before, 'a change would have been seen')
})

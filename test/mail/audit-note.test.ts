import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createKey } from '#actions/accounts/create-key.ts'
import { noteAuditHead } from '#actions/outbox/note-audit-head.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { engines } from '../support/database/engines.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

for (const engine of engines)
  test(`${engine.name}: the end of the audit log is mailed to the admins once a day while something is recorded`, async (t) => {
    const service = await startTestService(t, { engine })
    const { audit, outbox } = service.store.private
    assert.equal(await service.run(noteAuditHead, null), false, 'an empty log')
    const admins = [await signedIn(service, 'admin'), await signedIn(service, 'admin')]
    await signedIn(service, 'editor')
    const head = await audit.head()
    const processes = await Promise.all([1, 2, 3].map(() => service.run(noteAuditHead, null)))
    assert.deepEqual(
      processes.toSorted((a, b) => Number(a) - Number(b)),
      [false, false, true],
    )
    const emails = (await outbox.list(null, null, 10)).emails.filter(({ kind }) => kind === 'notice')
    assert.deepEqual(
      new Set(emails.map(({ to, kind }) => `${kind} ${to}`)),
      new Set(admins.map(({ editor }) => `notice ${editor.email}`)),
    )
    const now = service.clock.now().toISOString()
    const leased = await service.store.transact((tx) => tx.outbox.lease(now, now, 10, true))
    const email = leased.find(({ kind }) => kind === 'notice')
    assert.ok(email?.text?.includes(`\n${head.count}:${head.hash}\n`))
    assert.equal((await verifyAudit(audit, head)).fault, null)
    const rewritten = { ...head, hash: 'f'.repeat(64) }
    assert.equal((await verifyAudit(audit, rewritten)).fault?.fault, 'replaced')
    service.clock.advance(23 * 3_600)
    assert.equal(await service.run(noteAuditHead, null), true, 'the next day')
    service.clock.advance(26 * 3_600)
    assert.equal(await service.run(noteAuditHead, null), false, 'nothing new')
    await service.run(createKey, { label: 'a lab', scopes: ['submit'], expiresAt: null, actor: 'cli' })
    assert.equal(await service.run(noteAuditHead, null), true)
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addEditor } from '#actions/accounts/add-editor.ts'
import { renewInvitation } from '#actions/accounts/renew-invitation.ts'
import { createAuthenticationChallenge } from '#actions/passkeys/create-authentication-challenge.ts'
import { createSession } from '#actions/sessions/create-session.ts'
import { hashSecret } from '#core/access/key-format.ts'
import { backUpCorpus } from '#maintenance/back-up-corpus.ts'
import { checkCorpus } from '#maintenance/check-corpus.ts'
import { copyCorpus } from '#maintenance/copy-corpus.ts'
import { restoreCorpus } from '#maintenance/restore-corpus.ts'
import { verifyAudit } from '#queries/verify-audit.ts'
import { testRunner } from '../../support/service/action-runner.ts'
import { addPapers, corePaper, found, newPaper } from '../../support/database/stored.ts'
import { fill, nothing, open, places, ports } from '../../support/database/filled-corpus.ts'
import { refusesWith } from '../../support/actions/refuses-with.ts'

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
    await assert.rejects(backUpCorpus(source, file.path, nothing), refusesWith('wrong_state', /exists already/u))
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

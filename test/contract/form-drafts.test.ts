import assert from 'node:assert/strict'
import { removeEditor } from '#actions/editors.ts'
import { dropFormDraft, keepFormDraft } from '#actions/form-drafts.ts'
import { pruneExpired } from '#actions/housekeeping.ts'
import type { Editor } from '#core/access/editor.ts'
import { MAX_DRAFT_BYTES, MAX_DRAFTS } from '#core/editorial/form-draft.ts'
import { RETENTION_DAYS } from '#core/retention.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { AT } from '../support/database/stored.ts'
import { fakeClock, refusesWith, testRunner } from '../support/ports.ts'

const person = (id: string, name: string): Editor => ({
  id,
  name,
  email: null,
  role: 'admin',
  createdAt: AT,
  removedAt: null,
})

const open = async (store: Store) => {
  await store.transact(async (tx) => {
    await tx.editors.add(person('e_1', 'Ada'))
    await tx.editors.add(person('e_2', 'Ben'))
  })
  const clock = fakeClock()
  const run = await testRunner({ store, clock })
  const keep = (editorId: string, form: string, text: string, version: number | null = 1) =>
    run(keepFormDraft, { editorId, draft: { form, version, fields: { text: [text], chosen: [] } } })
  return { clock, run, keep, drafts: store.private.formDrafts }
}

for (const engine of engines) {
  const promise = contractFor(engine)

  promise('a draft belongs to a person and a form, and the last one is kept', async (store) => {
    const { clock, run, keep, drafts } = await open(store)
    const began = clock.now().toISOString()
    await keep('e_1', 'papers/p1', 'Wörds')
    clock.advance(60)
    const { savedAt } = await keep('e_1', 'papers/p1', 'More', 2)
    assert.equal(savedAt, clock.now().toISOString())
    const fields = { text: ['More'], chosen: [] }
    assert.deepEqual(await drafts.find('e_1', 'papers/p1'), {
      form: 'papers/p1',
      version: 2,
      fields,
      beganAt: began,
      savedAt,
    })
    await keep('e_2', 'papers/p1', 'Mine', null)
    assert.deepEqual((await drafts.find('e_2', 'papers/p1'))?.fields, { text: ['Mine'], chosen: [] })
    await run(dropFormDraft, { editorId: 'e_1', form: 'papers/p1' })
    assert.equal(await drafts.find('e_1', 'papers/p1'), null)
    assert.notEqual(await drafts.find('e_2', 'papers/p1'), null)
    assert.deepEqual((await store.private.audit.list({ actor: null, act: null, subject: null }, null, 10)).records, [])
  })

  promise('whoever keeps a draft learns who else is typing there, until they pause for ten minutes', async (store) => {
    const { clock, keep } = await open(store)
    const since = clock.now().toISOString()
    assert.deepEqual((await keep('e_1', 'gaps/g1', 'A')).others, [])
    clock.advance(599)
    assert.deepEqual((await keep('e_2', 'gaps/g1', 'B')).others, [{ name: 'Ada', since }])
    assert.deepEqual((await keep('e_2', 'gaps/g2', 'B')).others, [])
    clock.advance(1)
    const { others } = await keep('e_2', 'gaps/g1', 'B')
    assert.deepEqual(others, [])
    const again = await keep('e_1', 'gaps/g1', 'A')
    assert.deepEqual(
      again.others.map(({ name }) => name),
      ['Ben'],
    )
    assert.deepEqual((await keep('e_2', 'gaps/g1', 'B')).others, [{ name: 'Ada', since: again.savedAt }])
    await keep('e_1', 'gaps/new', 'A')
    assert.deepEqual((await keep('e_2', 'gaps/new', 'B')).others, [])
  })

  promise('drafts are bounded in size and number, expire, and go with their author', async (store) => {
    const { clock, run, keep, drafts } = await open(store)
    const tooLong = keep('e_1', 'papers/p1', 'x'.repeat(MAX_DRAFT_BYTES))
    await assert.rejects(tooLong, refusesWith('too_large', /save the form/u))
    for (let number = 1; number <= MAX_DRAFTS + 1; number += 1) {
      clock.advance(1)
      await keep('e_1', `papers/p${number}`, 'A')
    }
    assert.equal(await drafts.find('e_1', 'papers/p1'), null)
    assert.notEqual(await drafts.find('e_1', 'papers/p2'), null)
    // The fourth one is a month old, and two others are older.
    clock.advance(RETENTION_DAYS.formDraft * 86_400 - (MAX_DRAFTS + 1) + 4)
    await keep('e_2', 'papers/p1', 'B')
    await run(pruneExpired, null)
    assert.equal(await drafts.find('e_1', 'papers/p2'), null)
    assert.notEqual(await drafts.find('e_1', 'papers/p4'), null)
    await run(removeEditor, { id: 'e_1', actor: 'cli' })
    assert.equal(await drafts.find('e_1', `papers/p${MAX_DRAFTS}`), null)
    assert.notEqual(await drafts.find('e_2', 'papers/p1'), null)
  })
}

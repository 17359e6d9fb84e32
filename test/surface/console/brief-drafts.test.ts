import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** Sorted by name, as the audit log keeps them. */
const words = { featured: ['p1'], summary: 'Read it.', take: 'Do it.', title: 'The week' }
const typed = { title: 'Another title', summary: 'Read it.', houseTake: 'Do it.', featuredPapers: 'p1' }

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  for (const id of ['2026-w47', '2026-w48']) await service.run(saveBriefDraft, { id, words, version: 0, actor: 'test' })
  const editor = await signedIn(service, 'editor')
  const { briefs, audit } = service.store.private
  const lastAct = async () => {
    const { records } = await audit.list({ actor: null, act: null, subject: null }, null, 1)
    return records[0]
  }
  return { service, editor, briefs, lastAct }
}

test('a draft is moved, as it is typed, to a week that has none', async (t) => {
  const { editor, briefs, lastAct } = await open(t)
  const move = (week: string, version: string) =>
    editor.post('/console/briefs/2026-w47/move', { ...typed, version, week })
  for (const [week, reason] of [
    ['2026-w48', /Week to move it to: has a brief or a draft already/u],
    ['2026-w60', /Week to move it to: must look like 2026-w47/u],
  ] as const) {
    const refused = await move(week, '1')
    assert.equal(refused.status, 400)
    const markup = await refused.text()
    assert.match(markup, reason)
    assert.match(markup, /value="Another title"/u)
  }
  assert.equal((await briefs.draft('2026-w48'))?.title, 'The week', 'no other draft is written over')
  const stale = await move('2026-w49', '7')
  assert.equal(stale.status, 412)
  const moved = await move('2026-w49', '1')
  assert.equal(moved.headers.get('location'), '/console/briefs/2026-w49?saved=1')
  assert.equal(await briefs.draft('2026-w47'), null)
  assert.equal((await briefs.draft('2026-w49'))?.title, 'Another title')
  assert.deepEqual((await briefs.draft('2026-w49'))?.week, { year: 2026, week: 49 })
  const record = await lastAct()
  assert.deepEqual(
    [record?.act, record?.subject, record?.before],
    ['brief.move', '2026-w49', JSON.stringify({ title: 'The week', week: '2026-w47' })],
  )
})

test('a draft is deleted once it was asked again, in the version that was shown, and its week is free', async (t) => {
  const { editor, briefs, lastAct } = await open(t)
  const path = '/console/briefs/2026-w47/remove'
  const asked = await editor.post(path, { ...typed, version: '1' })
  assert.equal(asked.status, 200)
  assert.match(await asked.text(), /Delete the draft of Week 47, 2026\?/u)
  assert.equal((await briefs.draft('2026-w47'))?.title, 'The week', 'asking deletes nothing')
  assert.equal((await editor.post(path, { version: '7', sure: 'yes' })).status, 412)
  const gone = await editor.post(path, { version: '1', sure: 'yes' })
  assert.equal(gone.headers.get('location'), '/console/briefs?removed=2026-w47')
  assert.match(
    await (await editor.get('/console/briefs?removed=2026-w47')).text(),
    /The draft of 2026-w47 was deleted\./u,
  )
  assert.equal(await briefs.draft('2026-w47'), null)
  const record = await lastAct()
  assert.deepEqual([record?.act, record?.before, record?.after], ['brief.remove', JSON.stringify(words), null])
  assert.equal((await editor.post(path, { version: '1', sure: 'yes' })).status, 404)
  const again = await editor.post('/console/briefs', { week: '2026-w47' })
  assert.equal(again.headers.get('location'), '/console/briefs/2026-w47')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief, saveBriefDraft } from '#actions/editorial/briefs.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PATH = '/console/briefs/2026-w47'
const BLOCKS = `${PATH}/blocks`
const summary = 'The lead.\n\n- One (p1): said of it\n- Two (p2), 2025\n\nThe end.'

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'One' }),
    leastPaper({ id: 'p2', title: 'Two' }),
    leastPaper({
      id: 'p3',
      title: 'Third: it is new',
      houseCommentary: '**It counts** what others guess. More of it.',
    }),
  )
  const words = { title: 'T', summary, take: 'W', featured: ['p1'] }
  await service.run(saveBriefDraft, { id: '2026-w47', words, version: 0, actor: 'test' })
  const editor = await signedIn(service, 'editor')
  const stored = async () => {
    const { summary: text, featured } = (await service.store.private.briefs.draft('2026-w47')) ?? {}
    return { text, featured }
  }
  const press = async (page: string, act: string) => markupOf(await editor.post(BLOCKS, formAt(page, PATH, { act })))
  const save = async (page: string, changes: Record<string, string> = {}) =>
    (await editor.post(PATH, formAt(page, PATH, changes))).headers.get('location')
  return { service, editor, stored, press, save, page: await markupOf(await editor.get(PATH)) }
}

/** What the blocks of a page are, in order. */
const blocksIn = (page: string): string[] =>
  [...page.matchAll(/name="block" value="(?<value>[^"]+)"/gu)].map(({ groups }) => groups?.value ?? '')

test('a stored brief opens as blocks, and is stored as it was', async (t) => {
  const { page, save, stored } = await open(t)
  assert.deepEqual(blocksIn(page), ['0:text', '1:p1:listed', '2:p2:listed', '3:text'])
  assert.equal(await save(page), `${PATH}?saved=1`, 'nothing has changed, so there is no new version')
  assert.deepEqual(await stored(), { text: summary, featured: ['p1'] })
})

test('papers are moved, added with the first sentence of their commentary, and removed, without a script', async (t) => {
  const { page, press, save, stored, editor } = await open(t)
  const moved = await press(page, 'down:1')
  assert.deepEqual(blocksIn(moved), ['0:text', '2:p2:listed', '1:p1:listed', '3:text'])
  assert.deepEqual(await stored(), { text: summary, featured: ['p1'] }, 'nothing is stored before it is saved')
  const added = await press(moved, 'add:p3')
  assert.deepEqual(blocksIn(added), ['0:text', '2:p2:listed', '1:p1:listed', '4:p3', '3:text'])
  assert.match(added, /<textarea id="line-4"[^>]*>\nIt counts what others guess\.<\/textarea>/u)
  assert.deepEqual(blocksIn(await press(added, 'add:p3')), blocksIn(added), 'once')
  assert.deepEqual(blocksIn(await press(added, 'add:p99')), blocksIn(added), 'there is no such paper')
  const texts = await press(await press(added, 'remove:3'), 'text:')
  assert.deepEqual(blocksIn(texts), ['0:text', '2:p2:listed', '1:p1:listed', '4:p3', '5:text'])
  assert.equal(await save(texts, { 'text-5': 'Another end.', 'line-1': 'said otherwise' }), `${PATH}?saved=2`)
  assert.deepEqual(await stored(), {
    text: 'The lead.\n\n- Two (p2), 2025\n- One (p1): said otherwise\n- Third: it is new (p3): It counts what others guess.\n\nAnother end.',
    featured: ['p1', 'p3'],
  })
  const again = await markupOf(await editor.get(PATH))
  assert.deepEqual(blocksIn(again), ['0:text', '1:p2:listed', '2:p1:listed', '3:p3:listed', '4:text'])
})

test('the lead stays first, and buttons of blocks that do not exist do nothing', async (t) => {
  const { page, press, editor } = await open(t)
  for (const act of ['up:1', 'up:0', 'down:0', 'down:3', 'remove:0', 'up:77', 'what:1', ''])
    assert.deepEqual(blocksIn(await press(page, act)), blocksIn(page), act)
  await markupOf(await editor.post('/console/briefs/2020-w01/blocks', { act: 'up:1' }), 404)
})

test('what came in since the last brief stands beside it, with what its commentary begins with', async (t) => {
  const { service, editor, page } = await open(t)
  assert.match(wordsOf(page), /What came this week .*Add p3 Third: it is new 2025 It counts what others guess\./u)
  assert.match(wordsOf(page), /Added p1 One 2025/u)
  service.clock.advance(60)
  const week = { year: 2026, week: 46 }
  const brief = { id: '2026-w46', week, title: 'T', summary: 'S', take: 'W', featured: [] }
  await service.run(publishBrief, { brief, actor: 'test' })
  service.clock.advance(60)
  await service.accept(leastPaper({ id: 'p4', title: 'Fourth' }))
  const draft = { title: 'T', summary: 'S', take: 'W', featured: [] }
  await service.run(saveBriefDraft, { id: '2026-w48', words: draft, version: 0, actor: 'test' })
  const next = wordsOf(await markupOf(await editor.get('/console/briefs/2026-w48')))
  assert.match(next, /What came since Week 46, 2026 Add p4 Fourth 2025/u)
  assert.doesNotMatch(next, /Add p3/u)
})

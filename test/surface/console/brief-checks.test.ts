import assert from 'node:assert/strict'
import { test } from 'node:test'
import { saveBriefDraft } from '#actions/editorial/briefs.ts'
import { formAt, linkIn, markupOf, wordsOf } from '../../support/markup.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PATH = '/console/briefs/2026-w47'
const PUBLISH = `${PATH}/publish`
const words = { title: 'The week', summary: 'Read p1.', take: 'Do it.', featured: ['p1'] }

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(), wholePaper({ id: 'p2', title: 'Costs of long runs', abstract: 'Runs are dear.' }))
  const editor = await signedIn(service, 'editor')
  let version = 0
  const write = async (given: Partial<typeof words>, id = '2026-w47') => {
    version = await service.run(saveBriefDraft, { id, words: { ...words, ...given }, version: null, actor: 'test' })
    return version
  }
  const publish = (fields: Record<string, string> = {}) =>
    editor.post(PUBLISH, { version: String(version), sure: 'yes', doubts: 'accepted', ...fields })
  return { service, editor, write, publish, publishing: async () => markupOf(await editor.get(PUBLISH)) }
}

test('an unready brief is refused with what it lacks, where, and its remedy', async (t) => {
  const { service, write, publish, publishing } = await open(t)
  const cases: [Partial<typeof words>, RegExp, string][] = [
    [{ take: 'To be written.' }, /The take is not written\. Say what you make of it\./u, `${PATH}#houseTake`],
    [{ featured: ['p1', 'p99'] }, /p99 is not a public paper\./u, `${PATH}#blocks`],
    [{ summary: 'Read p98.' }, /The text names p98, which is not a public paper\./u, `${PATH}#blocks`],
    [{ summary: '[x](javascript:alert)' }, /neither http, https nor mailto/u, `${PATH}#blocks`],
    [{ take: '[x](papers/p1)' }, /The link to papers\/p1 must be a complete address/u, `${PATH}#houseTake`],
    [{ summary: '[x](/papers/p97)' }, /The link to \/papers\/p97 leads to no page/u, `${PATH}#blocks`],
    [{ summary: `[x](${service.url}/nothing)` }, /\/nothing leads to no page that readers can open/u, `${PATH}#blocks`],
    [
      { summary: '[x](/console/briefs)' },
      /\/console\/briefs leads to no page that readers can open/u,
      `${PATH}#blocks`,
    ],
  ]
  for (const [given, message, place] of cases) {
    await write(given)
    const page = await publishing()
    assert.match(wordsOf(page), message)
    assert.match(wordsOf(page), /It cannot be published yet: 1 thing is missing or wrong/u)
    assert.ok(page.includes(`href="${place}"`), place)
    assert.throws(() => formAt(page, PUBLISH), 'there is no button')
    const refused = await markupOf(await publish(), 400)
    assert.match(wordsOf(refused), /The brief is not ready to be published\./u)
  }
  assert.equal(await service.store.private.briefs.find('2026-w47'), null)
})

test('the brief of a week that has not begun waits for it', async (t) => {
  const { service, editor, write } = await open(t)
  const version = await write({}, '2026-w49')
  const path = '/console/briefs/2026-w49/publish'
  assert.match(wordsOf(await markupOf(await editor.get(path))), /Week 49, 2026 begins on 2026-11-30\./u)
  const fields = { version: String(version), sure: 'yes' }
  await markupOf(await editor.post(path, fields), 400)
  service.clock.advance(14 * 86_400)
  const later = await signedIn(service, 'editor')
  assert.equal((await later.post(path, fields)).status, 303)
})

test('about doubts the editor decides: no papers, addresses that emails lack, quotations that are not found', async (t) => {
  const { service, write, publish, publishing } = await open(t)
  const text = [
    `[One](/papers/p1), [two](${service.url}/concepts), [three](https://example.org/x).`,
    '“Saving after each tool call loses least” (p1) holds, as “Checkpoints for agents that work for days” (p1) says;',
    '“saving never pays off in any run” (p1) does not.',
  ].join('\n')
  await write({ summary: text, featured: [] })
  const page = await publishing()
  assert.match(wordsOf(page), /It can be published, with 3 things for you to decide\./u)
  assert.match(wordsOf(page), /It features no paper\./u)
  assert.match(wordsOf(page), /The link to \/papers\/p1 leads nowhere in an email\./u)
  assert.match(wordsOf(page), /“saving never pays off in any run” is not in the stored text of p1\./u)
  assert.doesNotMatch(wordsOf(page), /loses least” is not/u)
  assert.match(page, /name="doubts" value="accepted" required/u)
  const asked = await markupOf(await publish({ doubts: '' }))
  assert.match(wordsOf(asked), /It features no paper\./u)
  assert.equal((await publish()).status, 303)
})

test('nothing is published by one click, and the page before says what will happen', async (t) => {
  const { service, editor, write, publish, publishing } = await open(t)
  await write({})
  const asked = await markupOf(await publish({ sure: '' }))
  assert.equal(await service.store.private.briefs.find('2026-w47'), null)
  for (const page of [asked, await publishing()]) {
    assert.match(wordsOf(page), new RegExp(`Everybody can read it at ${service.url}/briefs/2026-w47 \\.`, 'u'))
    assert.match(wordsOf(page), /by email now, to 0 subscribers/u)
    assert.match(wordsOf(page), /It is ready to be published\./u)
  }
  const draft = await markupOf(await editor.get(PATH))
  const going = await editor.post(`${PATH}/finish`, formAt(draft, PATH, { title: 'Changed' }))
  assert.equal(going.headers.get('location'), `${PUBLISH}?saved=2`)
  const unsaved = await markupOf(await editor.post(`${PATH}/finish`, formAt(draft, PATH, { title: 'Late' })), 412)
  assert.match(wordsOf(unsaved), /The current version: Title Changed/u)
  const last = await markupOf(await editor.get(`${PUBLISH}?saved=2`))
  assert.match(last, /data-draft-done/u)
  assert.equal((await editor.post(PUBLISH, formAt(last, PUBLISH))).status, 303)
  assert.equal((await service.store.private.briefs.find('2026-w47'))?.title, 'Changed')
})

test('a page that is reloaded after publishing leads to the brief, and says that it is published', async (t) => {
  const { editor, write, publish, publishing } = await open(t)
  const left = '/console/briefs?published=2026-w47'
  assert.doesNotMatch(await markupOf(await editor.get(left)), /was published/u)
  await write({})
  await publishing()
  assert.equal((await publish()).headers.get('location'), left)
  for (const again of [await publish(), await editor.get(PUBLISH), await editor.get(`${PUBLISH}?saved=2`)]) {
    assert.equal(again.status, 303)
    assert.equal(again.headers.get('location'), left)
  }
  const page = await markupOf(await editor.get(left))
  assert.match(wordsOf(page), /The brief 2026-w47 was published\. Read it/u)
  assert.equal(linkIn(page, /^Read it$/u), '/briefs/2026-w47')
  assert.equal((await editor.get('/console/briefs/2026-w48/publish')).status, 404)
})

test('the next week without a brief is proposed for a new one', async (t) => {
  const { editor, write, publish } = await open(t)
  const proposed = async () => {
    const page = await markupOf(await editor.get('/console/briefs'))
    return { week: new Map(formAt(page, '/console/briefs')).get('week'), words: wordsOf(page) }
  }
  assert.equal((await proposed()).week, '2026-w47')
  await write({})
  const { week, words: said } = await proposed()
  assert.equal(week, '2026-w48')
  assert.match(said, /2026-w48 is the next week without a brief, from 2026-11-23 to 2026-11-29\./u)
  assert.doesNotMatch(said, /Earlier ones/u)
  await publish()
  assert.match((await proposed()).words, /Earlier ones without: 2026-w46, 2026-w45, 2026-w44, 2026-w43\./u)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editSettings } from '#actions/editorial/settings.ts'
import { defaultSettings } from '#core/settings.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { formAt, markupOf, wordsOf } from '../../support/markup.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const PATH = '/console/settings'

const open = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const page = async (path = PATH, status = 200) => markupOf(await admin.get(path), status)
  const stored = async () => (await service.store.public.settings.get()).stored
  return { service, admin, page, stored }
}

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h8v8z"></path></svg>'

test('every setting is shown, previewed, saved and recorded from one form, without a script', async (t) => {
  const { admin, page, stored } = await open(t)
  const first = await page()
  assert.equal(new Map(formAt(first, PATH)).get('name'), 'House')
  const form = formAt(first, PATH, {
    name: 'Sleep Library',
    tagline: 'Of sleep',
    about: 'Why *sleep*.',
    accentColor: '#0F766E',
    logo: LOGO,
    footerLinks: 'Imprint | https://example.org/imprint\nAbout | /about',
    language: 'de',
    'scores.longHorizonScore.place': '2',
    'scores.enterpriseScore.place': '1',
    'labels.gaps.one': 'Question',
    'labels.gaps.many': 'Questions',
  })
  form.push(['off', 'briefs'])
  const preview = await markupOf(await admin.post(`${PATH}/preview`, form))
  assert.match(preview, /<h2>Sleep Library<\/h2>/u)
  assert.match(preview, /<em>sleep<\/em>/u)
  assert.match(preview, /<rect width="64" height="24" fill="#0F766E"/u)
  assert.deepEqual(await stored(), {})

  const saved = await admin.post(PATH, form)
  assert.deepEqual([saved.status, saved.headers.get('location')], [303, `${PATH}?saved=1`])
  const { scores, ...others } = await stored()
  assert.deepEqual(others, {
    name: 'Sleep Library',
    tagline: 'Of sleep',
    about: 'Why *sleep*.',
    accentColor: '#0f766e',
    logo: LOGO,
    footerLinks: [
      { label: 'Imprint', url: 'https://example.org/imprint' },
      { label: 'About', url: '/about' },
    ],
    language: 'de',
    labels: { gaps: { one: 'Question', many: 'Questions' } },
    off: ['briefs'],
  })
  assert.deepEqual(
    scores?.map(({ score }) => score),
    ['enterpriseScore', 'longHorizonScore'],
  )
  assert.match(wordsOf(await page(`${PATH}?saved=1`)), /Saved as version 1\./u)
  assert.match(wordsOf(await page('/console/audit?act=settings.edit')), /settings\.edit/u)

  const again = await admin.post(PATH, formAt(await page(), PATH))
  assert.equal(again.headers.get('location'), `${PATH}?saved=1`, 'the form as it is shown changes nothing')
})

test('errors stand at their fields, and everything that was typed is kept', async (t) => {
  const { admin, page, stored } = await open(t)
  const form = formAt(await page(), PATH, {
    accentColor: 'red',
    logo: '<html/>',
    footerLinks: 'A | /a\nB | javascript:alert(1)',
    language: 'no tag',
    'scores.longHorizonScore.words': 'one\ntwo',
    'labels.gaps.one': 'Question',
  })
  const refused = await markupOf(await admin.post(PATH, form), 400)
  const words = wordsOf(refused)
  for (const sentence of [
    /Accent colour: must be a colour such as #9a3412\./u,
    /Logo: must begin with an svg element\./u,
    /Links in the footer: .*line 2: url must begin with https/u,
    /Language of the content: must be a language tag/u,
    /Several: must not be empty\./u,
  ])
    assert.match(words, sentence)
  assert.match(refused, /id="scores\.longHorizonScore\.words-error"/u)
  assert.equal(new Map(formAt(refused, PATH)).get('accentColor'), 'red')
  assert.deepEqual(await stored(), {})
})

test('a form based on an older version shows the newer one', async (t) => {
  const { service, admin, page, stored } = await open(t)
  const form = formAt(await page(), PATH, { name: 'Mine' })
  const theirs = { words: { name: 'Theirs' }, chapters: null, seen: null, defaults: defaultSettings('House') }
  await service.run(editSettings, { ...theirs, version: 0, actor: 'cli' })
  const stale = await markupOf(await admin.post(PATH, form), 412)
  assert.match(wordsOf(stale), /The current version: name Theirs/u)
  assert.equal(new Map(formAt(stale, PATH)).get('name'), 'Mine')
  assert.equal((await admin.post(PATH, formAt(stale, PATH))).status, 303)
  assert.equal((await stored()).name, 'Mine')
})

test('all settings are exported as JSON and imported again', async (t) => {
  const { admin, page, stored } = await open(t)
  const exported = await admin.get(`${PATH}/export`)
  assert.match(exported.headers.get('content-disposition') ?? '', /attachment; filename="settings\.json"/u)
  const object = await jsonOf<Record<string, unknown> & { chapters: unknown[] }>(exported)
  const chapters = object.chapters.slice(0, 2)
  const path = `${PATH}/import`
  const json = JSON.stringify({ ...object, name: 'Imported', chapters })
  const imported = await admin.post(path, formAt(await page(), path, { json }))
  assert.equal(imported.headers.get('location'), `${PATH}?saved=1`)
  assert.deepEqual(await stored(), { name: 'Imported' })
  assert.deepEqual((await jsonOf<typeof object>(await admin.get(`${PATH}/export`))).chapters, chapters)
  for (const [wrong, reason] of [
    ['{"accentColor":"red"}', /JSON to import: accentColor must be a colour/u],
    ['{', /not valid JSON/u],
  ] as const) {
    const refused = await markupOf(await admin.post(path, formAt(await page(), path, { json: wrong })), 400)
    assert.match(wordsOf(refused), reason)
  }
})

test('the settings are for admins, and others are told so', async (t) => {
  const { service } = await open(t)
  const editor = await signedIn(service, 'editor')
  const refused = await editor.get(PATH)
  assert.equal(refused.status, 403)
  assert.match(wordsOf(await refused.text()), /needs the role admin; yours is editor/u)
  assert.doesNotMatch(await (await editor.get('/console/queue')).text(), /href="\/console\/settings"/u)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contrastOf } from '#core/accent-colour.ts'
import { defaultSettings } from '#core/settings.ts'
import { emailComposer } from '#mail/emails/email-templates.ts'
import { openMarkdownRenderer } from '#markdown/open-markdown-renderer.ts'
import { fixedSite } from '#queries/live-site.ts'
import { recordingLog } from '../support/ports.ts'

const composerOf = (accentColor: string | null) =>
  emailComposer({
    site: fixedSite({ ...defaultSettings('Ward Library'), accentColor }),
    publicUrl: () => 'https://wards.example',
    secret: Buffer.alloc(32, 1),
  })

const digest = {
  subscriberId: 's_1',
  parts: [
    {
      name: 'papers on fever',
      address: '/papers?q=fever',
      entries: [{ path: '/papers/p1', title: 'Fever', authors: ['Ada Example'], note: '2024' }],
      more: 0,
      isCounted: true,
    },
  ],
}

/** The colours of links, on a light and on a dark ground. */
const linkColours = (html: string): string[] =>
  [...html.matchAll(/ a \{ color: (?<colour>#[\da-f]{6})/gu)].map(({ groups }) => groups?.colour ?? '')

test('links of emails have the accent of the library, readable in both themes', () => {
  const usual = linkColours(composerOf(null).digest(digest).html ?? '')
  assert.equal(usual.length, 2)
  for (const accent of ['#0a6e5c', '#ffff00', '#000080']) {
    const [light = '', dark = '', ...others] = linkColours(composerOf(accent).digest(digest).html ?? '')
    assert.deepEqual(others, [])
    assert.ok(contrastOf(light, '#fdfcf9') >= 7, light)
    assert.ok(contrastOf(dark, '#171614') >= 7, dark)
    assert.notDeepEqual([light, dark], usual)
  }
})

test('a table of a brief stays one in plain text', async (t) => {
  const markdown = openMarkdownRenderer({ log: recordingLog([]) })
  t.after(() => markdown.close())
  const table = '| Study | Adults |\n|---|---|\n| Fever | 812 |\n| Early walking after hip replacement | 204 |'
  const [summary, take] = await markdown.render([table, 'Wait.'])
  assert.ok(summary !== undefined && take !== undefined)
  const write = await composerOf('#0a6e5c').brief({
    brief: { id: '2026-w47', week: { year: 2026, week: 47 }, title: 'Two studies' },
    featured: [],
    mentioned: new Map(),
    summary,
    take,
  })
  const { text, html } = write('s_1')
  assert.match(text, /\nStudy +Adults\nFever +812\nEarly walking after hip +204\nreplacement\n/u)
  assert.equal(linkColours(html ?? '').length, 2)
})

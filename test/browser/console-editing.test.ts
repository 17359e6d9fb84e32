import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { editPaper } from '#actions/papers.ts'
import { createKey } from '#actions/api-keys.ts'
import { accessibilityFaults } from '../support/browser/accessibility.ts'
import { openBrowser, overhang, type TestBrowser, type Visit } from '../support/browser/browser.ts'
import { signedIn, type EditorSession } from '../support/service/editor-session.ts'
import { wholePaper } from '../support/service/papers.ts'
import { jsonOf } from '../support/service/responses.ts'
import { shownDumps } from '../support/service/shown-dumps.ts'
import { startTestService, type TestService } from '../support/service/test-service.ts'

/** A window in which this editor is signed in. */
const windowOf = async (
  { browser, service }: { browser: TestBrowser; service: TestService },
  { secret }: EditorSession,
  visit: Visit = {},
) => {
  const visited = await browser.visit(visit)
  await visited.page.context().addCookies([{ name: 'sid', value: secret, url: service.url }])
  return { ...visited, go: (path: string) => visited.page.goto(service.url + path) }
}

const titleOf = async (service: TestService): Promise<string> =>
  (await jsonOf<{ title: string }>(await service.get('/api/v1/papers/p1'))).title

const saved = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/^Saved as version \d/u).waitFor()
}

/** Saves while the server does not answer. */
const saveInVain = async (page: Page): Promise<void> => {
  await page.context().setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/console/papers/p1'))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await failed
  await page.context().setOffline(false)
}

test('editing in the console', async (t) => {
  const service = await startTestService(t, { dumps: shownDumps })
  await service.accept(wholePaper(), wholePaper({ id: 'p2', title: 'Costs of long runs' }))
  const [first, second, admin] = [
    await signedIn(service, 'editor'),
    await signedIn(service, 'editor'),
    await signedIn(service, 'admin'),
  ]
  const browser = await openBrowser(t)
  const there = { browser, service }

  await t.test('errors and the preview follow the input, and nothing is stored', async () => {
    const { page, go, troubles } = await windowOf(there, first)
    await go('/console/papers/p1/edit')
    await page.getByLabel('Title').fill('As it is being typed')
    await page.locator('#preview h2', { hasText: 'As it is being typed' }).waitFor()
    await page.getByLabel('Year').fill('1492')
    await page.locator('#year-error', { hasText: 'must be at least 1800' }).waitFor()
    assert.equal(await page.getByLabel('Year').getAttribute('aria-invalid'), 'true')
    await page.getByLabel('Year').fill('2024')
    await page.locator('#preview .facts', { hasText: '2024' }).waitFor()
    assert.equal(await page.locator('#year-error').count(), 0)
    assert.equal(await titleOf(service), wholePaper().title)
    assert.deepEqual(troubles, [])
  })

  await t.test('the second editor sees both changes and loses neither', async () => {
    const [one, two] = [await windowOf(there, first), await windowOf(there, second)]
    await one.go('/console/papers/p1/edit')
    await two.go('/console/papers/p1/edit')
    await one.page.getByLabel('Title').fill('From the first')
    await saved(one.page)
    await two.page.getByLabel('Commentary').fill('From the second.')
    await two.page.getByRole('button', { name: 'Save', exact: true }).click()
    const table = two.page.getByRole('region', { name: 'Field by field' })
    await table.waitFor()
    assert.match(await table.innerText(), /From the first[^]*From the second/u)
    assert.equal(await two.page.getByText('were not saved').count(), 0)
    assert.deepEqual(await accessibilityFaults(two.page), [])
    assert.equal(await two.page.getByLabel('Title').inputValue(), 'From the first')
    await saved(two.page)
    const paper = await jsonOf(await service.get('/api/v1/papers/p1'))
    assert.deepEqual([paper.title, paper.houseComment], ['From the first', 'From the second.'])
  })

  await t.test('a lost connection loses no input', async () => {
    const { page, go } = await windowOf(there, first)
    await go('/console/papers/p1/edit')
    const abstract = 'Typed while nobody answered,\n\nover several lines.'
    await page.getByLabel('Abstract').fill(abstract)
    await saveInVain(page)
    await go('/console/papers/p1/edit')
    assert.notEqual(await page.getByLabel('Abstract').inputValue(), abstract)
    await page.getByText('were not saved').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('button', { name: 'Restore' }).click()
    assert.equal(await page.getByLabel('Abstract').inputValue(), abstract)
    await saved(page)
    await go('/console/papers/p1/edit')
    assert.equal(await page.getByLabel('Abstract').inputValue(), abstract)
    assert.equal(await page.getByText('were not saved').count(), 0)
  })

  await t.test('a restored draft meets the change that somebody else saved like any other', async () => {
    const { page, go } = await windowOf(there, first)
    await go('/console/papers/p1/edit')
    await page.getByLabel('Commentary').fill('Typed and left.')
    await saveInVain(page)
    const found = (await service.store.private.papers.findByIds(['p1'])).get('p1')
    assert.ok(found !== undefined)
    const paper = { ...found, title: 'From the third' }
    await service.run(editPaper, { paper, version: null, actor: 'test', checkReport: null })
    await go('/console/papers/p1/edit')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const table = page.getByRole('region', { name: 'Field by field' })
    await table.waitFor()
    assert.match(await table.innerText(), /third[^]*Typed and left/u)
    await saved(page)
    assert.equal(await titleOf(service), 'From the third')
  })

  await t.test('a brief is drafted, edited with its preview beside it, and published', async () => {
    const { page, go, troubles } = await windowOf(there, first)
    await go('/console/briefs')
    await page.getByRole('button', { name: /Create a draft/u }).click()
    await page.getByLabel('Summary').fill('**Two** papers.')
    await page.locator('#preview strong', { hasText: 'Two' }).waitFor()
    await page.getByLabel('House’s take').fill('Read them.')
    await page.getByRole('checkbox', { name: /^p1 / }).uncheck()
    await page.getByLabel('Find papers').fill('costs')
    await saved(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('The brief 2026-w47 was published.').waitFor()
    const brief = await jsonOf(await service.get('/api/v1/briefs/latest'))
    assert.deepEqual([brief.summary, brief.houseTake, brief.featuredPapers], ['**Two** papers.', 'Read them.', ['p2']])
    assert.deepEqual(troubles, [])
  })

  await t.test('papers are linked to a gap during input, and the focus stays where it was', async () => {
    const { page, go, troubles } = await windowOf(there, first)
    await go('/console/gaps/new')
    await page.getByLabel('Title').fill('Costs')
    await page.getByLabel('Explanation').fill('Nobody counts.')
    await page.getByLabel('Find papers').fill('long runs')
    const box = page.getByRole('checkbox', { name: /^p2 / })
    await box.waitFor()
    await box.focus()
    await page.keyboard.press('Space')
    await page.locator('#picked-papers input[checked]').waitFor()
    assert.equal(await page.evaluate('document.activeElement.value'), 'p2')
    await saved(page)
    assert.deepEqual((await service.store.private.gaps.find('g1'))?.paperIds, ['p2'])
    assert.deepEqual(troubles, [])
  })

  await t.test('a key is revoked and stops working at once', async () => {
    const made = await service.run(createKey, { label: 'A lab', scopes: ['submit'], expiresAt: null, actor: 'test' })
    const { page, go, troubles } = await windowOf(there, admin)
    await go('/console/keys')
    await page.locator(`#${made.record.id}`).getByRole('button', { name: 'Revoke' }).click()
    await page.getByText(`${made.record.id} was revoked.`).waitFor()
    assert.equal((await service.get('/api/submissions', { 'x-api-key': made.key })).status, 401)
    assert.deepEqual(troubles, [])
  })

  const paths = [
    '/console/papers',
    '/console/papers/p1/edit',
    '/console/papers/p1/versions?from=1&to=2',
    '/console/concepts',
    '/console/concepts/checkpointing',
    '/console/gaps',
    '/console/gaps/g1',
    '/console/chapters',
    '/console/chapters/3',
    '/console/briefs',
    '/console/messages',
    '/console/outbox',
    '/console/subscribers',
    '/console/dumps',
    '/console/keys',
  ]

  await t.test('pages with long words are free of faults and no wider than a narrow window', async () => {
    await service.send('POST', '/api/contact', {
      name: 'Ada',
      email: 'a@example.org',
      message: `Long${'word'.repeat(60)}`,
    })
    await service.send('POST', '/api/subscribe', { email: `${'long'.repeat(12)}@example.org` })
    const { page, go, troubles } = await windowOf(there, admin, { width: 400 })
    for (const path of paths) {
      await go(path)
      assert.deepEqual(await accessibilityFaults(page), [], path)
      assert.equal(await overhang(page), 0, path)
    }
    assert.deepEqual(troubles, [])
  })
})

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

/** The line that says what became of the draft. */
const draftState = (page: Page) => page.locator('.draft-state')

const restoredDraft = (page: Page) => page.getByText(/^Draft of .* restored\./u)

const told = (page: Page) => page.getByRole('status').filter({ hasText: 'Some editor is editing this since' })

/** Waits until what was typed is on the server. */
const kept = (page: Page): Promise<void> => draftState(page).filter({ hasText: 'Draft saved' }).waitFor()

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
    assert.equal(await restoredDraft(two.page).count(), 0)
    assert.deepEqual(await accessibilityFaults(two.page), [])
    assert.equal(await two.page.getByLabel('Title').inputValue(), 'From the first')
    await saved(two.page)
    const paper = await jsonOf(await service.get('/api/v1/papers/p1'))
    assert.deepEqual([paper.title, paper.houseComment], ['From the first', 'From the second.'])
  })

  await t.test('a lost connection loses no input, and a form that cannot be sent stays', async () => {
    const { page, go } = await windowOf(there, first)
    await go('/console/papers/p1/edit')
    const abstract = 'Typed while nobody answered,\n\nover several lines.'
    await page.context().setOffline(true)
    await page.getByLabel('Abstract').fill(abstract)
    await draftState(page).filter({ hasText: 'cannot be reached' }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await draftState(page).filter({ hasText: 'Nothing was sent' }).waitFor()
    assert.equal(await page.getByLabel('Abstract').inputValue(), abstract)
    await page.context().setOffline(false)
    await kept(page)

    // On another machine.
    const other = await windowOf(there, first)
    await other.go('/console/papers/p1/edit')
    await restoredDraft(other.page).waitFor()
    assert.equal(await other.page.getByLabel('Abstract').inputValue(), abstract)
    assert.deepEqual(await accessibilityFaults(other.page), [])
    await saved(other.page)
    await other.go('/console/papers/p1/edit')
    assert.equal(await other.page.getByLabel('Abstract').inputValue(), abstract)
    assert.equal(await service.store.private.formDrafts.find(first.editor.id, 'papers/p1'), null)
    assert.deepEqual(other.troubles, [])
  })

  await t.test('a draft is discarded on request, and the form shows what is stored', async () => {
    const { page, go, troubles } = await windowOf(there, first)
    await go('/console/gaps/new')
    await page.getByLabel('Title').fill('Not wanted')
    await kept(page)
    await go('/console/gaps/new')
    await restoredDraft(page).waitFor()
    assert.equal(await page.getByLabel('Title').inputValue(), 'Not wanted')
    const discarded = page.waitForResponse((response) => response.url().endsWith('/console/drafts/discard'))
    await page.getByRole('button', { name: 'Discard' }).click()
    await discarded
    assert.equal(await page.getByLabel('Title').inputValue(), '')
    assert.equal(await service.store.private.formDrafts.find(first.editor.id, 'gaps/new'), null)
    assert.deepEqual(troubles, [])
  })

  await t.test('whoever opens a text that somebody is typing is told, and so is the other', async () => {
    const [one, two] = [await windowOf(there, first), await windowOf(there, second)]
    await one.go('/console/chapters/3')
    await one.page.getByLabel('Introduction').fill('By the first.')
    await kept(one.page)
    assert.equal(await told(one.page).count(), 0)
    await two.go('/console/chapters/3')
    await told(two.page).waitFor()
    assert.deepEqual(await accessibilityFaults(two.page), [])
    await two.page.getByLabel('Introduction').fill('What a run keeps, by the second.')
    await kept(two.page)
    await one.page.getByLabel('Introduction').fill('What a run keeps, by the first.')
    await told(one.page).waitFor()
    await saved(one.page)
    await two.page.getByRole('button', { name: 'Save', exact: true }).click()
    await two.page.getByText('The current version:').waitFor()
    assert.equal(await two.page.getByLabel('Introduction').inputValue(), 'What a run keeps, by the second.')
    assert.match(await two.page.locator('.conflict').innerText(), /What a run keeps, by the first\./u)
    const difference = two.page.locator('.conflict .difference')
    assert.deepEqual(await difference.locator('del').allTextContents(), ['first'])
    assert.deepEqual(await difference.locator('ins').allTextContents(), ['second'])
    await saved(two.page)
    assert.deepEqual(one.troubles, [])
  })

  await t.test('a restored draft meets the change that somebody else saved like any other', async () => {
    const { page, go } = await windowOf(there, first)
    await go('/console/papers/p1/edit')
    await page.getByLabel('Commentary').fill('Typed and left.')
    await kept(page)
    const found = (await service.store.private.papers.findByIds(['p1'])).get('p1')
    assert.ok(found !== undefined)
    const paper = { ...found, title: 'From the third' }
    await service.run(editPaper, { paper, version: null, actor: 'test', checkReport: null })
    await go('/console/papers/p1/edit')
    await page.getByText('Somebody has saved since').waitFor()
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
    await page.getByLabel('Lead').fill('**Two** papers.')
    await page.locator('#preview strong', { hasText: 'Two' }).waitFor()
    await page.getByLabel('House’s take').fill('Read them.')
    await page.getByRole('button', { name: 'Remove p1' }).click()
    await page.locator('#checklist', { hasText: 'It is ready to be published.' }).waitFor()
    await page.getByRole('button', { name: 'Save and publish…' }).click()
    await page.getByText('Everybody can read it at').waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('The brief 2026-w47 was published.').waitFor()
    const brief = await jsonOf(await service.get('/api/v1/briefs/latest'))
    const text =
      '**Two** papers.\n\n- Costs of long runs (p2): A plain answer to a question that many teams settle by habit.\n'
    assert.ok(String(brief.summary).startsWith(text), String(brief.summary))
    assert.deepEqual([brief.houseTake, brief.featuredPapers], ['Read them.', ['p2']])
    assert.deepEqual(troubles, [])
  })

  await t.test('a draft of a brief keeps its blocks', async () => {
    const { page, go, troubles } = await windowOf(there, second)
    await go('/console/briefs')
    await page.getByRole('button', { name: /Create a draft/u }).click()
    await page.getByRole('button', { name: 'Add a text' }).waitFor()
    const path = new URL(page.url()).pathname
    const texts = page.locator('#blocks textarea')
    const count = await texts.count()
    await page.getByRole('button', { name: 'Add a text' }).click()
    await texts.nth(count).fill('A new block.')
    await kept(page)
    const other = await windowOf(there, second)
    await other.go(path)
    await restoredDraft(other.page).waitFor()
    const restored = other.page.locator('#blocks textarea')
    assert.equal(await restored.nth(count).inputValue(), 'A new block.')
    assert.deepEqual(await accessibilityFaults(other.page), [])
    await kept(other.page)
    await other.page.getByRole('button', { name: 'Discard' }).click()
    await other.page.waitForURL((url) => url.pathname === path)
    assert.equal(await restored.count(), count)
    assert.deepEqual([...troubles, ...other.troubles], [])
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

  await t.test('papers and concepts are found in the text, and the address of a paper becomes its id', async () => {
    const { page, go, troubles } = await windowOf(there, first)
    await go('/console/chapters/5')
    const area = page.getByLabel('Introduction')
    await area.fill('')
    await area.pressSequentially('Start with @costs')
    await page.getByRole('option', { name: /Costs of long runs/u }).waitFor()
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press('Enter')
    assert.equal(await area.inputValue(), 'Start with p2')
    await area.pressSequentially(' and #checkp')
    await page.getByRole('option', { name: /checkpointing/u }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await area.inputValue(), 'Start with p2 and [checkpointing](/concepts/checkpointing)')
    await page.getByText('7 words').waitFor()
    await page.locator('#preview a', { hasText: 'Costs of long runs' }).waitFor()
    await area.pressSequentially(' #checkp')
    await page.getByRole('option', { name: /checkpointing/u }).waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('option').count(), 0)
    await page.evaluate(`{
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', '${service.url}/papers/p1')
      document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }))
    }`)
    assert.match(await area.inputValue(), / #checkpp1$/u)
    await kept(page)
    assert.deepEqual(troubles, [])
  })

  await t.test('the text about the library is written like any other', async () => {
    const { page, go, troubles } = await windowOf(there, admin)
    await go('/console/settings')
    const area = page.getByLabel('About')
    await area.pressSequentially('Begin with @long r')
    await page.getByRole('option', { name: /Costs of long runs/u }).waitFor()
    await page.keyboard.press('Enter')
    assert.equal(await area.inputValue(), 'Begin with p2')
    await page.locator('#preview a.mention', { hasText: 'Costs of long runs' }).waitFor()
    await page.getByRole('tab', { name: 'Agents' }).click()
    await page.locator('#preview-json', { hasText: '"about": "Begin with p2"' }).waitFor()
    await kept(page)
    const other = await windowOf(there, admin)
    await other.go('/console/settings')
    await restoredDraft(other.page).waitFor()
    assert.equal(await other.page.getByLabel('About').inputValue(), 'Begin with p2')
    assert.deepEqual(await accessibilityFaults(other.page), [])
    await saved(other.page)
    await other.go('/about')
    await other.page.getByRole('link', { name: 'Costs of long runs' }).waitFor()
    assert.deepEqual([...troubles, ...other.troubles], [])
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

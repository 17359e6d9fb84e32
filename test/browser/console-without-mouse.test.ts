import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { submit } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

/** The tasks of an editor in a window of 360 pixels, where nothing is clicked, and what a screen reader finds on their pages. */

const WIDTH = 360
/** No control of these pages is further away. */
const MOST_TABS = 150

const open = async (t: TestContext) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const { page, troubles } = await (await openBrowser(t)).visit({ width: WIDTH })
  await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
  const go = (path: string) => page.goto(service.url + path)
  return { service, page, troubles, go }
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement)

/** Goes on by Tab until a control has the focus, and looks that it is in view then, with nothing above it. */
const reach = async (page: Page, target: Locator): Promise<void> => {
  await target.waitFor()
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus(target)); tabs += 1) await page.keyboard.press('Tab')
  assert.ok(await hasFocus(target), `Tab does not reach ${String(target)}`)
  const isSeen = await target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const above = element.ownerDocument.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
    return above !== null && (element.contains(above) || above.contains(element))
  })
  assert.ok(isSeen, `${String(target)} is covered or out of view while it has the focus`)
}

const use = async (page: Page, target: Locator, key = 'Enter'): Promise<void> => {
  await reach(page, target)
  await page.keyboard.press(key)
}

const fits = async (page: Page): Promise<void> =>
  assert.equal(await overhang(page), 0, `${page.url()} fits a narrow window`)

test('a paper is reviewed, commented on and accepted without a mouse', async (t) => {
  const { service, page, troubles, go } = await open(t)
  await submit(service, await service.key(), wholePaper({ id: 'p7', title: 'Plans that wait', houseCommentary: '' }))
  await go('/console')
  await use(page, page.getByRole('link', { name: '1 paper to review' }))
  await use(page, page.getByRole('link', { name: 'Plans that wait' }))
  await page.waitForURL(/\/console\/queue\/p7/u)
  await reach(page, page.locator('#houseCommentary'))
  await page.keyboard.type('It measures what others guess.')
  await use(page, page.getByRole('button', { name: /^Accept/u }))
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  assert.notEqual(await service.store.private.decisions.find('p7'), null)
  await fits(page)
  assert.deepEqual(troubles, [])
})

test('a score is corrected, and ten papers are tagged, without a mouse', async (t) => {
  const { service, page, troubles, go } = await open(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'First', concepts: ['tool use'] }),
    ...Array.from({ length: 10 }, (_, index) =>
      leastPaper({ id: `p${20 + index}`, title: `Tool use of kind ${index}` }),
    ),
  )
  await go('/console/papers')
  await use(page, page.getByRole('link', { name: 'First', exact: true }))
  await page.waitForURL(/\/p1\/edit/u)
  await reach(page, page.locator('#longHorizonScore'))
  await page.keyboard.type('0.4')
  await use(page, page.getByRole('button', { name: 'Save', exact: true }))
  await page.getByText(/^Saved as version 2/u).waitFor()
  await fits(page)

  await go('/console/concepts/tool-use')
  await use(page, page.getByRole('link', { name: 'Papers that name it and lack it' }))
  for (let left = 9; left >= 0; left -= 1) {
    await page.locator('.untagged button:focus').waitFor()
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  await page.getByText('Every paper that names it has it.').waitFor()
  await fits(page)
  assert.deepEqual(troubles, [])
})

test('records are added, a brief is written and published, and a colleague is added, without a mouse', async (t) => {
  const { service, page, troubles, go } = await open(t)
  await service.accept(wholePaper({ id: 'p1', title: 'One' }))
  await go('/console')
  await page.keyboard.press('+')
  await page.locator('#text:focus').waitFor()
  await page.keyboard.insertText('@article{k, title={Plans of agents}, author={One, Ada}, year={2024}}')
  await use(page, page.getByRole('button', { name: /^(?:Look|Read|Show)/u }).first())
  await page.getByText('1 of 1 record chosen').waitFor()
  await fits(page)
  await use(page, page.getByRole('button', { name: 'Into review' }))
  await page.getByText('1 record: 1 new, 0 not new.').waitFor()

  await go('/console')
  await use(page, page.getByRole('button', { name: 'Begin it from the papers of the week' }))
  const take = page.getByLabel(/’s take$/u)
  await reach(page, take)
  await page.keyboard.insertText('Plans hold longer.')
  await fits(page)
  await use(page, page.getByRole('button', { name: 'Save and publish…' }))
  const asked = page.getByRole('dialog')
  await asked.getByText('What will happen').waitFor()
  await use(page, asked.getByRole('button', { name: 'Publish', exact: true }))
  await page.getByText(/^The brief .* was published\./u).waitFor()

  await go('/console')
  await use(page, page.getByRole('link', { name: 'Add a colleague' }))
  await page.locator('#name:focus').waitFor()
  await page.keyboard.type('Ada')
  await reach(page, page.getByLabel('Email address'))
  await page.keyboard.type('a@b.org')
  await use(page, page.getByRole('button', { name: 'Add and create a link' }))
  await page.getByRole('heading', { name: 'Sign-in link for Ada' }).waitFor()
  await fits(page)
  assert.deepEqual(troubles, [])
})

const CONTROLS =
  'button|link|textbox|searchbox|combobox|checkbox|radio|listbox|option|tab|tablist|dialog|navigation|region'

/** Lines of the tree that have no name where one is needed, and steps of headings that leave a level out. */
const faultsOf = (tree: string): string[] => {
  const lines = tree.split('\n').map((line) => line.trim())
  const unnamed = lines.filter((line) => new RegExp(`^- (?:${CONTROLS})(?: \\[|:|$)`, 'u').test(line))
  const levels = lines.flatMap((line) => /^- heading "[^\n]+" \[level=(?<level>\d)\]/u.exec(line)?.groups?.level ?? [])
  const skipped = levels.filter((level, at) => Number(level) > Number(levels[at - 1] ?? 0) + 1)
  return [
    ...unnamed.map((line) => `unnamed: ${line}`),
    ...skipped.map((level) => `skipped to heading ${level}`),
    ...(levels.filter((level) => level === '1').length === 1 ? [] : ['not one heading of level 1']),
  ]
}

test('unnamed controls and skipped headings in a tree are noticed', () => {
  assert.deepEqual(faultsOf('- heading "A" [level=1]\n- button "Save"\n- heading "B" [level=2]'), [])
  assert.deepEqual(faultsOf('- heading "A" [level=1]\n- button\n  - textbox:\n- heading "B" [level=3]'), [
    'unnamed: - button',
    'unnamed: - textbox:',
    'skipped to heading 3',
  ])
})

test('the tree of a screen reader has names, headings in order, landmarks and live regions', async (t) => {
  const { service, page, go } = await open(t)
  await service.accept(wholePaper({ id: 'p1', title: 'One' }))
  await submit(service, await service.key(), wholePaper({ id: 'p7', title: 'Plans that wait' }))
  await go('/console')
  await page.getByRole('button', { name: 'Begin it from the papers of the week' }).click()
  await page.getByLabel(/’s take$/u).waitFor()
  const brief = new URL(page.url()).pathname
  const pages: readonly [path: string, ...parts: RegExp[]][] = [
    ['/console', /- link "1 paper to review"/u],
    ['/console/papers', /- search/u, /- region "Papers"/u, /- checkbox "Select p1"/u, /- status: 0 selected/u],
    ['/console/queue', /- region "Queue"/u, /- link "Plans that wait"/u, /- status: 0 selected/u],
    ['/console/add', /- textbox "/u, /- button "/u],
    [
      '/console/papers/p1/edit',
      /- textbox "Commentary/u,
      /- tab "Page" \[selected\]/u,
      /- tabpanel "Page"/u,
      /- status/u,
    ],
    [brief, /- textbox "Lead/u, /- tab "Email"/u, /- tabpanel "Page"/u, /- status/u],
  ]
  for (const [path, ...parts] of pages) {
    await go(path)
    const tree = await page.locator('body').ariaSnapshot()
    assert.deepEqual(faultsOf(tree), [], path)
    for (const part of [/- banner/u, /- navigation "Console"/u, /- main/u, ...parts]) assert.match(tree, part, path)
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityFaults } from '../support/browser/accessibility.ts'
import { openBrowser, overhang, type Visit } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

/** Where the content of the page begins. */
const TOP = `document.querySelector('main').getBoundingClientRect().top`

test('the navigation of the console', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const browser = await openBrowser(t)
  const open = async (options?: Visit) => {
    const visited = await browser.visit(options)
    await visited.page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
    await visited.page.goto(`${service.url}/console/queue`)
    const navigation = visited.page.getByRole('navigation', { name: 'Console' })
    const group = (name: string) => navigation.locator('summary', { hasText: name })
    const area = (name: string) => navigation.getByRole('link', { name, exact: true })
    return { ...visited, navigation, group, area }
  }

  for (const width of [1_280, 360])
    await t.test(`shows one group at a time, and moves nothing, in a window of ${width} pixels`, async () => {
      const { page, troubles, group, area } = await open({ width })
      const top = await page.evaluate<number>(TOP)
      assert.ok(await area('Inbox').isVisible())
      assert.equal(await area('Concepts').isVisible(), false)
      await group('Library').click()
      assert.ok(await area('Concepts').isVisible())
      await group('Admin').click()
      assert.equal(await area('Concepts').isVisible(), false)
      assert.ok(await area('Users').isVisible())
      assert.deepEqual([await overhang(page), await page.evaluate<number>(TOP)], [0, top])
      assert.deepEqual(await accessibilityFaults(page), [])
      await area('Users').click()
      await page.getByRole('heading', { name: 'Users', exact: true }).waitFor()
      assert.equal(await area('Users').getAttribute('aria-current'), 'page')
      assert.equal(await area('Inbox').isVisible(), false)
      assert.deepEqual(troubles, [])
    })

  await t.test('is operated by keys, and closes by Escape, by leaving it and by a click beside it', async () => {
    const { page, group, area } = await open()
    await group('Publish').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Briefs')
    await page.keyboard.press('Escape')
    assert.equal(await area('Outbox').isVisible(), false)
    assert.match(String(await page.evaluate('document.activeElement.textContent')), /^Publish/u)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    assert.equal(await area('Outbox').isVisible(), false)
    await group('Publish').click()
    await page.getByRole('heading', { name: 'Queue' }).click()
    assert.equal(await area('Outbox').isVisible(), false)
  })

  await t.test('works without scripts', async () => {
    const { page, group, area } = await open({ scripts: false, width: 360 })
    await group('Admin').click()
    await area('Audit log').click()
    await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  })

  await t.test('leads back from the page of a paper, in a browser with which somebody signed in', async () => {
    await service.accept(leastPaper({ id: 'p7' }))
    const { page, troubles } = await open()
    await page.goto(`${service.url}/papers/p7`)
    const edit = page.getByRole('link', { name: 'Edit', exact: true })
    assert.ok(await edit.isVisible())
    await page.keyboard.press('e')
    await page.getByRole('heading', { name: 'Edit p7' }).waitFor()
    for (const key of ['l', '0', '.', '5', 'Enter']) await page.keyboard.press(key)
    await page.getByText('Saved as version 2.').waitFor()
    assert.equal((await service.store.private.papers.findByIds(['p7'])).get('p7')?.longHorizon, 500_000)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${service.url}/papers/p7`)
    assert.equal(await edit.isVisible(), false)
    await page.keyboard.press('e')
    await page.keyboard.press('?')
    assert.deepEqual(await page.locator('dialog.keys dt').allInnerTexts(), ['/', 'c', '?', 'Esc'])
    assert.deepEqual(troubles, [])
  })
})

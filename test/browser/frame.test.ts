import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accessibilityFaults, isEveryTextMeasured } from '../support/browser/accessibility.ts'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { startTestService } from '../support/service/test-service.ts'

test('the frame of a page', async (t) => {
  const { url } = await startTestService(t)
  const browser = await openBrowser(t)

  // What a test of all pages leaves out: they are opened wide and light, and become narrow and dark.
  for (const [width, theme] of [
    [320, 'light'],
    [320, 'dark'],
    [1_280, 'dark'],
  ] as const)
    await t.test(`has no fault when opened at ${width} pixels, ${theme}`, async () => {
      const { page, troubles } = await browser.visit({ theme, width })
      await page.goto(url)
      assert.deepEqual(await accessibilityFaults(page), [])
      assert.equal(await overhang(page), 0)
      assert.deepEqual(troubles, [])
    })

  await t.test('a planted fault is found', async () => {
    const { page, troubles } = await browser.visit({ width: 320 })
    await page.goto(url)
    const noticed = Promise.all([
      page.waitForEvent('pageerror'),
      page.waitForEvent('console', (message) => message.text().includes('Content Security Policy')),
    ])
    await page.evaluate(`
      const wide = document.createElement('img')
      wide.style.display = 'block'
      wide.style.width = '900px'
      wide.src = 'https://pictures.invalid/x.png'
      document.querySelector('main').append(wide)
      setTimeout(() => { throw new Error('planted') })`)
    await noticed
    assert.match((await accessibilityFaults(page)).join('\n'), /image-alt/u)
    assert.ok((await overhang(page)) > 0)
    assert.match(troubles.join('\n'), /error: planted/u)
    assert.match(troubles.join('\n'), /console: .*Content Security Policy/u)
  })

  await t.test('a text that is hard to read is found, even after one like it passed', async () => {
    const { page } = await browser.visit()
    await page.goto(url)
    await page.evaluate(`for (const name of ['first', 'second']) {
      const text = document.createElement('p')
      text.id = name
      text.textContent = 'A few words.'
      document.querySelector('main').append(text)
    }`)
    const faults = async (): Promise<string[]> => (await accessibilityFaults(page)).map((each) => each.slice(0, 23))
    assert.deepEqual(await faults(), [])
    await page.evaluate("second.style.backgroundColor = 'gray'")
    assert.deepEqual(await faults(), ['color-contrast: #second'])
    await page.evaluate("second.style.backgroundColor = ''; first.style.color = 'silver'")
    assert.deepEqual(await faults(), ['color-contrast: #first:'])
    await page.evaluate("first.style.color = second.style.color = '#666'")
    assert.deepEqual(await faults(), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    // The second one looks like the first.
    const alike = isEveryTextMeasured ? ['color-contrast: #second'] : []
    assert.deepEqual(await faults(), ['color-contrast: #first:', ...alike])
  })

  await t.test('the theme follows the system until one is chosen, and the choice is kept', async () => {
    const { page } = await browser.visit({ theme: 'dark' })
    const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor')
    await page.goto(url)
    const dark = await background()
    await page.getByRole('button', { name: 'Light theme' }).click()
    const light = await background()
    assert.notEqual(light, dark)
    await page.reload()
    assert.equal(await background(), light)
    await page.getByRole('button', { name: 'Dark theme' }).click()
    assert.equal(await background(), dark)
    assert.equal(await page.evaluate("localStorage.getItem('theme')"), null)
  })

  await t.test('keys search, explain themselves and leave', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers`)
    await page.keyboard.press('/')
    assert.equal(await page.evaluate('document.activeElement.name'), 'q')
    await page.keyboard.type('?')
    assert.equal(await page.locator('dialog').count(), 0, 'what is typed is text')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    assert.ok(await page.getByRole('dialog', { name: 'Keys' }).isVisible())
    assert.deepEqual(await accessibilityFaults(page), [])
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('dialog:popover-open').count(), 0)
    assert.deepEqual(troubles, [])
  })

  await t.test('the list of keys has those that do something on the page', async () => {
    const { page } = await browser.visit()
    const keys = async (path: string): Promise<string[]> => {
      await page.goto(url + path)
      await page.keyboard.press('?')
      return page.locator('dialog kbd').allInnerTexts()
    }
    assert.deepEqual(await keys('/about'), ['/', '?', 'Esc'])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.ok(
      await page.evaluate(
        'document.activeElement === document.body || document.activeElement.closest("dialog") !== null',
      ),
    )
  })

  await t.test('the first thing that Tab reaches leads past the menu', async () => {
    const { page } = await browser.visit()
    await page.goto(url)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  })

  await t.test('without scripts nothing is offered that needs them', async () => {
    const { page } = await browser.visit({ scripts: false })
    await page.goto(url)
    assert.equal(await page.getByRole('button', { name: /theme/iu }).count(), 0)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/browser/accessibility.ts'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { generatedPapers } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const entries = (page: Page): Promise<number> => page.locator('ol.papers > li').count()

const loadMore = (page: Page): Promise<void> => page.getByRole('button', { name: 'Load more' }).click()

/** Waits until an expression holds in a page, whose policy forbids the usual way of waiting for one. */
const until = async (page: Page, expression: string): Promise<void> => {
  for (let tries = 0; tries < 1_200; tries += 1) {
    if (await page.evaluate<boolean>(expression)) return
    await page.waitForTimeout(50)
  }
  assert.fail(`never: ${expression}`)
}

test('the library in a browser', async (t) => {
  const service = await startTestService(t)
  await service.accept(...generatedPapers(1, 97))
  const { url } = service
  const browser = await openBrowser(t)

  await t.test('a list is continued on its page, and going back leads to the same place', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers`)
    assert.equal(await entries(page), 20)
    assert.equal(await page.getByRole('link', { name: 'Next page' }).count(), 0)
    for (const shown of [40, 60]) {
      await loadMore(page)
      await page.locator(`ol.papers > li:nth-child(${shown})`).waitFor()
      // Who uses the keyboard goes on with the first new paper.
      const first = page.locator(`ol.papers > li:nth-child(${shown - 19}) a[data-entry]`)
      await until(page, `document.activeElement?.getAttribute('href') === '${await first.getAttribute('href')}'`)
    }
    const title = page.locator('ol.papers > li:nth-child(55) a[data-entry]')
    await title.scrollIntoViewIfNeeded()
    await until(page, 'history.state?.at === scrollY')
    const before = await page.evaluate<number>('scrollY')
    await page.goto(`${url}/docs`)
    await page.goBack()
    await title.waitFor()
    await until(page, `Math.abs(scrollY - ${before}) < 2`)
    await loadMore(page)
    await page.locator('ol.papers > li:nth-child(80)').waitFor()
    await loadMore(page)
    await page.locator('ol.papers > li:nth-child(97)').waitFor()
    assert.equal(await entries(page), 97)
    assert.equal(await page.locator('a[rel="next"], .more').count(), 0)
    assert.deepEqual(troubles, [])
  })

  await t.test('a page that cannot be loaded is opened, so that the reader sees why', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers`)
    const next = (await page.locator('a[rel="next"]').getAttribute('href')) ?? ''
    await page.route('**/papers?cursor=*', (route) =>
      route.request().isNavigationRequest() ? route.continue() : route.abort(),
    )
    await loadMore(page)
    await page.waitForURL(url + next)
  })

  await t.test(
    'filters stand above the list and are folded where the page is narrow, and beside it where it is wide',
    async () => {
      for (const [width, isWide] of [
        [360, false],
        [820, false],
        [1_280, true],
      ] as const) {
        const { page, troubles } = await browser.visit({ width })
        await page.goto(`${url}/papers`)
        const facets = page.getByRole('complementary', { name: 'Filter' })
        const year = facets.getByRole('link', { name: /^2025/u })
        const [filters, list] = [await facets.boundingBox(), await page.locator('ol.papers').boundingBox()]
        if (filters === null || list === null) throw new Error('filters and list must have a place')
        assert.equal(await year.isVisible(), isWide, String(width))
        if (isWide) assert.ok(filters.x >= list.x + list.width)
        else {
          assert.ok(filters.y + filters.height <= list.y, String(width))
          await facets.getByText('Filter').filter({ visible: true }).click()
        }
        assert.deepEqual(await accessibilityFaults(page), [])
        assert.equal(await overhang(page), 0)
        await year.click()
        await page.waitForURL(`${url}/papers?year=2025`)
        if (!isWide) await facets.getByText('Filter').filter({ visible: true }).click()
        await facets.getByRole('checkbox', { name: 'Year 2024' }).check()
        assert.ok(await facets.getByRole('checkbox', { name: 'Year 2025' }).isChecked())
        assert.deepEqual(await accessibilityFaults(page), [])
        assert.equal(await overhang(page), 0)
        if (process.env.SCREENSHOTS !== undefined)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/facets-${width}.png`, fullPage: true })
        await facets.getByRole('button', { name: 'Show papers' }).click()
        await page.waitForURL(`${url}/papers?year=2025&year=2024`)
        assert.equal(await page.getByRole('link', { name: /^Remove year/u }).count(), 2)
        assert.deepEqual(troubles, [])
      }
    },
  )

  await t.test('who comes back sees what is new since the last visit, which only the browser knows', async () => {
    const { page, troubles } = await browser.visit()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    const line = page.locator('#new-here')
    const marks = page.locator('ol.papers .new').filter({ visible: true })
    const today = service.clock.now()
    const yesterday = new Date(today.getTime() - 86_400_000)
    await page.clock.setFixedTime(yesterday)
    // A first visit and the rest of its day show nothing.
    for (const _ of [1, 2]) {
      await page.goto(`${url}/papers`)
      assert.deepEqual([await line.isVisible(), await marks.count()], [false, 0])
    }
    await page.clock.setFixedTime(today)
    await page.goto(`${url}/papers`)
    const day = yesterday.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
    assert.equal(await line.textContent(), `97 papers new since your last visit on ${day} · Forget my visits`)
    assert.equal(await marks.count(), 20)
    await loadMore(page)
    await page.locator('ol.papers > li:nth-child(40)').waitFor()
    assert.equal(await marks.count(), 40)
    assert.deepEqual(await accessibilityFaults(page), [])
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/new-here.png` })
    assert.ok(requested.every((address) => !address.includes('addedSince')))
    await page.goto(`${url}/chapters/2`)
    assert.ok((await marks.count()) > 0)
    await page.goto(`${url}/papers`)
    await line.getByRole('link').click()
    await page.waitForURL(`${url}/papers?addedSince=${yesterday.toISOString().slice(0, 10)}&sort=added`)
    await page.goBack()
    await page.getByRole('button', { name: 'Forget my visits' }).click()
    await page.goto(`${url}/papers`)
    assert.deepEqual([await line.isVisible(), await marks.count()], [false, 0])
    // Papers that were here before the last visit are not new.
    await page.clock.setFixedTime(new Date(today.getTime() + 86_400_000))
    await page.goto(`${url}/papers`)
    await page.clock.setFixedTime(new Date(today.getTime() + 2 * 86_400_000))
    await page.goto(`${url}/papers`)
    assert.deepEqual([await line.isVisible(), await marks.count()], [false, 0])
    await page.evaluate("localStorage.setItem('visits', '{broken')")
    await page.goto(`${url}/papers`)
    assert.equal(await line.isVisible(), false)
    assert.deepEqual(troubles, [])
  })

  await t.test('a search answers from the third letter on, and only the last one counts', async () => {
    const { page, troubles } = await browser.visit()
    await page.clock.install()
    await page.goto(`${url}/papers`)
    const requested: string[] = []
    const heldUp = Promise.withResolvers<void>()
    const firstIsOver = Promise.withResolvers<void>()
    await page.route('**/papers?*', async (route) => {
      requested.push(new URL(route.request().url()).search)
      if (requested.length > 1) return route.continue()
      // The response to the first search is held back until the second has arrived.
      await heldUp.promise
      await route.continue().catch(() => {})
      firstIsOver.resolve()
    })
    const field = page.getByLabel('Search titles')
    // The reader pauses: the clock of the page goes on.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const typeText = async (text: string): Promise<void> => {
      await field.pressSequentially(text)
      await page.clock.runFor(5_000)
    }
    await typeText('ro')
    assert.deepEqual(requested, [])
    const first = page.waitForRequest('**/papers?q=rol*')
    await typeText('l')
    await first
    await typeText('lb')
    await page.locator('#result-count', { hasText: 'for rollb*' }).waitFor()
    heldUp.resolve()
    await firstIsOver.promise
    await page.clock.resume()
    assert.match((await page.locator('#result-count').textContent()) ?? '', /for rollb\*/u)
    assert.deepEqual(requested, ['?q=rol*', '?q=rollb*'])
    assert.equal(new URL(page.url()).search, '?q=rollb*')
    assert.ok((await page.locator('mark').count()) > 0)
    assert.equal(await field.inputValue(), 'rollb')
    await field.fill('')
    await page.locator('#result-count', { hasText: /^97 papers$/u }).waitFor()
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(troubles, [])
  })

  await t.test('suggestions are reached, followed and closed by keyboard, and recent searches come back', async () => {
    const { page, troubles } = await browser.visit({ width: 320 })
    await page.goto(`${url}/?q=rollbacks`)
    const field = page.getByRole('combobox', { name: 'Ask a question' })
    const options = page.getByRole('option')
    const attribute = (name: string) => field.getAttribute(name)
    await field.fill('')
    await field.press('ArrowDown')
    await page.getByRole('option', { name: 'rollbacks recent' }).waitFor()
    await field.pressSequentially('num')
    await page
      .getByRole('option', { name: /paper$/u })
      .first()
      .waitFor()
    assert.deepEqual([await attribute('aria-expanded'), await attribute('aria-activedescendant')], ['true', null])
    assert.deepEqual(await accessibilityFaults(page), [])
    assert.equal(await overhang(page), 0)
    await field.press('ArrowDown')
    await field.press('ArrowDown')
    await field.press('ArrowUp')
    assert.equal(await attribute('aria-activedescendant'), 'suggestion-0')
    assert.equal(await options.first().getAttribute('aria-selected'), 'true')
    await field.press('Escape')
    assert.deepEqual([await attribute('aria-expanded'), await options.count()], ['false', 0])
    assert.equal(await page.evaluate('document.activeElement.id'), 'q')
    await field.press('ArrowDown')
    await options.first().waitFor()
    await field.press('ArrowUp')
    const last = (await options.last().textContent()) ?? ''
    assert.equal(await attribute('aria-activedescendant'), await options.last().getAttribute('id'))
    await field.press('Enter')
    await page.waitForURL(/\/(?:papers|concepts)\/|q=author/u)
    assert.match(last, /(?:paper|concept|author)$/u)
    assert.deepEqual(troubles, [])
  })

  await t.test('j and k go from title to title, Enter opens', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/?q=agents`)
    const focused = (): Promise<string> => page.evaluate('document.activeElement.getAttribute("href")')
    await page.keyboard.press('j')
    const first = await focused()
    await page.keyboard.press('j')
    assert.notEqual(await focused(), first)
    await page.keyboard.press('k')
    assert.equal(await focused(), first)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}${first}`)
  })

  await t.test('all of it works without scripts', async () => {
    const { page } = await browser.visit({ scripts: false })
    await page.goto(`${url}/papers`)
    await page.getByLabel('Search titles').fill('rollbacks')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(`${url}/papers?q=rollbacks`)
    await page.getByRole('link', { name: 'newest by year' }).click()
    await page.getByRole('complementary').getByRole('link', { name: /^2025/u }).click()
    await page.waitForURL(`${url}/papers?q=rollbacks&year=2025&sort=newest`)
    await page.getByRole('link', { name: 'Remove year 2025' }).click()
    await page.goto(`${url}/papers`)
    await page.getByRole('link', { name: 'Next page' }).click()
    assert.equal(await entries(page), 20)
    await page.getByRole('link', { name: 'Back to the first' }).click()
    await page.waitForURL(`${url}/papers`)
  })
})

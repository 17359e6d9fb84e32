import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { nextFrame, openBrowser } from '../support/browser/browser.ts'
import { nameChapters } from '../support/service/named-chapters.ts'
import { generatedPapers, wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const scored = (id: string, title: string, lh: number, e: number) =>
  wholePaper({ id, title, longHorizonScore: lh, enterpriseScore: e })

/** Where a point with these scores is on the screen. */
const placeOf = async (page: Page, lh: number, e: number): Promise<{ x: number; y: number }> => {
  const box = await page.locator('#map').boundingBox()
  assert.ok(box !== null)
  return { x: box.x + lh * box.width, y: box.y + (1 - e) * box.height }
}

test('the map', async (t) => {
  const few = await startTestService(t)
  await nameChapters(few.store)
  await few.accept(
    scored('p1', 'Low and left', 0.2, 0.2),
    scored('p2', 'High and left', 0.2, 0.8),
    scored('p3', 'High and right', 0.8, 0.8),
    scored('p4', 'A twin of the one high and right', 0.8, 0.8),
  )
  const many = await startTestService(t)
  await many.accept(...generatedPapers(1, 400))
  const browser = await openBrowser(t)

  await t.test('names the paper near the pointer, and opens it on click', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${few.url}/map`)
    const { x, y } = await placeOf(page, 0.2, 0.8)
    await page.mouse.move(x + 9, y - 9)
    assert.equal(await page.locator('#tip').textContent(), 'High and left')
    await page.mouse.move(x + 200, y + 200)
    assert.equal(await page.locator('#tip').textContent(), 'High and left', 'the last one stays until there is another')
    assert.deepEqual(troubles, [])
    await page.mouse.click(x + 9, y - 9)
    await page.waitForURL('**/papers/p2')
  })

  await t.test('opens with its titles, the place of the paper’s name and the map in one window', async () => {
    const { page } = await browser.visit()
    for (const [width, height] of [
      [390, 844],
      [820, 1_180],
      [1_440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.goto(`${few.url}/map`)
      await page.locator('#map.live').waitFor()
      assert.equal(await page.evaluate('scrollY'), 0)
      for (const place of ['h1', 'figcaption', '#tip', '#map']) {
        const box = await page.locator(place).first().boundingBox()
        assert.ok(
          box !== null && box.y >= 0 && box.y + box.height <= height,
          `${width}: ${place} ${JSON.stringify(box)}`,
        )
      }
    }
  })

  await t.test('is walked through by the arrow keys', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${few.url}/map`)
    const tooltip = (): Promise<string | null> => page.locator('#tip').textContent()
    await page.locator('#map').focus()
    const walk: [string, string][] = [
      ['ArrowRight', 'High and right'],
      ['ArrowRight', 'A twin of the one high and right'],
      ['ArrowLeft', 'High and left'],
      ['ArrowDown', 'Low and left'],
      ['ArrowDown', 'Low and left'],
      ['ArrowUp', 'High and left'],
    ]
    for (const [key, title] of walk) {
      await page.keyboard.press(key)
      assert.equal(await tooltip(), title, key)
    }
    assert.deepEqual(troubles, [])
    await page.keyboard.press('Enter')
    await page.waitForURL('**/papers/p2')
  })

  await t.test('lists the rectangle that is drawn on it', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${few.url}/map`)
    const from = await placeOf(page, 0.1, 0.9)
    const to = await placeOf(page, 0.3, 0.1)
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x - 20, to.y, { steps: 3 })
    await page.mouse.move(to.x, to.y)
    assert.ok(await page.locator('.brush').isVisible())
    await page.mouse.up()
    await page.waitForURL(/lh_min=0\.1/u)
    assert.deepEqual(await page.locator('#region li > a').allTextContents(), ['Low and left', 'High and left'])
    assert.equal(await page.locator('#e_max').inputValue(), '0.9')
    assert.deepEqual(troubles, [])
  })

  await t.test('names a paper at the first touch and opens it at the second', async () => {
    const { page } = await browser.visit()
    await page.goto(`${few.url}/map`)
    const { x, y } = await placeOf(page, 0.2, 0.2)
    const touch = (): Promise<unknown> =>
      page.evaluate(`{
        const event = new PointerEvent('click', { bubbles: true, cancelable: true, pointerType: 'touch', clientX: ${x}, clientY: ${y} })
        document.elementFromPoint(${x}, ${y}).dispatchEvent(event)
      }`)
    await touch()
    assert.equal(await page.locator('#tip').textContent(), 'Low and left')
    assert.match(page.url(), /\/map$/u)
    await touch()
    await page.waitForURL('**/papers/p1')
  })

  await t.test('draws many papers as points over the shades, and asks for a title when it is pointed at', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${many.url}/map`)
    await page.locator('#map.drawn canvas').waitFor()
    const { x, y } = await placeOf(page, 0.123, 0.4)
    await page.mouse.move(x, y)
    await page.getByRole('link', { name: 'number 123' }).waitFor()
    assert.deepEqual(troubles, [])
  })

  await t.test('draws the points again in the colours of the other theme', async () => {
    const { page } = await browser.visit()
    await page.goto(`${many.url}/map`)
    await page.locator('#map.drawn canvas').waitFor()
    const picture = (): Promise<string> => page.evaluate("document.querySelector('#map canvas').toDataURL()")
    const light = await picture()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    while ((await picture()) === light) await nextFrame(page)
  })

  await t.test('works without scripts', async () => {
    const { page } = await browser.visit({ scripts: false })
    await page.goto(`${few.url}/map`)
    assert.equal(await page.locator('a[data-point]').count(), 4)
    await page.getByRole('link', { name: '4 Tools' }).click()
    assert.equal(await page.locator('a[data-point]').count(), 4)
    await page.locator('#e_min').fill('0.5')
    await page.getByRole('button', { name: 'List these papers' }).click()
    assert.equal(await page.locator('#region li > a').count(), 3)
    assert.equal(await page.locator('#e_min').inputValue(), '0.5')
    assert.equal(await page.locator('#chapter').inputValue(), '4')
  })
})

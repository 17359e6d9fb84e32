import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../support/browser/accessibility.ts'
import { openBrowser, overhang, type Visit } from '../support/browser/browser.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

/** The upper edges of what stands in the page, apart from what can be undone. */
const EDGES = `[...document.querySelectorAll('header, main h1, main h2, main tr[data-row], main .tabs, .decision-bar')]
  .map((element) => Math.round(element.getBoundingClientRect().top))`

/**
 * Everything that the browser counted as a shift of the layout, by when a frame and what it reports are done. It takes what hangs on
 * the sticky bar for moved when the page below the window becomes longer; where the bar is, `edges` tells.
 */
const SHIFTS = `new Promise((resolve) => {
  const shifts = []
  new PerformanceObserver((list) => shifts.push(...list.getEntries()
      .filter(({ sources }) => !sources.every(({ node }) => node?.closest?.('.decision-bar')))
      .map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true })
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))))
})`

const edges = (page: Page): Promise<number[]> => page.evaluate<number[]>(EDGES)

test('what can be undone lies over the page', async (t) => {
  const service = await startTestService(t)
  await addPapers(
    service.store,
    ...Array.from({ length: 9 }, (_, index) => newPaper({ id: `p${index + 1}` }, 'pending')),
  )
  const browser = await openBrowser(t)
  const editor = await signedIn(service, 'editor')
  const open = async (path: string, options: Visit = {}) => {
    const visited = await browser.visit(options)
    await visited.page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    await visited.page.goto(service.url + path)
    return visited
  }

  for (const width of [1_280, 360])
    await t.test(`and moves nothing, in a window of ${width} pixels`, async () => {
      const { page, troubles } = await open('/console/queue/p5', { width })
      const list = await open('/console/queue', { width })
      const [before, listed] = [await edges(page), await edges(list.page)]
      const decided = await editor.post('/console/queue/p9/decide', { event: 'accept', version: '1' })
      assert.equal(decided.status, 303)
      await page.reload()
      const toast = page.getByRole('status', { name: 'Decisions that can be undone' })
      await toast.waitFor()
      assert.deepEqual(await edges(page), before)
      assert.deepEqual([await overhang(page), await page.evaluate(SHIFTS)], [0, []])
      const [above, bar] = [await toast.boundingBox(), await page.locator('.decision-bar .buttons').boundingBox()]
      assert.ok(above !== null && bar !== null && above.y + above.height <= bar.y, 'the buttons stay free')
      assert.deepEqual(await accessibilityFaults(page), [])
      await list.page.reload()
      // The paper that was decided on is the last of the list, and is gone.
      assert.deepEqual(await edges(list.page), listed.slice(0, -1))
      assert.deepEqual(await list.page.evaluate(SHIFTS), [])
      await list.page.keyboard.press('u')
      await list.page.locator('.toast').waitFor({ state: 'detached' })
      assert.deepEqual(troubles, [])
    })

  await t.test('and is a form without scripts, reached by the keyboard', async () => {
    await editor.post('/console/queue/p9/decide', { event: 'accept', version: '1' })
    const { page } = await open('/console/queue', { scripts: false })
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.keyboard.press('Enter')
    await undo.waitFor({ state: 'detached' })
  })
})

test('? shows the keys of a page of the console, and nothing is decided behind them', async (t) => {
  const service = await startTestService(t)
  await addPapers(service.store, newPaper({ id: 'p1' }, 'pending'), newPaper({ id: 'p2' }, 'pending'))
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit()
  const editor = await signedIn(service, 'editor')
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/queue/p1`)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  const listed = (await keys.locator('dl').innerText()).replaceAll(/\s+/gu, ' ')
  assert.match(listed, /1–7 Chapter t Type .* a Accept q .* r Reject/u)
  assert.match(listed, /\? show these keys/u)
  assert.deepEqual(await accessibilityFaults(page), [])
  await page.keyboard.press('a')
  assert.ok(await keys.isVisible())
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  assert.equal(await service.store.private.decisions.find('p1'), null)
  await page.goto(`${service.url}/console/audit`)
  await page.keyboard.press('?')
  assert.match(await page.getByRole('dialog', { name: 'Keys' }).innerText(), /show these keys/u)
  assert.deepEqual(troubles, [])
})

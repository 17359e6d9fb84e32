import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { generatedPapers, textInParts, wholePaper } from '../support/service/papers.ts'
import { fillConsole } from '../support/service/routes.ts'
import { startTestService } from '../support/service/test-service.ts'

const paths = [
  '/',
  '/papers',
  '/papers?q=agents',
  '/papers/p500',
  '/papers/p500/text?part=2',
  '/chapters/4',
  '/concepts',
]
const others = [
  '/map',
  '/map/citations',
  '/stats',
  '/contact',
  '/check',
  '/subscribe',
  '/reading-list?ids=p101,p500',
  '/compare?ids=p101,p500',
  '/docs',
  '/docs/getApiV1Search',
]
const consolePaths = [
  '/console',
  '/console/queue/p2',
  '/console/concepts/planning',
  '/console/sources',
  '/console/keys',
]

/** Controls that are lower than 44 pixels. A box to tick is hit by its label, too; links in texts are as high as their line. */
const SMALL = `(() => {
  const controls = 'button, .button, input:not([type=hidden]), select, textarea, summary, nav a, footer.site a, .tags a'
  const low = []
  for (const element of document.querySelectorAll(controls)) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.closest('.unseen') !== null) continue
    const hit = element.matches('[type=checkbox], [type=radio]') ? (element.closest('label') ?? element) : element
    const { top, height, width } = hit.getBoundingClientRect()
    if (width > 0 && top >= 0 && height < 44) low.push(element.outerHTML.slice(0, 90) + ': ' + height)
  }
  return low
})()`

const smallControls = (page: Page): Promise<string[]> => page.evaluate<string[]>(SMALL)

test('on a touch screen', async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  await service.accept(...generatedPapers(101, 120))
  await service.accept(wholePaper({ id: 'p500', fullText: textInParts }))
  const admin = await signedIn(service, 'admin')
  const browser = await openBrowser(t)

  await t.test('every control is 44 pixels high', async () => {
    const { page } = await browser.visit({ width: 390, touch: true })
    await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
    for (const path of [...paths, ...others, ...consolePaths]) {
      const response = await page.goto(service.url + path)
      assert.equal(response?.status(), 200, path)
      await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
      assert.deepEqual(await smallControls(page), [], path)
      assert.equal(await overhang(page), 0, path)
    }
    await page.evaluate(`{
      const small = document.createElement('button')
      small.textContent = 'planted'
      small.style.minHeight = '30px'
      document.querySelector('main').prepend(small)
    }`)
    assert.equal((await smallControls(page)).length, 1)
  })

  await t.test('and as low as the design has it where a mouse points', async () => {
    const { page } = await browser.visit({ width: 390 })
    await page.goto(`${service.url}/papers`)
    assert.ok((await smallControls(page)).length > 0)
  })
})

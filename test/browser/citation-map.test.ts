import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overhang, openBrowser } from '../support/browser/browser.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { generatedPapers } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

test('the map of citations fits every window and theme, and its papers are reached by keys', async (t) => {
  const service = await startTestService(t)
  const papers = generatedPapers(1, 70).map((paper) => ({ ...paper, doi: `10.1000/${String(paper.id)}` }))
  await service.accept(...papers)
  await service.store.transact((tx) =>
    tx.citations.add(
      papers.map((_, index) => ({
        paperId: `p${index + 1}`,
        source: 'crossref',
        openalexId: null,
        references: [1, 2, 5].map((step) => ({
          doi: `10.1000/p${Math.ceil((index + 1) / (step + 1))}`,
          arxivId: null,
          openalexId: null,
          title: null,
          year: null,
          authors: [],
          text: null,
        })),
      })),
    ),
  )
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit()
  await page.goto(`${service.url}/map/citations`)
  await page.evaluate('for (const details of document.querySelectorAll("details")) details.open = true')
  assert.deepEqual(await faultsOfAppearances(page), [])
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await overhang(page), 0)
  }
  const points = page.locator('svg.plot a')
  assert.equal(await points.count(), 60)
  await points.first().focus()
  await page.keyboard.press('Tab')
  const focused = await page.evaluate<string>('document.activeElement.getAttribute("href")')
  assert.equal(focused, await points.nth(1).getAttribute('href'))
  await page.keyboard.press('Enter')
  await page.waitForURL(service.url + focused)
  assert.deepEqual(troubles, [])

  const folder = process.env.SCREENSHOTS
  if (folder === undefined) return
  for (const [width, theme] of [
    [360, 'dark'],
    [1_280, 'light'],
  ] as const) {
    const shown = await browser.visit({ width, theme })
    await shown.page.goto(`${service.url}/map/citations`)
    await shown.page.screenshot({ path: `${folder}/map-citations-${width}-${theme}.png`, fullPage: true })
  }
})

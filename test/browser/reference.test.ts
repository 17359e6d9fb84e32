import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

test('the reference is searched, linked to and tried, and a key stays in its field', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  const key = await service.key('submit')
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit({ width: 1_280 })

  await page.goto(`${service.url}/docs#getApiV1Search`)
  assert.equal(await page.locator('li:target code').textContent(), 'GET /api/v1/search')
  const shown = page.locator('.operations li:not([hidden])')
  await page.getByLabel('Find an operation').fill('gaps severe agent')
  await page.getByLabel('Find an operation').fill('submit review')
  assert.ok((await shown.count()) < 10 && (await shown.count()) > 0)
  await page.getByLabel('Find an operation').press('Enter')
  await page.waitForURL('**/docs/*')
  assert.equal(await page.locator('h1').textContent(), 'POST /api/papers')

  const answer = page.locator('#try-answer')
  await page.getByLabel('dryRun').fill('true')
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await page.locator('#try-status').getByText('200').waitFor()
  assert.match((await answer.textContent()) ?? '', /"success": true,\n/u)
  assert.equal(
    await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'),
    '[{},{},""]',
  )
  await page.reload()
  assert.equal(await page.getByLabel('API key').inputValue(), '')

  await page.goto(`${service.url}/docs/getApiPapersById`)
  await page.getByLabel('id (required)').fill('p1')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#try-status').getByText('GET /api/papers/p1: 200').waitFor()
  assert.match((await answer.textContent()) ?? '', /etag: /u)
  assert.deepEqual(troubles, [])
})

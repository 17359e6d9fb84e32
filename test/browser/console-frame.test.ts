import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/appearances.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { consoleTable, fillConsole, samplePath } from '../support/service/console-routes.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

/** A folder for pictures of the pages, if wanted. */
const pictures = process.env.SCREENSHOTS

/** The page of a link that works once, and an email in a sandbox where no script runs, not even one that checks it. */
const NOT_CHECKED = new Set(['/console/link', '/console/briefs/:id/email/preview/page'])

test('every page of the console', { timeout: 600_000 }, async (t) => {
  const service = await startTestService(t)
  await fillConsole(service)
  const admin = await signedIn(service, 'admin')
  await admin.post('/console/account/codes/start')
  const browser = await openBrowser(t)
  const pages = consoleTable.filter(({ responses }) => responses[200]?.type?.startsWith('text/html') === true)
  const paths = pages.filter(({ method, path }) => method === 'get' && !NOT_CHECKED.has(path)).map(samplePath)
  assert.ok(paths.length >= 20)
  await t.test('has no fault in either theme and width', async () => {
    const { page, troubles } = await browser.visit()
    const value = admin.secret
    if (pictures !== undefined) await mkdir(pictures, { recursive: true })
    for (const path of paths) {
      const cookies = path === '/console/sign-in' ? [] : [{ name: 'sid', value, url: service.url }]
      await page.context().clearCookies()
      await page.context().addCookies(cookies)
      const response = await page.goto(service.url + path)
      assert.equal(response?.status(), 200, path)
      const seen = async (name: string): Promise<void> => {
        if (pictures === undefined) return
        await page.screenshot({ path: join(pictures, `${name}${path.replaceAll('/', '-')}.png`), fullPage: true })
      }
      assert.deepEqual(await faultsOfAppearances(page, { seen }), [], path)
    }
    assert.deepEqual(troubles, [])
  })
})

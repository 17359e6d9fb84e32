import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser, type Visit } from '../support/browser/browser.ts'
import { wholePaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

const open = async (t: TestContext, options?: Visit) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ title: 'Checkpoints for agents' }))
  const { page, troubles } = await (await openBrowser(t)).visit(options)
  const admin = await signedIn(service, 'admin')
  await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
  await page.goto(`${service.url}/console/papers`)
  return { page, troubles, dialog: page.getByRole('dialog', { name: 'Find' }) }
}

test('Ctrl+K leads to a paper, a page and out again, with the keyboard alone', async (t) => {
  const { page, troubles, dialog } = await open(t)
  const field = dialog.getByRole('combobox')
  const option = dialog.getByRole('option')
  await page.keyboard.press('Control+k')
  await option.filter({ hasText: 'Your account' }).waitFor()
  assert.ok((await option.count()) > 8, 'actions and pages are offered before anything is typed')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('main input[name="q"]').focus()
  await page.keyboard.press('Meta+k')
  await field.fill('chekp agen')
  await option.filter({ hasText: 'Checkpoints for agents' }).waitFor()
  await page.keyboard.press('Control+k')
  await dialog.waitFor({ state: 'hidden' })
  const picture = process.env.SCREENSHOTS
  await page.keyboard.press('Control+k')
  await field.fill('chekp')
  await option.filter({ hasText: 'Checkpoints for agents' }).waitFor()
  const seen = async (appearance: string): Promise<void> => {
    if (picture === undefined) return
    await mkdir(picture, { recursive: true })
    await page.screenshot({ path: join(picture, `${appearance}-palette.png`) })
  }
  assert.deepEqual(await faultsOfAppearances(page, { seen }), [])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/papers/p1/edit')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('webhoks')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/webhooks')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/sign-in**')
  assert.deepEqual(troubles, [])
})

test('the link in the header opens it, and a page that does the same without a script', async (t) => {
  const { page, dialog } = await open(t)
  await page.getByRole('link', { name: 'Find', exact: true }).click()
  await dialog.getByRole('combobox').waitFor()
  const without = await open(t, { scripts: false })
  await without.page.getByRole('link', { name: 'Find', exact: true }).click()
  await without.page.waitForURL('**/console/find')
  await without.page.getByRole('searchbox', { name: 'Words' }).fill('chekpoints')
  await without.page.getByRole('button', { name: 'Find' }).click()
  await without.page.getByRole('link', { name: 'Checkpoints for agents' }).click()
  await without.page.waitForURL('**/console/papers/p1/edit')
})

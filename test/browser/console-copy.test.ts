import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

test('what is shown once has a button that copies exactly that', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
  await page.addInitScript('navigator.clipboard.writeText = async (text) => { globalThis.copied = text }')
  /** Presses the button, and compares what it copies with what the page shows. */
  const copies = async (name: string, shown: string): Promise<void> => {
    await page.getByRole('button', { name: `Copy ${name}` }).click()
    await page.getByText('Copied').first().waitFor()
    assert.equal(await page.evaluate('copied'), await page.locator(shown).innerText(), name)
  }
  await page.goto(`${service.url}/console/keys`)
  await page.getByLabel('Owner').fill('A robot')
  await page.getByRole('button', { name: 'Create key' }).click()
  await copies('the secret', '.notice .secret')
  await page.goto(`${service.url}/console/people`)
  await page.getByLabel('Name').fill('New Person')
  await page.getByLabel('Email').first().fill('new@example.org')
  await page.getByRole('button', { name: 'Add and create a link' }).click()
  await copies('the link', '#link')
  await page.goto(`${service.url}/console/account`)
  await page.getByRole('button', { name: 'Set up one-time codes' }).click()
  await copies('the secret of the one-time codes', '.secret')
  await page.goto(`${service.url}/console/ingestion`)
  await page.getByLabel('Label').fill('A catalogue')
  await page.getByRole('button', { name: /^Open/u }).click()
  await copies('the key', '#session-key')
  await copies('the address', '#session-url')
  assert.deepEqual(troubles, [])
})

test('a colleague is added on the page of users: the link stands there once, and a reload adds nobody', async (t) => {
  const service = await startTestService(t)
  const admin = await signedIn(service, 'admin')
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit({ width: 360 })
  await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
  const loaded: string[] = []
  page.on('load', () => loaded.push(page.url()))
  await page.goto(`${service.url}/console/people#name`)
  await page.locator('#name:focus').waitFor()
  await page.keyboard.type('New Person')
  await page.getByLabel('Email address').fill('nowhere@example')
  await page.keyboard.press('Enter')
  await page.getByText('Email address must be one email address').waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'email', 'the focus is on what is wrong')
  await page.getByLabel('Email address').fill('new@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Sign-in link for New Person' }).waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'invited', 'the answer has the focus')
  assert.ok(await page.getByRole('button', { name: 'Copy the link' }).isVisible())
  await page.getByRole('cell', { name: 'new@example.org' }).waitFor()
  const first = await page.locator('#link').innerText()
  await page.getByRole('row', { name: 'New Person' }).getByRole('button', { name: 'New link' }).click()
  await page.locator('#link').filter({ hasNotText: first }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  assert.equal(loaded.length, 1, 'all of it on one page')
  await page.reload()
  assert.equal(await page.locator('#link').count(), 0)
  assert.equal((await service.store.private.editors.list()).length, 2)
  assert.deepEqual(
    troubles.filter((trouble) => !trouble.includes('status of 400')),
    [],
  )
})

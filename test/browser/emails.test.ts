import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import { startTestService, waitingEmails } from '../support/service/test-service.ts'

test('writing and subscribing', async (t) => {
  const service = await startTestService(t)
  const emails = () => waitingEmails(service)
  const browser = await openBrowser(t)

  await t.test('work without scripts: each error is at its field, and the rest of the input stays', async () => {
    const { page } = await browser.visit({ scripts: false, width: 320 })
    await page.goto(`${service.url}/contact`)
    await page.getByLabel('Your name').fill('Ada Example')
    // An address that browsers accept and mail servers do not.
    await page.getByLabel('Your email address').fill('ada@example')
    await page.getByLabel('Message').fill('Two\nlines')
    await page.getByRole('button', { name: 'Send' }).click()
    const email = page.getByLabel('Your email address')
    assert.equal(await email.getAttribute('aria-invalid'), 'true')
    const described = (await email.getAttribute('aria-describedby'))?.split(' ') ?? []
    assert.match((await page.locator(`#${described.at(-1)}`).textContent()) ?? '', /must be one email address/u)
    assert.equal(await page.getByLabel('Message').inputValue(), 'Two\nlines')
    await page.getByRole('alert').getByRole('link').click()
    assert.match(page.url(), /#email$/u)
    await email.fill('ada@example.org')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.match(page.url(), /\/contact\/sent$/u)
    await page.reload()
    assert.equal((await emails()).length, 1, 'to load the page again sends nothing')
  })

  await t.test('lead from the form to the email, and from the email to the subscription and out of it', async () => {
    const { page, troubles } = await browser.visit({ theme: 'dark' })
    const state = async () => (await service.store.private.subscribers.findByEmail('ben@example.org'))?.state
    await page.goto(`${service.url}/subscribe`)
    await page.getByLabel('Your email address').fill('ben@example.org')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor()
    const email = (await emails()).find(({ to }) => to === 'ben@example.org')
    const link = /http:\S+\/subscribe\/confirm\?token=\S+/u.exec(email?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    assert.equal(await state(), 'pending')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'You are subscribed' }).waitFor()
    assert.equal(await state(), 'active')
    const out = /<(?<address>http[^>]+\/unsubscribe[^>]+)>/u.exec(email?.headers['List-Unsubscribe'] ?? '')?.groups
    await page.goto(out?.address ?? '')
    assert.equal(await state(), 'active')
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
    assert.equal(await state(), 'unsubscribed')
    assert.deepEqual(troubles, [])
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

const entries = Array.from(
  { length: 50 },
  (_, number) =>
    `@article{k${number}, title={Plans of agents in field ${'abcdefghij'[number % 10]}${'klmno'[Math.floor(number / 10)]}}, author={One, Ada}, year={2024}, doi={10.1000/plan.${number}}, abstract={We plan.}}`,
).join('\n')

test('fifty entries are added by a key, one paste and one press', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit({})
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/papers`)
  await page.keyboard.press('+')
  const field = page.getByLabel('Paste', { exact: true })
  await field.waitFor()
  assert.equal(await page.evaluate('document.activeElement.id'), 'text', 'the field has the focus')
  await page.evaluate(`(() => {
    const field = document.querySelector('#text')
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(entries)})
    if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))
      field.value = data.getData('text/plain')
  })()`)
  await page.getByText('50 of 50 records chosen').waitFor()
  await page.getByRole('checkbox', { name: 'Record 2', exact: true }).uncheck()
  await page.getByText('49 of 50 records chosen').waitFor()
  await page.getByRole('button', { name: 'Into review' }).click()
  await page.getByText('49 records: 49 new, 0 not new.').waitFor()
  assert.equal((await service.store.private.queue.find('p49'))?.state, 'pending')
  assert.deepEqual(troubles, [])
})

test('a file that is dropped anywhere on the page is looked at, and + types itself in a field', async (t) => {
  const service = await startTestService(t)
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit({ width: 360 })
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/add`)
  await page.getByLabel('Paste', { exact: true }).press('+')
  assert.equal(await page.getByLabel('Paste', { exact: true }).inputValue(), '+')
  await page.getByLabel('Paste', { exact: true }).fill('')
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['TY  - JOUR\\nTI  - Plans\\nAU  - One, Ada\\nER  - \\n'], 'plans.ris'))
    return data
  })()`)
  await page.locator('h1').dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByText('1 of 1 record chosen').waitFor()
  assert.equal(await page.getByLabel('Title').inputValue(), 'Plans')
  await page.getByRole('button', { name: 'Into review' }).click()
  await page.getByRole('link', { name: 'Record 1, Year' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  await page.getByRole('link', { name: 'Record 1, Year' }).click()
  await page.getByLabel('Year').fill('2024')
  await page.getByRole('button', { name: 'Into review' }).click()
  await page.getByText('1 record: 1 new, 0 not new.').waitFor()
  assert.deepEqual(
    troubles.filter((trouble) => !trouble.includes('400')),
    [],
  )
  const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  assert.equal(wide, false, 'nothing is wider than the window')
})

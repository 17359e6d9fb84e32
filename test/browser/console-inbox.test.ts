import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser, type Visit } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper } from '../support/service/papers.ts'
import { addCandidate } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

const COUNT = 14

/** An inbox whose first candidate is the last that was added, in a window with a signed-in editor. */
const openInbox = async (t: TestContext, options: Visit = {}) => {
  const service = await startTestService(t)
  const at = service.clock.now().toISOString()
  for (let number = 1; number <= COUNT; number += 1) {
    const abstract = `What work ${number} says. ${'Cells divide. '.repeat(20)}`
    await addCandidate(service.store, leastPaper({ id: `x${number}`, title: `Work ${number}`, abstract }), at)
  }
  const editor = await signedIn(service, 'editor')
  const { page, troubles } = await (await openBrowser(t)).visit(options)
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/candidates`)
  const stateOf = async (id: number) => (await service.store.private.candidates.find(id))?.state
  const works = () => page.locator('tr[data-row] [data-entry]').allInnerTexts()
  const focused = () => page.locator(':focus').innerText()
  const reads = (number: number) => page.getByText(`What work ${number} says.`).waitFor()
  return { page, troubles, stateOf, works, focused, reads }
}

test('one key decides on the first candidate, or on the one with the focus, whose abstract is open', async (t) => {
  const { page, troubles, stateOf, works, focused, reads } = await openInbox(t)
  await page.evaluate('window.sameDocument = true')
  await reads(14)
  await page.keyboard.press('r')
  await page.getByText('Dismissed: Work 14').waitFor()
  assert.equal(await stateOf(14), 'dismissed')
  await reads(13)
  await page.keyboard.press('a')
  await page.getByText('Kept: it is in the queue').waitFor()
  assert.equal(await stateOf(13), 'kept')
  // The first was read already, so the key for the next leads to the second.
  await page.keyboard.press('j')
  assert.equal(await focused(), 'Work 11')
  await reads(11)
  await page.keyboard.press('j')
  await reads(10)
  assert.equal(await page.locator('details[data-reads][open]').count(), 1)
  await page.keyboard.press('r')
  await page.getByText('Dismissed: Work 10').waitFor()
  assert.equal(await stateOf(10), 'dismissed')
  assert.equal(await focused(), 'Work 9')
  await reads(9)
  await page.keyboard.press('u')
  await page.locator('.toast').waitFor({ state: 'detached' })
  assert.equal(await stateOf(10), 'open')
  assert.equal((await works())[2], 'Work 10')
  assert.deepEqual(await faultsOfAppearances(page), [])
  assert.equal(await page.evaluate('window.sameDocument'), true)
  assert.deepEqual(troubles, [])
})

test('the abstract of a later candidate comes with the page that begins with it', async (t) => {
  const { page, troubles, works, reads } = await openInbox(t)
  for (let count = 1; count < 10; count += 1) await page.keyboard.press('j')
  await reads(5)
  await page.keyboard.press('j')
  await reads(4)
  assert.deepEqual(await works(), ['Work 4', 'Work 3', 'Work 2', 'Work 1'])
  await page.keyboard.press('r')
  await page.getByText('Dismissed: Work 4').waitFor()
  assert.deepEqual(await works(), ['Work 3', 'Work 2', 'Work 1'])
  assert.deepEqual(troubles, [])
})

test('a range of candidates is dismissed by keys, and taken back', async (t) => {
  const { page, troubles, works } = await openInbox(t)
  for (const key of ['k', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key)
  assert.equal(await page.locator('[data-selected]').innerText(), '3 selected')
  await page.getByRole('button', { name: 'Dismiss …' }).click()
  await page.getByRole('heading', { name: 'Dismiss 3 candidates?' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  await page.keyboard.press('Enter')
  await page.getByText('Dismissed: 3 candidates').waitFor()
  assert.equal((await works()).length, COUNT - 3)
  assert.deepEqual(await faultsOfAppearances(page), [])
  await page.keyboard.press('u')
  await page.locator('.toast').waitFor({ state: 'detached' })
  assert.equal((await works()).length, COUNT)
  assert.deepEqual(troubles, [])
})

test('all of the inbox works without scripts in a narrow window', async (t) => {
  const { page, stateOf, works } = await openInbox(t, { scripts: false, width: 360 })
  await page.locator('tr[data-row]').nth(1).getByRole('button', { name: 'Dismiss' }).click()
  assert.equal(await stateOf(13), 'dismissed')
  await page.getByRole('button', { name: /^Undo/u }).click()
  assert.equal(await stateOf(13), 'open')
  await page.getByRole('button', { name: /^Keep/u }).first().click()
  assert.equal(await stateOf(14), 'kept')
  await page.getByLabel('Words or identifier').fill('work 3')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  assert.deepEqual(await works(), ['Work 13', 'Work 3'])
  await page.getByRole('link', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Dismiss …' }).click()
  await page.getByRole('button', { name: 'Dismiss 2 candidates' }).click()
  assert.deepEqual([await stateOf(13), await stateOf(3)], ['dismissed', 'dismissed'])
})

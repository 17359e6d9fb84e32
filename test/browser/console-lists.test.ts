import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { newPaper } from '../support/database/stored.ts'
import { leastPaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

/** A list of twelve papers of which the first is p12, in a window with a signed-in editor. */
const openList = async (t: TestContext, options: { scripts?: boolean; width?: number } = {}) => {
  const service = await startTestService(t)
  await service.store.transact((tx) =>
    tx.papers.add(
      Array.from({ length: 12 }, (_, index) =>
        newPaper({ id: `p${index + 1}`, title: `Agents of kind ${index + 1}`, longHorizon: index * 1_000 }),
      ),
    ),
  )
  const editor = await signedIn(service, 'editor')
  const { page, troubles } = await (await openBrowser(t)).visit(options)
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/papers`)
  const selected = (): Promise<string[]> =>
    page
      .locator('tr[data-row] input:checked')
      .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('value') ?? ''))
  const conceptOf = async (id: string) => (await service.store.private.papers.listed([id])).get(id)?.paper.concepts
  return { service, page, troubles, selected, conceptOf }
}

test('ten papers get a concept by keys alone, and lose it again by one', async (t) => {
  const { page, troubles, selected, conceptOf } = await openList(t)
  for (const key of ['j', 'x', ...Array.from({ length: 9 }, () => 'Shift+ArrowDown')]) await page.keyboard.press(key)
  assert.deepEqual(
    await selected(),
    Array.from({ length: 10 }, (_, index) => `p${12 - index}`),
  )
  assert.equal(await page.locator('[data-selected]').innerText(), '10 selected')
  await page.keyboard.press('c')
  await page.keyboard.type('planning')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Add the concept “planning”: 10 papers?' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  // What can be undone is confirmed by one more Enter.
  await page.keyboard.press('Enter')
  await page.getByText('10 papers changed.').waitFor()
  assert.deepEqual(
    [await conceptOf('p12'), await conceptOf('p3'), await conceptOf('p2')],
    [['planning'], ['planning'], []],
  )
  assert.deepEqual(await faultsOfAppearances(page), [])
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByText('10 papers changed, 10 undone.').waitFor()
  assert.deepEqual(await conceptOf('p12'), [])
  assert.deepEqual(await faultsOfAppearances(page), [])
  assert.deepEqual(troubles, [])
})

test('the concept for the selected papers is found by some letters, and a new one is taken as it is typed', async (t) => {
  const { service, page, troubles } = await openList(t, { width: 360 })
  await service.accept(leastPaper({ id: 'p20', title: 'One', concepts: ['planning over days', 'planning of tools'] }))
  for (const key of ['j', 'x', 'c']) await page.keyboard.press(key)
  await page.keyboard.type('plan')
  const list = page.getByRole('listbox', { name: 'Concepts' })
  await list.getByRole('option').nth(1).waitFor()
  const field = page.getByRole('combobox', { name: 'Concepts', exact: true })
  assert.equal(await field.getAttribute('aria-activedescendant'), null, 'nothing is chosen yet')
  assert.deepEqual(await faultsOfAppearances(page), [])
  const first = await list.getByRole('option').first().locator('bdi').innerText()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), first)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Add the concept “${first}”: 1 paper?` }).waitFor()

  await page.goBack()
  await page.locator('tr[data-row] input').first().check()
  await field.or(page.locator('#bulk-concept')).first().fill('plan')
  await page.locator('#bulk-concept').press('Enter')
  await page.getByRole('heading', { name: 'Add the concept “plan”: 1 paper?' }).waitFor()
  assert.deepEqual(troubles, [])
})

test('rows are selected one by one, as ranges and as a page, and opened', async (t) => {
  const { page, troubles, selected } = await openList(t)
  const box = (id: string) => page.getByRole('checkbox', { name: `Select ${id}`, exact: true })
  await box('p10').click()
  await box('p7').click({ modifiers: ['Shift'] })
  assert.deepEqual(await selected(), ['p10', 'p9', 'p8', 'p7'])
  // A range that grew back gives up what it leaves.
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowUp']) await page.keyboard.press(key)
  assert.deepEqual(await selected(), ['p10', 'p9', 'p8', 'p7', 'p6'])
  await page.keyboard.press('*')
  assert.equal((await selected()).length, 12)
  assert.equal(await page.locator('[data-selected]').innerText(), '12 selected')
  await page.getByText('Select none on this page').click()
  assert.deepEqual(await selected(), [])
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/papers/*/edit')
  assert.deepEqual(troubles, [])
})

test('without scripts a page is selected by a link, and its papers are changed by forms', async (t) => {
  const { page, selected, conceptOf } = await openList(t, { scripts: false, width: 360 })
  await page.getByRole('link', { name: 'Select all on this page' }).click()
  assert.equal((await selected()).length, 12)
  await page.locator('.list-controls input[name="concept"]').fill('memory')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('button', { name: 'Add the concept' }).click()
  assert.deepEqual(await conceptOf('p1'), ['memory'])
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.deepEqual(await conceptOf('p1'), [])
})

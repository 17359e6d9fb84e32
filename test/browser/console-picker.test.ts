import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { wholePaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

const titles = ['Checkpoints for agents', 'Checkpoints <b>bold</b>', 'Memory of agents']

/** A page of the console with a field of its own that finds papers; what is picked or typed is added to a list. */
const openField = async (t: TestContext) => {
  const service = await startTestService(t)
  for (const [index, title] of titles.entries()) await service.accept(wholePaper({ id: `p${index + 1}`, title }))
  const editor = await signedIn(service, 'editor')
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/gaps/new`)
  await page.evaluate(`(async () => {
    const { combobox } = await import('/assets/console-picker.js')
    const field = document.createElement('div')
    field.className = 'field'
    const label = document.createElement('label')
    label.htmlFor = 'pick'
    label.textContent = 'Paper'
    const input = document.createElement('input')
    input.id = 'pick'
    field.append(label, input)
    document.querySelector('main').prepend(field)
    window.picks = []
    const typed = (text) => window.picks.push('typed ' + text)
    const picked = ({ id }) => {
      window.picks.push(id)
      label.title = 'picked ' + id
    }
    combobox(input, { kind: 'papers', picked, typed })
  })()`)
  const picks = () => page.evaluate<string[]>('window.picks')
  const input = page.getByRole('combobox', { name: 'Paper' })
  const options = page.getByRole('listbox', { name: 'Paper' }).getByRole('option')
  /** Types, and waits for what it finds. */
  const type = async (text: string): Promise<void> => {
    await input.fill(text)
    await options.filter({ hasText: `${text} as typed` }).waitFor()
  }
  return { page, troubles, input, options, picks, type }
}

const active = (page: Page): Promise<string> =>
  page.evaluate<string>(
    "document.getElementById(document.querySelector('#pick').getAttribute('aria-activedescendant'))?.textContent ?? ''",
  )

test('papers are found while typing and picked with the keys, and a screen reader is told', async (t) => {
  const { page, input, options, picks, troubles, type } = await openField(t)
  await type('chekpoints')
  assert.equal(await input.getAttribute('aria-expanded'), 'true')
  assert.equal(await page.getByRole('status').first().innerText(), '2 results, arrow keys choose, Enter picks.')
  const order = [await active(page)]
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key)
    order.push(await active(page))
  }
  const names = order.map((text) => text.split(' p')[0])
  assert.deepEqual(names.slice(0, 3), ['Checkpoints for agents', 'Checkpoints <b>bold</b>', 'chekpoints as typed'])
  assert.deepEqual(names.slice(3), ['Checkpoints for agents', 'chekpoints as typed', 'Checkpoints <b>bold</b>'])
  assert.deepEqual(await faultsOfAppearances(page), [])
  await input.focus()
  await type('chekpoint')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  assert.deepEqual(await picks(), ['p2'])
  assert.equal(await input.getAttribute('aria-expanded'), 'false')
  assert.match(page.url(), /\/console\/gaps\/new$/u, 'Enter did not send a form')
  await type('memory')
  await options.filter({ hasText: 'Memory of agents' }).click()
  assert.deepEqual(await picks(), ['p2', 'p3'])
  await type('something new')
  await page.keyboard.press('Enter')
  assert.deepEqual(await picks(), ['p2', 'p3', 'typed something new'])
  assert.deepEqual(troubles, [])
})

test('Escape closes the list, what was typed stays, and stale answers are not shown', async (t) => {
  const { page, input, options, picks, type } = await openField(t)
  await type('agents')
  await page.keyboard.press('Escape')
  assert.equal(await options.count(), 0)
  assert.equal(await input.inputValue(), 'agents')
  await page.keyboard.press('ArrowDown')
  await options.first().waitFor()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/console/find?q=memory*', async (route) => {
    await held
    await route.continue().catch(() => {})
  })
  const asked = page.waitForRequest('**/console/find?q=memory*')
  await input.fill('memory')
  await asked
  await input.fill('bold')
  await options.filter({ hasText: '<b>bold</b>' }).waitFor()
  release()
  assert.equal(await options.filter({ hasText: 'Memory' }).count(), 0)
  await page.keyboard.press('Enter')
  assert.deepEqual(await picks(), ['p2'])
})

test('Enter that comes before the results picks the first of them, and a failure is said', async (t) => {
  const { page, input, picks } = await openField(t)
  await input.focus()
  await page.keyboard.type('memory')
  await page.keyboard.press('Enter')
  await page.getByTitle('picked p3').waitFor()
  assert.deepEqual(await picks(), ['p3'])
  await page.route('**/console/find?**', (route) => route.abort())
  await input.fill('agents')
  await page.getByText('The server does not answer.').waitFor()
  await page.unroute('**/console/find?**')
  await page.context().clearCookies()
  await input.fill('agents of')
  await page.getByText('You are signed out.').waitFor()
})

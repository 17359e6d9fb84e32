import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { submit } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

const open = async (t: TestContext) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ id: 'p1', concepts: ['checkpointing', 'error recovery'] }))
  await service.accept(leastPaper({ id: 'p2' }))
  await submit(service, await service.key(), leastPaper({ id: 'p3', title: 'A paper that waits' }))
  const { page, troubles } = await (await openBrowser(t)).visit()
  const editor = await signedIn(service, 'editor')
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  const go = (path: string) => page.goto(service.url + path)
  const conceptsOf = async (id: string) => (await service.store.private.papers.findByIds([id])).get(id)?.concepts
  return { service, page, troubles, go, conceptsOf }
}

test('the form of a paper takes concepts by a few letters, and new ones as they are typed', async (t) => {
  const { page, troubles, go, conceptsOf } = await open(t)
  await go('/console/papers/p2/edit')
  const field = page.getByRole('combobox', { name: 'Add by a few letters' })
  await field.focus()
  const lines = page.getByRole('textbox', { name: 'Concepts' })
  for (const [typed, line] of [
    ['chekp', 'checkpointing'],
    ['err', 'error recovery'],
    ['ERROR', 'error recovery'],
    ['planning', 'planning'],
  ] as const) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    // The field is empty again once its line is there.
    while ((await field.inputValue()) !== '') await page.waitForTimeout(20)
    assert.ok((await lines.inputValue()).split('\n').includes(line), line)
  }
  assert.equal(await lines.inputValue(), 'checkpointing\nerror recovery\nplanning')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved as version 2.').waitFor()
  assert.deepEqual(await conceptsOf('p2'), ['checkpointing', 'error recovery', 'planning'])
  assert.deepEqual(troubles, [])
})

test('the form of a review completes the last of several concepts', async (t) => {
  const { service, page, troubles, go, conceptsOf } = await open(t)
  await go('/console/queue/p3')
  await page.keyboard.press('n')
  const field = page.getByRole('combobox', { name: /^More/u })
  const option = page.getByRole('listbox').getByRole('option')
  await page.keyboard.type('memory; recov')
  await option.filter({ hasText: 'error recovery' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), 'memory; error recovery; ')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByText('Accepted').first().waitFor()
  assert.deepEqual(troubles, [])
  service.clock.advance(60)
  await service.run(applyDueDecisions, null)
  assert.deepEqual(await conceptsOf('p3'), ['memory', 'error recovery'])
})

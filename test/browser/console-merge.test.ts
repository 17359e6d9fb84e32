import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { leastPaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

test('a duplicate is merged into a paper found by its title, after a look at both', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Checkpoints for agents', concepts: ['memory'] }),
    leastPaper({ id: 'p2', title: 'Check-points of agents', concepts: ['recovery'] }),
  )
  const editor = await signedIn(service, 'editor')
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/papers/p2/edit`)
  await page.getByText('Merge into another paper').click()
  const field = page.getByRole('combobox', { name: 'The paper to keep' })
  await field.fill('chekpoints for')
  await page.getByRole('listbox', { name: 'The paper to keep' }).getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), 'p1')
  await page.getByRole('link', { name: 'Checkpoints for agents' }).waitFor()
  await page.getByRole('button', { name: 'Show both' }).click()
  await page.getByRole('heading', { name: 'Merge p2 into p1' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  assert.equal((await service.store.private.submissions.findWithoutHistory('p2'))?.state, 'accepted')
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.waitForURL('**/console/papers/p1/edit')
  assert.equal((await service.store.private.submissions.findWithoutHistory('p2'))?.state, 'merged')
  assert.deepEqual((await service.store.private.papers.findByIds(['p1'])).get('p1')?.concepts, ['memory', 'recovery'])
  assert.deepEqual(troubles, [])
})

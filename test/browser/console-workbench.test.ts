import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { mergeConcepts } from '#actions/editorial/concepts.ts'
import { tagPaper } from '#actions/papers.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { markupOf, wordsOf } from '../support/markup.ts'
import { leastPaper } from '../support/service/papers.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { submit } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

const open = async (t: TestContext) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'First', concepts: ['tool use', 'memory'] }),
    leastPaper({ id: 'p2', title: 'Second', concepts: ['tool-uses', 'memory'] }),
    leastPaper({ id: 'p3', title: 'Third', concepts: ['tool use', 'tool-uses'] }),
    ...Array.from({ length: 10 }, (_, index) =>
      leastPaper({ id: `p${20 + index}`, title: `Tool use of kind ${index}`, abstract: 'What agents do.' }),
    ),
  )
  const editor = await signedIn(service, 'editor')
  const words = async (path: string, status = 200) => wordsOf(await markupOf(await editor.get(path), status))
  const conceptsOf = async (id: string) => (await service.store.private.papers.findByIds([id])).get(id)?.concepts
  return { service, editor, words, conceptsOf }
}

test('near-twins are shown, and merged after a look at what changes', async (t) => {
  const { editor, words, conceptsOf } = await open(t)
  assert.match(
    await words('/console/concept-workbench'),
    /tool uses? 2 papers tool-uses? 2 papers ending, hyphen, spacing or case/u,
  )
  assert.match(await words('/console/concepts/tool-use'), /Papers that name it and lack it/u)
  const preview = await words('/console/concepts/tool-uses/merge?into=tool-use')
  assert.match(preview, /2 public papers get “tool use” instead of “tool-uses”, each as a new version/u)
  assert.match(preview, /1 of these papers has both/u)
  assert.match(preview, /“tool use” has 3 public papers instead of 2/u)
  assert.match(preview, /\/concepts\/tool-uses leads to \/concepts\/tool-use/u)
  assert.deepEqual(await conceptsOf('p2'), ['tool-uses', 'memory'], 'a look changes nothing')
  assert.equal((await editor.post('/console/concepts/tool-uses/merge', { into: 'tool-use' })).status, 303)
  assert.deepEqual(await conceptsOf('p2'), ['tool use', 'memory'])
  assert.deepEqual(await conceptsOf('p3'), ['tool use'])
  assert.match(await words('/console/concept-workbench'), /No two names are alike/u)
  await words('/console/concepts/tool-use/merge?into=nothing', 404)
  assert.equal((await editor.get('/console/concepts/tool-use/merge')).status, 303)
})

test('an unused concept is deleted after one question, and one in use says where it is', async (t) => {
  const { service, editor, words } = await open(t)
  await service.run(mergeConcepts, { id: 'tool-uses', into: 'tool-use', version: null, actor: 'test' })
  assert.match(await words('/console/concepts/memory'), /It cannot be deleted: 2 public papers have it\./u)
  await service.run(tagPaper, { id: 'p1', concept: 'memory', isTagged: false, actor: 'test' })
  await service.run(tagPaper, { id: 'p2', concept: 'memory', isTagged: false, actor: 'test' })
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/concept-workbench`)
  await page.getByRole('button', { name: 'Delete memory…' }).click()
  await page.getByRole('heading', { name: 'Delete the concept “memory”?' }).waitFor()
  assert.deepEqual(await faultsOfAppearances(page), [])
  await page.getByRole('link', { name: 'Cancel; nothing has been done' }).click()
  await page.getByRole('button', { name: 'Delete this concept…' }).click()
  await page.getByRole('button', { name: 'Delete the concept' }).click()
  await page.getByText('The concept “memory” was deleted.').waitFor()
  assert.equal(await service.store.private.concepts.find('memory'), null)
  assert.deepEqual(troubles, [])
})

test('ten papers are tagged by ten keys on one page, which can be taken back', async (t) => {
  const { service, editor, words, conceptsOf } = await open(t)
  const { page, troubles } = await (await openBrowser(t)).visit()
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  const pictures = process.env.SCREENSHOTS
  const look = async (path: string): Promise<void> => {
    await page.goto(service.url + path)
    const seen = async (appearance: string): Promise<void> => {
      if (pictures === undefined) return
      await mkdir(pictures, { recursive: true })
      await page.screenshot({ path: join(pictures, `${appearance}${path.split('?')[0]?.replaceAll('/', '-')}.png`) })
    }
    assert.deepEqual(await faultsOfAppearances(page, { seen }), [], path)
  }
  await look('/console/concept-workbench')
  await look('/console/concepts/tool-uses/merge?into=tool-use')
  await look('/console/concepts/tool-use/untagged')
  await page.goto(`${service.url}/console/concepts/tool-use/untagged`)
  // One is passed over; it stays where it is.
  const first = await page.locator('.untagged code').first().innerText()
  const second = await page.locator('.untagged code').nth(1).innerText()
  await page.getByRole('button', { name: `Tag ${second}` }).focus()
  for (let left = 9; left > 0; left -= 1) {
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
    assert.equal(await page.locator('.untagged').count(), left)
    const focused = await page.locator(':focus').getAttribute('aria-label')
    assert.equal(
      focused === `Tag ${first}`,
      left === 1,
      `${left} left: the next one has the focus, not the one passed over`,
    )
  }
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  await page.getByText('Every paper that names it has it.').waitFor()
  assert.deepEqual(await conceptsOf(second), ['tool use'])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByRole('button', { name: `Tag ${first}` }).waitFor()
  assert.deepEqual(await conceptsOf(first), [])
  assert.deepEqual(troubles, [])
  await submit(service, await service.key(), leastPaper({ id: 'p50', title: 'Tool use that waits' }))
  assert.doesNotMatch(await words('/console/concepts/tool-use/untagged'), /p50/u)
  assert.equal((await editor.post('/console/concepts/tool-use/tag', { paper: 'p50' })).status, 409)
  assert.equal((await editor.post('/console/concepts/tool-use/tag', { paper: 'p99' })).status, 404)
})

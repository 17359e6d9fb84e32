import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { applyDueDecisions } from '#actions/scheduled-decisions.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser } from '../support/browser/browser.ts'
import { acceptAssessedPapers, unassessedPaper, submit } from '../support/service/review.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { startTestService } from '../support/service/test-service.ts'

const COMMENTARY = 'A plain store, well measured; nobody asks what it forgets.'

const openBench = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  await acceptAssessedPapers(service, 12)
  const key = await service.key()
  for (const id of ['p1', 'p2'])
    await submit(service, key, unassessedPaper({ id, title: `Retrieval of episodes ${id}` }))
  const browser = await openBrowser(t)
  const editor = await signedIn(service, 'editor')
  const visit = async (options?: Parameters<typeof browser.visit>[0]) => {
    const visited = await browser.visit(options)
    await visited.page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
    await visited.page.goto(`${service.url}/console/queue/p1`)
    return visited
  }
  return { service, visit }
}

/** Presses keys and counts them; words of a commentary are typed and not counted. */
const keyboard = (page: Page) => {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
      count += keys.length
    },
    count: () => count,
  }
}

const decided = (page: Page): Promise<void> => page.locator('.undo').getByText('You accepted').waitFor()

test('an assessment is made from suggestions by at most 12 keys on one page, and kept with the decision', async (t) => {
  const { service, visit } = await openBench(t)
  const { page, troubles } = await visit()
  await page.evaluate('window.sameDocument = true')
  assert.equal(await page.getByLabel('Chapter').inputValue(), '3')
  assert.match(await page.locator('#chapter-reason').innerText(), /^Suggested 3: like p\d+, p\d+, p\d+/u)
  assert.match(
    await page.locator('.concepts').innerText(),
    /episodic memory\s+its abstract names the concept episodic memory; like/u,
  )
  const keys = keyboard(page)
  await keys.press('4', 't')
  await keys.press('l', 'ArrowUp', 'Enter')
  await keys.press('c', 'Space')
  await keys.press('m')
  await page.keyboard.type(COMMENTARY)
  await keys.press('Escape', 'a')
  await decided(page)
  assert.ok(keys.count() <= 12, `${keys.count()} keys`)
  assert.equal(await page.evaluate('window.sameDocument'), true)

  const made = await service.store.private.decisions.find('p1')
  const chosen = made?.assessed
  assert.deepEqual([chosen?.chapter, chosen?.commentary], [4, COMMENTARY])
  assert.notEqual(chosen?.type, 'system')
  assert.equal((await service.store.private.submissions.findWithoutHistory('p1'))?.version, 1)
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  const found = await service.store.public.papers.find('p1')
  assert.ok(found?.state === 'accepted')
  assert.deepEqual(
    [found.paper.chapter, found.paper.type, found.paper.longHorizon, found.paper.commentary],
    [4, chosen?.type, chosen?.longHorizon, COMMENTARY],
  )
  assert.equal(found.paper.concepts.length, 1)
  assert.deepEqual(troubles, [])
})

test('suggestions are marked until somebody touches them, and one key clears those that nobody did', async (t) => {
  const { visit } = await openBench(t)
  const { page, troubles } = await visit()
  const marked = () => page.locator('.suggested').count()
  const before = await marked()
  assert.ok(before >= 5, `${before} suggestions`)
  await page.keyboard.press('5')
  await page.keyboard.press('n')
  await page.keyboard.type('tidal scheduling')
  await page.keyboard.press('Enter')
  assert.equal(await marked(), before - 1)
  await page.keyboard.press('x')
  assert.equal(await marked(), 0)
  assert.deepEqual(
    [
      await page.getByLabel('Chapter').inputValue(),
      await page.getByLabel('Type').inputValue(),
      await page.getByLabel('Long-horizon score').inputValue(),
      await page.locator('.concepts :checked').count(),
      await page.getByLabel('More concepts').inputValue(),
    ],
    ['5', '', '', 0, 'tidal scheduling'],
  )
  // While reply templates are offered, digits choose among them.
  await page.keyboard.press('q')
  await page.keyboard.press('1')
  assert.equal(await page.getByLabel('Chapter').inputValue(), '5')
  assert.notEqual(await page.getByLabel('Note to the submitter').inputValue(), '')
  assert.deepEqual(troubles, [])
})

test('undoing an acceptance loses nothing that was typed, without scripts too', async (t) => {
  const { service, visit } = await openBench(t)
  const { page } = await visit({ scripts: false })
  await page.getByLabel('Commentary').fill(COMMENTARY)
  await page.getByLabel('Enterprise score').fill('2')
  await page.getByRole('button', { name: /^Accept/u }).click()
  assert.match(await page.getByRole('alert').innerText(), /enterpriseScore: must be at most 1/u)
  assert.equal(await page.getByLabel('Commentary').inputValue(), COMMENTARY)
  await page.getByLabel('Enterprise score').fill('0,25')
  await page.getByRole('button', { name: /^Accept/u }).click()
  await decided(page)
  await page.getByRole('button', { name: /^Undo/u }).click()
  assert.equal(new URL(page.url()).pathname, '/console/queue/p1')
  assert.equal(await page.getByLabel('Commentary').inputValue(), COMMENTARY)
  assert.equal(await page.getByLabel('Enterprise score').inputValue(), '0.25')
  assert.equal(await page.locator('.suggested').count(), 0)
  assert.equal(await service.store.private.decisions.find('p1'), null)
})

test('a draft stands under the agent’s name with its passages, one key takes it over, and the bench has no fault', async (t) => {
  const { service, visit } = await openBench(t)
  const passage = 'Episodes are written to a memory store.'
  const draft = {
    version: 1,
    type: { value: 'benchmark', passage },
    enterpriseScore: { value: 0.44, passage },
    concepts: [{ value: 'memory retrieval', passage }],
    houseCommentary: { value: COMMENTARY, passages: [passage] },
  }
  const headers = { 'x-api-key': await service.key('draft') }
  assert.equal((await service.send('PUT', '/api/editorial/drafts/p1', draft, headers)).status, 200)
  const { page, troubles } = await visit()
  assert.match(
    await page.locator('.draft').innerText(),
    /^Draft by test [\s\S]*Enterprise score\s+0\.44\s+Episodes are written/u,
  )
  assert.equal(await page.getByLabel('Commentary').inputValue(), '')
  assert.deepEqual(
    await faultsOfAppearances(page, {
      seen: async (name) => {
        if (process.env.SCREENSHOTS !== undefined)
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/draft-${name}.png`, fullPage: true })
      },
    }),
    [],
  )
  await page.keyboard.press('d')
  await page.locator('.draft:not([open])').waitFor()
  assert.deepEqual(
    [
      await page.getByLabel('Commentary').inputValue(),
      await page.getByLabel('Type').inputValue(),
      await page.getByLabel('Enterprise score').inputValue(),
      // What the draft says nothing of stays a suggestion.
      await page.getByLabel('Chapter').inputValue(),
      await page.locator('.suggested').getByLabel('Chapter').count(),
    ],
    [COMMENTARY, 'benchmark', '0.44', '3', 1],
  )
  assert.equal(await service.store.private.decisions.find('p1'), null)
  await page.keyboard.press('a')
  await decided(page)
  const made = await service.store.private.decisions.find('p1')
  assert.deepEqual([made?.assessed?.type, made?.assessed?.concepts], ['benchmark', ['memory retrieval']])
  assert.deepEqual(troubles, [])
})

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

const fieldValue = (page: Page, label: string): Promise<string> => page.getByLabel(label).inputValue()

test('an assessment is made from suggestions by at most 12 keys on one page, and kept with the decision', async (t) => {
  const { service, visit } = await openBench(t)
  const { page, troubles } = await visit()
  await page.evaluate('window.sameDocument = true')
  assert.equal(await fieldValue(page, 'Chapter'), '')
  assert.match(
    await page.locator('#chapter-chips').innerText(),
    /^3 · \d+ %\s+like “Episodic memory of agents, part \d+” \(p\d+\), “/u,
  )
  assert.match(
    await page.locator('.concepts').innerText(),
    /episodic memory · \d+ %\s+its abstract names the concept episodic memory; like p\d+/u,
  )
  assert.match(await page.locator('.concepts').innerText(), /“Episodic memory of agents, part 0” \(p101\)/u)
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
  assert.deepEqual([chosen?.chapter, chosen?.commentary, chosen?.enterprise], [4, COMMENTARY, null])
  assert.equal(chosen?.type, 'system')
  assert.equal((await service.store.private.submissions.findWithoutHistory('p1'))?.version, 1)
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  const found = await service.store.public.papers.find('p1')
  assert.ok(found?.state === 'accepted')
  assert.deepEqual(
    [found.paper.chapter, found.paper.type, found.paper.longHorizon, found.paper.commentary],
    [4, chosen.type, chosen.longHorizon, COMMENTARY],
  )
  assert.equal(found.paper.concepts.length, 1)
  assert.deepEqual(troubles, [])
})

test('a suggestion that nobody takes is not published', async (t) => {
  const { service, visit } = await openBench(t)
  const { page } = await visit()
  await page.keyboard.press('a')
  await decided(page)
  assert.equal((await service.store.private.decisions.find('p1'))?.assessed, null)
  service.clock.advance(30)
  await service.run(applyDueDecisions, null)
  const found = await service.store.public.papers.find('p1')
  assert.ok(found?.state === 'accepted')
  const { chapter, type, longHorizon, enterprise, concepts, frameworks } = found.paper
  assert.deepEqual([chapter, type, longHorizon, enterprise, concepts, frameworks], [null, null, null, null, [], []])
})

test('Tab takes the suggestion of an empty field and goes on, Shift+Tab takes all, Escape none, and Tab leaves every field', async (t) => {
  const { visit } = await openBench(t)
  const { page, troubles } = await visit()
  const focused = () => page.evaluate<string>('document.activeElement.id || document.activeElement.tagName')
  const pressed = () => page.locator('.chip[aria-pressed="true"]').allInnerTexts()
  await page.keyboard.press('s')
  assert.equal(await focused(), 'chapter')
  await page.keyboard.press('Tab')
  assert.deepEqual([await fieldValue(page, 'Chapter'), await focused()], ['3', 'type'])
  assert.match((await pressed()).join(' '), /^3 · \d+ %$/u)
  assert.match(await page.getByRole('status').innerText(), /Chapter: 3 taken/u)
  // Escape dismisses what the field is offered; then Tab leaves it.
  await page.keyboard.press('Escape')
  assert.equal(await page.locator('#type-chips').isVisible(), false)
  await page.keyboard.press('Tab')
  assert.deepEqual([await fieldValue(page, 'Type'), await focused()], ['', 'longHorizonScore'])
  await page.keyboard.press('Shift+Tab')
  assert.deepEqual(
    [await fieldValue(page, 'Type'), await fieldValue(page, 'Practice'), await focused()],
    ['', '0.27', 'longHorizonScore'],
  )
  assert.notEqual(await fieldValue(page, 'Main subject'), '')
  assert.ok((await page.locator('.concepts :checked').count()) > 0)
  // Every field is filled or dismissed now, so that both keys move the focus again.
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focused(), 'type')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  assert.notEqual(await focused(), 'longHorizonScore')
  await page.getByLabel('Practice').fill('0.25')
  await page.locator('.concepts [type="checkbox"]').first().press('x')
  assert.deepEqual(
    [
      await fieldValue(page, 'Chapter'),
      await fieldValue(page, 'Main subject'),
      await fieldValue(page, 'Practice'),
      await page.locator('.concepts :checked').count(),
    ],
    ['', '', '0.25', 0],
  )
  const chip = page.locator('#chapter-chips button').first()
  await chip.click()
  assert.deepEqual([await fieldValue(page, 'Chapter'), await chip.getAttribute('aria-pressed')], ['3', 'true'])
  await chip.click()
  assert.equal(await fieldValue(page, 'Chapter'), '')
  // While reply templates are offered, digits choose among them.
  await page.keyboard.press('5')
  await page.keyboard.press('q')
  await page.keyboard.press('1')
  assert.equal(await fieldValue(page, 'Chapter'), '5')
  assert.notEqual(await page.getByLabel('Note to the submitter').inputValue(), '')
  assert.deepEqual(troubles, [])
})

test('without scripts a suggestion is taken by its button, Enter decides nothing, and what was typed stays', async (t) => {
  const { service, visit } = await openBench(t)
  const { page } = await visit({ scripts: false })
  await page.getByLabel('Commentary').fill(COMMENTARY)
  await page.locator('#chapter-chips button').first().click()
  assert.deepEqual([await fieldValue(page, 'Chapter'), await fieldValue(page, 'Commentary')], ['3', COMMENTARY])
  await page.locator('#chapter-chips [aria-pressed="true"]').click()
  assert.equal(await fieldValue(page, 'Chapter'), '')
  await page.getByLabel('Practice').press('Enter')
  await page.waitForURL('**/console/queue/p1/take')
  assert.deepEqual([await fieldValue(page, 'Chapter'), await fieldValue(page, 'Commentary')], ['', COMMENTARY])
  assert.equal(await service.store.private.decisions.find('p1'), null)
  await page.getByLabel('Practice').fill('0.9')
  await page.getByRole('button', { name: 'Take all suggestions' }).click()
  assert.deepEqual(
    [await fieldValue(page, 'Chapter'), await fieldValue(page, 'Type'), await fieldValue(page, 'Practice')],
    ['3', 'system', '0.9'],
  )
  assert.ok((await page.locator('.concepts :checked').count()) > 0)
  await page.getByRole('button', { name: /^Accept/u }).click()
  await decided(page)
  assert.equal((await service.store.private.decisions.find('p1'))?.assessed?.chapter, 3)
})

test('undoing an acceptance loses nothing that was typed, without scripts too', async (t) => {
  const { service, visit } = await openBench(t)
  const { page } = await visit({ scripts: false })
  await page.getByLabel('Commentary').fill(COMMENTARY)
  await page.getByLabel('Practice').fill('2')
  await page.getByRole('button', { name: /^Accept/u }).click()
  assert.match(await page.getByRole('alert').innerText(), /enterpriseScore: must be at most 1/u)
  assert.equal(await page.getByLabel('Commentary').inputValue(), COMMENTARY)
  await page.getByLabel('Practice').fill('0,25')
  await page.getByRole('button', { name: /^Accept/u }).click()
  await decided(page)
  await page.getByRole('button', { name: /^Undo/u }).click()
  assert.equal(new URL(page.url()).pathname, '/console/queue/p1')
  assert.equal(await page.getByLabel('Commentary').inputValue(), COMMENTARY)
  assert.equal(await page.getByLabel('Practice').inputValue(), '0.25')
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
    /^Draft by test [\s\S]*Practice\s+0\.44\s+Episodes are written/u,
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
      await page.getByLabel('Practice').inputValue(),
      // What the draft says nothing of stays empty.
      await page.getByLabel('Chapter').inputValue(),
    ],
    [COMMENTARY, 'benchmark', '0.44', ''],
  )
  assert.equal(await service.store.private.decisions.find('p1'), null)
  await page.keyboard.press('a')
  await decided(page)
  const made = await service.store.private.decisions.find('p1')
  assert.deepEqual(
    [made?.assessed?.type, made?.assessed?.concepts, made?.assessed?.chapter],
    ['benchmark', ['memory retrieval'], null],
  )
  assert.deepEqual(troubles, [])
})

test('suggestions for many papers are confirmed without scripts too, and their page has no fault', async (t) => {
  const { service, visit } = await openBench(t)
  await service.accept(unassessedPaper({ id: 'p50', title: 'Episodes of an agent' }))
  const { page, troubles } = await visit({ scripts: false })
  await page.goto(`${service.url}/console/assess-many?confidence=60`)
  await page.getByRole('button', { name: 'Assess the ticked papers' }).click()
  assert.match(await page.locator('main').innerText(), /1 paper assessed\./u)
  const wide = await visit()
  await wide.page.goto(`${service.url}/console/assess-many?in=queue&confidence=60`)
  assert.deepEqual(
    await faultsOfAppearances(wide.page, {
      seen: async (name) => {
        if (process.env.SCREENSHOTS !== undefined)
          await wide.page.screenshot({ path: `${process.env.SCREENSHOTS}/assess-many-${name}.png`, fullPage: true })
      },
    }),
    [],
  )
  assert.deepEqual([...troubles, ...wide.troubles], [])
})

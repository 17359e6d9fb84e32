import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { RecordLookup } from '#ports/record-lookup.ts'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper, wholePaper } from '../support/service/papers.ts'
import { submit } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

/** What a task takes: keys (each letter that is typed, and pasting as one), clicks, and pages that are opened on the way. */
type Effort = { keys: number; clicks: number; pages: number }

type Hands = {
  page: Page
  press: (key: string) => Promise<void>
  /** A text of one's own, which no page can shorten. */
  type: (text: string) => Promise<void>
  click: (target: Locator) => Promise<void>
}

/** In a narrow window, so that each task is also possible there. */
const WIDTH = 360

const COMMENTARY = 'It measures what others guess.'

const entries = Array.from(
  { length: 50 },
  (_, number) =>
    `@article{k${number}, title={Plans of agents in field ${'abcdefghij'[number % 10]}${'klmno'[Math.floor(number / 10)]}}, author={One, Ada}, year={2024}, doi={10.1000/plan.${number}}, abstract={We plan.}}`,
).join('\n')

const record = { title: 'A registered plan', authors: ['Ada One'], year: 2024, abstract: 'We plan.' }

/** Does a task from the page that one begins at, and says what it took. */
const measure = async (page: Page, address: string, task: (hands: Hands) => Promise<void>): Promise<Effort> => {
  await page.goto(address)
  const effort: Effort = { keys: 0, clicks: 0, pages: 0 }
  const loaded = () => {
    effort.pages += 1
  }
  page.on('domcontentloaded', loaded)
  await task({
    page,
    press: async (key) => {
      effort.keys += 1
      await page.keyboard.press(key)
    },
    type: async (text) => {
      effort.keys += text.length
      await page.keyboard.type(text)
    },
    click: async (target) => {
      effort.clicks += 1
      await target.click()
    },
  })
  page.off('domcontentloaded', loaded)
  assert.equal(await overhang(page), 0, `${page.url()} fits a narrow window`)
  return effort
}

const paste = async ({ page, press }: Hands, text: string): Promise<void> => {
  await page.evaluate(`(() => {
    const field = document.activeElement
    const data = new DataTransfer()
    data.setData('text/plain', ${JSON.stringify(text)})
    if (field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })))
      field.value = data.getData('text/plain')
  })()`)
  // The key itself, which a test has no clipboard for.
  await press('Control')
}

const lookUpRecords: RecordLookup = async (listed) =>
  listed.map(({ position, fields }) => ({
    format: 'csl-json',
    position,
    recordId: String(fields.doi),
    fields: { ...record, doi: fields.doi },
    unmapped: [],
    source: '{}',
  }))

const open = async (t: TestContext) => {
  const service = await startTestService(t, { lookUpRecords })
  const admin = await signedIn(service, 'admin')
  const { page, troubles } = await (await openBrowser(t)).visit({ width: WIDTH })
  await page.context().addCookies([{ name: 'sid', value: admin.secret, url: service.url }])
  const today = `${service.url}/console`
  return { service, page, troubles, today }
}

test('a paper is reviewed, commented on and accepted', async (t) => {
  const { service, page, troubles, today } = await open(t)
  await submit(service, await service.key(), wholePaper({ id: 'p7', title: 'Plans that wait', houseCommentary: '' }))
  const effort = await measure(page, today, async ({ press, type, click }) => {
    await click(page.getByRole('link', { name: '1 paper to review' }))
    await page.waitForURL(/\/console\/queue$/u)
    await press('j')
    await press('Enter')
    await page.waitForURL(/\/console\/queue\/p7/u)
    await press('m')
    await type(COMMENTARY)
    await press('Escape')
    await press('a')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  })
  assert.deepEqual(effort, { keys: 5 + COMMENTARY.length, clicks: 1, pages: 1 })
  assert.deepEqual(troubles, [])
})

test('a score is corrected from the page of the paper', async (t) => {
  const { service, page, troubles } = await open(t)
  await service.accept(wholePaper({ id: 'p1', title: 'One' }))
  // Signing in leaves this, so that public pages lead editors to their forms.
  await page.goto(`${service.url}/console/papers`)
  const effort = await measure(page, `${service.url}/papers/p1`, async ({ press, type }) => {
    await page.getByRole('link', { name: 'Edit' }).waitFor()
    await press('e')
    await page.waitForURL(/\/console\/papers\/p1/u)
    await press('l')
    await type('0.4')
    await press('Enter')
    await page.getByText(/^Saved as version 2/u).waitFor()
  })
  assert.deepEqual(effort, { keys: 6, clicks: 0, pages: 2 })
  assert.deepEqual(troubles, [])
})

test('ten papers are tagged', async (t) => {
  const { service, page, troubles } = await open(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'First', concepts: ['tool use'] }),
    ...Array.from({ length: 10 }, (_, index) =>
      leastPaper({ id: `p${20 + index}`, title: `Tool use of kind ${index}` }),
    ),
  )
  const effort = await measure(page, `${service.url}/console/concepts/tool-use/untagged`, async ({ press }) => {
    for (let left = 9; left >= 0; left -= 1) {
      await Promise.all([page.waitForEvent('load'), press('Enter')])
      assert.equal(await page.locator('.untagged').count(), left)
    }
  })
  assert.equal(effort.keys, 10)
  assert.equal(effort.clicks, 0)
  assert.deepEqual(troubles, [])
})

test('fifty entries of BibTeX are added, and one paper by its DOI', async (t) => {
  const { page, troubles, today } = await open(t)
  const many = await measure(page, today, async (hands) => {
    await hands.press('+')
    await page.locator('#text:focus').waitFor()
    await paste(hands, entries)
    await page.getByText('50 of 50 records chosen').waitFor()
    await hands.click(page.getByRole('button', { name: 'Into review' }))
    await page.getByText('50 records: 50 new, 0 not new.').waitFor()
  })
  assert.deepEqual(many, { keys: 2, clicks: 1, pages: 3 })
  const one = await measure(page, today, async (hands) => {
    await hands.press('+')
    await page.locator('#text:focus').waitFor()
    await paste(hands, '10.1000/registered')
    await page.getByText('1 of 1 record chosen').waitFor()
    await hands.click(page.getByRole('button', { name: 'Into review' }))
    await page.getByText('1 record: 1 new, 0 not new.').waitFor()
  })
  assert.deepEqual(one, { keys: 2, clicks: 1, pages: 3 })
  assert.deepEqual(troubles, [])
})

test('a brief is written and sent', async (t) => {
  const { service, page, troubles, today } = await open(t)
  await service.accept(wholePaper({ id: 'p1', title: 'One' }), wholePaper({ id: 'p2', title: 'Two' }))
  const effort = await measure(page, today, async ({ press, click }) => {
    await click(page.getByRole('button', { name: 'Begin it from the papers of the week' }))
    const take = page.getByLabel(/’s take$/u)
    await click(take)
    await page.keyboard.insertText('Plans hold longer.')
    await click(page.getByRole('button', { name: 'Save and publish…' }))
    const asked = page.getByRole('dialog')
    await asked.getByText('What will happen').waitFor()
    await click(asked.getByLabel(/by email now/u))
    await press('Enter')
    await page.getByText(/^The brief .* was published\. /u).waitFor()
  })
  assert.deepEqual(effort, { keys: 1, clicks: 4, pages: 2 })
  assert.equal((await service.store.private.mailings.find('2026-w47'))?.briefId, '2026-w47')
  assert.deepEqual(troubles, [])
})

test('a colleague is added', async (t) => {
  const { page, troubles, today } = await open(t)
  const effort = await measure(page, today, async ({ press, type, click }) => {
    await click(page.getByRole('link', { name: 'Add a colleague' }))
    await page.locator('#name:focus').waitFor()
    await type('Ada')
    await press('Tab')
    await type('a@b.org')
    await press('Enter')
    await page.getByRole('heading', { name: 'Sign-in link for Ada' }).waitFor()
  })
  assert.deepEqual(effort, { keys: 12, clicks: 1, pages: 1 })
  assert.deepEqual(troubles, [])
})

test('what waits for me is answered by the first page', async (t) => {
  const { service, page, troubles, today } = await open(t)
  await submit(service, await service.key(), wholePaper({ id: 'p7', title: 'Plans that wait' }))
  const effort = await measure(page, 'about:blank', async () => {
    await page.goto(today)
    await page.getByRole('link', { name: '1 paper to review' }).waitFor()
  })
  assert.deepEqual(effort, { keys: 0, clicks: 0, pages: 1 })
  assert.deepEqual(troubles, [])
})

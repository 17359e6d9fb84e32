import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../support/browser/browser.ts'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { generatedPapers, wholePaper } from '../support/service/papers.ts'
import { decide } from '../support/service/review.ts'
import { startTestService } from '../support/service/test-service.ts'

const downloaded = async (page: Page, name: string): Promise<string> => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.locator('#list-tools').getByRole('link', { name, exact: true }).click(),
  ])
  return readFile(await file.path(), 'utf8')
}

const titles = (page: Page): Promise<string[]> => page.locator('#own-list a').allTextContents()

const status = (page: Page, text: RegExp): Promise<void> =>
  page.locator('#list-status').filter({ hasText: text }).waitFor()

test('the reading list', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({ id: 'p1', title: 'Paper of the page', longHorizonScore: 1 }),
    wholePaper({ id: 'p2', title: 'Paper of the list', longHorizonScore: 0.9999 }),
    ...generatedPapers(100, 30),
  )
  const { url } = service
  const browser = await openBrowser(t)

  await t.test('papers are saved where they are read, noted, taken along and brought back', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/reading-list`)
    await status(page, /Nothing is saved yet/u)
    await page.goto(`${url}/papers/p1`)
    await page.getByRole('button', { name: 'Save: Paper of the page' }).click()
    await page.getByRole('button', { name: 'Saved: Paper of the page', pressed: true }).waitFor()
    await page.goto(`${url}/?sort=long-horizon`)
    const inList = page.getByRole('button', { name: 'Save: Paper of the list' })
    await inList.focus()
    await page.keyboard.press('Enter')
    const saved = page.getByRole('button', { name: 'Saved: Paper of the list', pressed: true })
    assert.equal(await saved.innerText(), 'Saved')
    await page.getByRole('banner').getByRole('link', { name: 'Reading list (2)' }).waitFor()
    await page.goto(`${url}/reading-list`)
    await status(page, /2 papers, the last saved first/u)
    assert.deepEqual(await titles(page), ['Paper of the list', 'Paper of the page'])
    assert.equal(await page.getByText('Ada Example, Ben Sample · 2025').count(), 2)
    await page.getByLabel('Note on Paper of the page').fill('Read again.\nTwice.')
    await page.getByLabel('Note on Paper of the page').blur()
    assert.match(await downloaded(page, 'BibTeX'), /@\w+\{.*Paper of the list.*Paper of the page/su)
    assert.match(await downloaded(page, 'RIS'), /TI {2}- Paper of the list/u)
    assert.match(await downloaded(page, 'Markdown'), /, p1\n {2}> Read again\.\n {2}> Twice\.\n/u)
    const json = await downloaded(page, 'JSON')
    assert.equal(JSON.parse(json).papers[0].note, 'Read again.\nTwice.')
    assert.deepEqual(await faultsOfAppearances(page), [])
    // Removed by keyboard, the next one is at hand.
    await page.getByRole('button', { name: 'Remove: Paper of the list' }).focus()
    await page.keyboard.press('Enter')
    await status(page, /1 paper,/u)
    await page.evaluate('localStorage.clear()')
    await page.reload()
    await status(page, /Nothing is saved yet/u)
    await page.getByText('Import', { exact: true }).first().click()
    await page
      .locator('#import-file')
      .setInputFiles({ name: 'list.json', mimeType: 'application/json', buffer: Buffer.from(json) })
    await page.getByLabel('Or ids and links').fill(`${url}/papers/p101 and p102, but not xp103`)
    await page.getByRole('button', { name: 'Import' }).click()
    await status(page, /4 papers added; 0 there already/u)
    assert.equal(await page.getByLabel('Note on Paper of the page').inputValue(), 'Read again.\nTwice.')
    assert.deepEqual(troubles, [])
  })

  await t.test('two windows show the same list, and neither overwrites what the other saved', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/reading-list`)
    const other = await page.context().newPage()
    await other.goto(`${url}/papers/p1`)
    await other.getByRole('button', { name: 'Save: Paper of the page' }).click()
    await status(page, /1 paper,/u)
    const third = await page.context().newPage()
    await third.goto(`${url}/papers/p2`)
    await third.getByRole('button', { name: 'Save: Paper of the list' }).click()
    await status(page, /2 papers,/u)
    await page.getByRole('button', { name: 'Remove: Paper of the page' }).click()
    await other.getByRole('button', { name: 'Save: Paper of the page', pressed: false }).waitFor()
    assert.deepEqual(await titles(page), ['Paper of the list'])
  })

  await t.test('titles have their formulas drawn, and in words where they are read out', async () => {
    await service.accept(wholePaper({ id: 'p520', title: 'Bounds of $\\tau$-bench' }))
    const { page, troubles } = await browser.visit()
    await page.goto(`${url}/papers/p520`)
    await page.getByRole('button', { name: 'Save: Bounds of τ-bench' }).click()
    await page.goto(`${url}/reading-list`)
    await page.locator('#own-list math').waitFor()
    assert.match((await titles(page)).join(), /^Bounds of .*τ.*-bench$/u)
    assert.equal(await page.getByLabel('Note on Bounds of τ-bench').count(), 1)
    assert.doesNotMatch(await page.locator('main').innerText(), /\\tau|\$/u)
    assert.deepEqual(troubles, [])
  })

  await t.test('chosen papers are compared, from the list and from a shared one without scripts', async () => {
    const { page, troubles } = await browser.visit()
    for (const id of ['p1', 'p2', 'p101']) {
      await page.goto(`${url}/papers/${id}`)
      await page.getByRole('button', { name: /^Save: /u }).click()
    }
    await page.goto(`${url}/reading-list`)
    await page.getByLabel('Compare: Paper of the page').check()
    await page.getByLabel('Compare: Paper of the list').check()
    await page.getByRole('button', { name: 'Compare the chosen papers' }).click()
    await page.getByRole('heading', { name: 'Compare papers' }).waitFor()
    assert.deepEqual(await page.locator('thead [data-entry]').allTextContents(), [
      'Paper of the list',
      'Paper of the page',
    ])
    assert.deepEqual(await faultsOfAppearances(page), [])
    assert.deepEqual(troubles, [])
    const { page: shared } = await browser.visit({ scripts: false, width: 360 })
    await shared.goto(`${url}/reading-list?ids=p1,p2`)
    await shared.getByLabel('Compare: Paper of the page').check()
    await shared.getByLabel('Compare: Paper of the list').check()
    await shared.getByRole('button', { name: 'Compare the chosen papers' }).click()
    assert.equal(await shared.locator('thead [data-entry]').count(), 2)
  })

  await t.test('a link to the list shows it to others, also without scripts', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p2`)
    await page.getByRole('button', { name: 'Save: Paper of the list' }).click()
    await page.goto(`${url}/reading-list`)
    const link = page.getByRole('link', { name: 'Link to this list' })
    await link.waitFor()
    const address = `${url}${await link.getAttribute('href')}`
    assert.equal(address, `${url}/reading-list?ids=p2`)
    const { page: shown } = await browser.visit({ scripts: false })
    await shown.goto(address)
    assert.ok(await shown.getByRole('link', { name: 'Paper of the list' }).isVisible())
    assert.equal(await shown.getByRole('button', { name: /^Save/u }).count(), 0)
    await shown.goto(`${url}/reading-list`)
    assert.ok(await shown.getByText('Saving papers needs a script').isVisible())
  })

  await t.test('papers that left the library can be told and removed, and a full list says so', async () => {
    const { page } = await browser.visit()
    await service.accept(wholePaper({ id: 'p500', title: 'To be retracted' }))
    await page.goto(`${url}/papers/p500`)
    await page.getByRole('button', { name: 'Save: To be retracted' }).click()
    await decide(service, 'p500', 'retract')
    await page.goto(`${url}/reading-list`)
    await page.getByText('This paper was retracted.').waitFor()
    await status(page, /1 paper, the last saved first; 1 no longer in the library/u)
    await page.getByText('Import', { exact: true }).first().click()
    const many = Array.from({ length: 200 }, (_, index) => `p${600 + index}`).join(' ')
    await page.getByLabel('Or ids and links').fill(many)
    await page.getByRole('button', { name: 'Import' }).click()
    await status(page, /has up to 200 papers; remove one first/u)
    await page.getByRole('button', { name: 'Remove: p500' }).click()
    await status(page, /Nothing is saved yet/u)
  })

  await t.test('a paper that was merged gives way to the other, with the notes of both', async () => {
    const { page } = await browser.visit()
    await service.accept(wholePaper({ id: 'p510', title: 'Twin' }), wholePaper({ id: 'p511', title: 'Other twin' }))
    await page.goto(`${url}/reading-list`)
    await page.evaluate(
      `localStorage.setItem('reading-list', '{"papers":[{"id":"p510","note":"One."},{"id":"p511","note":"Two."}]}')`,
    )
    await service.store.transact((tx) =>
      tx.papers.mergeInto('p510', 'p511', { note: 'twins', actor: 'test', at: service.clock.now().toISOString() }),
    )
    await page.reload()
    await status(page, /1 paper,/u)
    assert.deepEqual(await titles(page), ['Other twin'])
    assert.equal(await page.getByLabel('Note on Other twin').inputValue(), 'One.\nTwo.')
  })

  await t.test('where the browser keeps nothing, or no more, it says so', async () => {
    const { page } = await browser.visit()
    await page.goto(`${url}/papers/p1`)
    await page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
    await page.getByRole('button', { name: 'Save: Paper of the page' }).click()
    await page.getByRole('alert').filter({ hasText: 'It could not be saved' }).waitFor()
    assert.equal(
      await page.getByRole('button', { name: 'Save: Paper of the page' }).getAttribute('aria-pressed'),
      'false',
    )
    const { page: forbidden } = await browser.visit()
    await forbidden.addInitScript(
      "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })",
    )
    await forbidden.goto(`${url}/papers/p1`)
    assert.equal(await forbidden.getByRole('button', { name: /^Save/u }).count(), 0)
    await forbidden.goto(`${url}/reading-list`)
    await status(forbidden, /This browser lets no page keep anything/u)
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultsOfAppearances } from '../support/browser/accessibility.ts'
import { openBrowser, overhang } from '../support/browser/browser.ts'
import { foreignMarkup, injectionPayloads } from '../support/browser/injection.ts'
import { wholePaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const pictures = process.env.SCREENSHOTS

const TEXT = `Agents that save often lose little [p1], say Example and Sample (2025).

Example et al. (2020) [p1] write that "saving after each tool call loses most". Nobody knows (Somebody et al., 1999).`

test('a text is checked on a page', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  const browser = await openBrowser(t)

  await t.test('without scripts: a verdict a line, a summary and links, and the text stays', async () => {
    const { page } = await browser.visit({ scripts: false, width: 320 })
    await page.goto(service.url)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Check a text' }).click()
    await page.getByLabel('The text').fill(TEXT)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    assert.equal(await page.getByRole('status').textContent(), '4 citations, 1 quotation, 2 problems.')
    const rows = await page.locator('tbody tr').allInnerTexts()
    assert.deepEqual(
      rows.map((row) => row.split(/\s/u).slice(0, 2).join(' ')),
      ['1 ok', '1 ok', '3 contradictory', '3 unknown', '3 near'],
    )
    assert.match(rows[2] ?? '', /The year is 2020 here; the library has Example and Sample \(2025\) as p1\./u)
    assert.match(rows[4] ?? '', /The paper says: .*Saving after each tool call loses least/u)
    assert.equal(await page.getByLabel('The text').inputValue(), TEXT)
    assert.equal(await overhang(page), 0)
    await page.getByLabel('Works that the library does not have').check()
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    assert.match((await page.getByRole('status').textContent()) ?? '', /3 problems/u)
    assert.ok(await page.getByLabel('Works that the library does not have').isChecked())
    await page.locator('tbody').getByRole('link', { name: 'p1' }).first().click()
    assert.match(page.url(), /\/papers\/p1$/u)
  })

  await t.test('in light and dark, wide and narrow, for everybody', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${service.url}/check`)
    await page.getByLabel('The text').fill(TEXT)
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('status').waitFor()
    const seen = async (name: string): Promise<void> => {
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/check-${name}.png`, fullPage: true })
    }
    assert.deepEqual(await faultsOfAppearances(page, { seen }), [])
    assert.deepEqual(troubles, [])
  })

  await t.test('whatever it is, and none of it becomes markup', async () => {
    const { page, troubles } = await browser.visit()
    await page.goto(`${service.url}/check`)
    const hostile = injectionPayloads.map(
      (payload) => `"${payload} a b c d" [p1]; [${payload}](https://doi.org/10.1/x)`,
    )
    await page.getByLabel('The text').fill(hostile.join('\n\n'))
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByRole('status').waitFor()
    assert.equal(await page.getByLabel('The text').inputValue(), hostile.join('\n\n'))
    assert.deepEqual(await page.evaluate<string[]>(`${foreignMarkup}(document)`), [])
    assert.deepEqual(troubles, [])
  })
})

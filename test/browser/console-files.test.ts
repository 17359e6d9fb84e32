import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../support/browser/browser.ts'
import { madePdf, paragraph } from '../support/pdf.ts'
import { samplePdf } from '../support/files.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const pdf = (name: string, word = name) => ({ name, mimeType: 'application/pdf', buffer: samplePdf(word, 2_000) })

/** Drops a file on the form, as from a window of files. */
const drop = async (page: Page, name: string, content: Uint8Array): Promise<void> => {
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(${JSON.stringify([...content])})], ${JSON.stringify(name)}))
    return data
  })()`)
  await page.locator('form.drop').dispatchEvent('drop', { dataTransfer: dropped })
}

test('files that are chosen or dropped are sent one by one, and the page shows them', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  const editor = await signedIn(service, 'editor')
  const browser = await openBrowser(t)
  const { page, troubles } = await browser.visit({})
  await page.context().addCookies([{ name: 'sid', value: editor.secret, url: service.url }])
  await page.goto(`${service.url}/console/papers/p1/edit`)
  await page.getByLabel('Title').fill('Not stored yet')
  await page
    .getByLabel('Add PDFs')
    .setInputFiles([pdf('one.pdf'), { ...pdf('page.pdf'), buffer: Buffer.from('<html>') }, pdf('two.pdf')])
  const lines = page.locator('.uploads li')
  await lines.nth(2).getByText('is stored').waitFor()
  assert.deepEqual(
    (await lines.allTextContents()).map((text) => text.replaceAll(/\s+/gu, ' ')),
    ['one.pdf is stored', 'page.pdf is not a PDF: it does not begin with %PDF-', 'two.pdf is stored'],
  )
  await drop(page, 'three.pdf', samplePdf('three'))
  await lines.nth(3).getByText('is stored').waitFor()
  assert.deepEqual(await page.locator('#files > ul a').allTextContents(), ['three.pdf', 'two.pdf', 'one.pdf'])
  assert.equal(await page.getByLabel('Title').inputValue(), 'Not stored yet', 'what was typed stays')

  await page.goto(`${service.url}/console/files`)
  const made = { title: 'Checkpoints <b>for</b> Agents', authors: 'Ada Example', body: paragraph('We', 12, 90) }
  await page.getByLabel('New papers from PDFs').setInputFiles([{ ...pdf('no.pdf'), buffer: Buffer.from('<html>') }])
  await drop(page, 'new.pdf', await madePdf(made))
  await lines.nth(1).getByText('is waiting for review with the values read from the PDF').waitFor()
  assert.match((await lines.nth(0).textContent()) ?? '', /^no\.pdf\s+is not a PDF/u)
  assert.match((await lines.nth(1).textContent()) ?? '', /Checkpoints <b>for<\/b> Agents/u)
  assert.equal(await lines.nth(1).locator('a').getAttribute('href'), '/console/queue/p2')
  // The answer to the refused file is a failure that the browser notes.
  assert.deepEqual(
    troubles.filter((trouble) => !trouble.includes('400')),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBrowser } from '../support/browser/browser.ts'
import { samplePdf } from '../support/files/sample-pdf.ts'
import { signedIn } from '../support/service/editor-session.ts'
import { leastPaper } from '../support/service/papers.ts'
import { startTestService } from '../support/service/test-service.ts'

const pdf = (name: string, word = name) => ({ name, mimeType: 'application/pdf', buffer: samplePdf(word, 2_000) })

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
    ['one.pdf is stored', 'page.pdf is no PDF: it does not begin with %PDF-', 'two.pdf is stored'],
  )
  const dropped = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(${JSON.stringify([...samplePdf('three')])})], 'three.pdf'))
    return data
  })()`)
  await page.locator('form.drop').dispatchEvent('drop', { dataTransfer: dropped })
  await lines.nth(3).getByText('is stored').waitFor()
  assert.deepEqual(await page.locator('#files > ul a').allTextContents(), ['three.pdf', 'two.pdf', 'one.pdf'])
  assert.equal(await page.getByLabel('Title').inputValue(), 'Not stored yet', 'what was typed stays')
  // The answer to the refused file is a failure that the browser notes.
  assert.deepEqual(
    troubles.filter((trouble) => !trouble.includes('400')),
    [],
  )
})

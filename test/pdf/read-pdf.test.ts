import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDF_BOUNDS, PdfFault } from '#pdf/pdf-bounds.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { emptyPdf, encryptedPdf, iconPdf, madePdf, paragraph } from '../support/pdf.ts'

const latestYear = 2027
const made = (pages = 1): Promise<Uint8Array> =>
  madePdf({
    title: 'Checkpoints for Agents',
    authors: 'Ada Example and Bo Sample',
    body: paragraph('We', 12, 90),
    pages,
  })

const bounds = (bound: object) => ({ ...PDF_BOUNDS, ...bound }) as typeof PDF_BOUNDS

const faultOf = async (bytes: Uint8Array, within = PDF_BOUNDS): Promise<string> => {
  const error: unknown = await readPdf(bytes, { latestYear, bounds: within }).then(
    () => null,
    (fault: unknown) => fault,
  )
  assert.ok(error instanceof PdfFault, String(error))
  return error.code
}

test('a PDF is read in a process of its own, by the letters of its fonts', async () => {
  const { pages, proposal, text } = await readPdf(await made(2), { latestYear })
  assert.equal(pages, 2)
  assert.deepEqual(
    [proposal.title, proposal.authors, proposal.year],
    ['Checkpoints for Agents', ['Ada Example', 'Bo Sample'], 2024],
  )
  assert.ok(text.startsWith('# Checkpoints for Agents\n\nAda Example and Bo Sample\n\n## Abstract\n\nWe '), text)
})

test('the signs of a font of icons are no letters', async () => {
  const { proposal, text } = await readPdf(iconPdf(), { latestYear })
  assert.deepEqual(
    [proposal.title, proposal.authors],
    ['Checkpoints for Agents that Work', ['Ada Example', 'Bo Sample']],
  )
  assert.doesNotMatch(text, /\bB\b/u)
})

test('what gives no text is told apart', async () => {
  const whole = await made()
  const found = await Promise.all([
    faultOf(encryptedPdf()),
    faultOf(whole.subarray(0, 60)),
    faultOf(await emptyPdf(2)),
    faultOf(await emptyPdf(501)),
    faultOf(new Uint8Array(PDF_BOUNDS.bytes + 1)),
  ])
  assert.deepEqual(found, ['encrypted', 'broken', 'scanned', 'too_long', 'too_large'])
})

test('a process that takes too long or too much is killed', async () => {
  const whole = await made()
  assert.equal(await faultOf(whole, bounds({ milliseconds: 1 })), 'too_slow')
  assert.equal(await faultOf(whole, bounds({ heapMegabytes: 4 })), 'too_much_memory')
  if (process.platform === 'linux')
    assert.equal(await faultOf(whole, bounds({ residentBytes: 1_000_000 })), 'too_much_memory')
})

import { samplePdf } from '../../test/support/files.ts'
import { madePdf } from '../../test/support/pdf.ts'
import type { MeasuredServer } from './measured-server.ts'

const LARGEST = 50 * 1_048_576

const largePdf = (word: string): Uint8Array<ArrayBuffer> => new Uint8Array(samplePdf(word, LARGEST - 10))

const lines = Array.from(
  { length: 45 },
  (_, index) => `Line ${index} of a page about agents that work for days and go on after failures.`,
)

const readablePdf = async (title: string, pages: number): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await madePdf({ title, authors: 'Ada Example', body: lines, pages }))

const formOf = (name: string, bytes: Uint8Array<ArrayBuffer>): FormData => {
  const form = new FormData()
  form.append('file', new File([bytes], name, { type: 'application/pdf' }))
  return form
}

/** PDFs stored with a paper, of the largest allowed size. */
export const measureFiles = async ({ key, measure, send, sendForm, said }: MeasuredServer): Promise<void> => {
  const headers = { 'x-api-key': key, 'content-type': 'application/pdf' }
  await measure('PDF of 50 MiB, API', async (turn) =>
    said(await send('PUT', '/api/editorial/papers/p1/file', largePdf(`put ${turn}`), headers)),
  )
  await measure('PDF of 50 MiB, console', async (turn) =>
    said(await sendForm('/console/papers/p1/files', formOf('large.pdf', largePdf(`form ${turn}`)))),
  )
}

/** PDFs that become papers. */
export const measureReadPdfs = async ({ key, measure, send, sendForm, said }: MeasuredServer): Promise<void> => {
  const headers = { 'x-api-key': key, 'content-type': 'application/pdf' }
  await measure('import PDF with its text', async (turn) => {
    const bytes = await readablePdf(`Agents at Work, Part ${turn}`, 300)
    return said(await send('POST', '/api/editorial/imports?fullText=true', bytes, headers))
  })
  await measure('console: new papers from PDFs', async (turn) => {
    const bytes = await readablePdf(`Agents on the Console ${turn}`, 100)
    return said(await sendForm('/console/files', formOf('new.pdf', bytes)))
  })
}

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { PdfFault } from '#pdf/pdf-bounds.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { knownPapers, type KnownPaper } from './pdf/known-papers.ts'
import { bodyText, wordOrder } from './pdf/word-order.ts'

/**
 * Measures the reading of PDFs: word order and titles, on PDFs printed from known text and on those in the given folders. A folder may
 * have titles.tsv with lines of file name and title. The reference for these is the output of "pdftotext" (poppler-utils), both in its
 * own order and in that of the file (-raw).
 *
 *     npm run measure:pdf -- FOLDER…
 */

type Row = {
  name: string
  known: number | null
  ordered: number | null
  raw: number | null
  title: boolean | null
  note: string
}

const hasPdftotext = spawnSync('pdftotext', ['-v']).error === undefined

const referenceOf = (bytes: Uint8Array, ...options: string[]): string | null =>
  hasPdftotext
    ? spawnSync('pdftotext', [...options, '-', '-'], { input: bytes, maxBuffer: 100_000_000 }).stdout.toString('utf8')
    : null

const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const inOrder = (reference: string | null, text: string): number | null =>
  reference === null ? null : wordOrder(reference, text).strict

const measure = async (
  name: string,
  bytes: Uint8Array,
  { text: known, title }: { text: string | null; title: string | null },
): Promise<Row> => {
  try {
    const { text, proposal } = await readPdf(bytes, { latestYear: new Date().getUTCFullYear() + 1 })
    const [ordered, raw] = [referenceOf(bytes), referenceOf(bytes, '-raw')]
    return {
      name,
      known: inOrder(known, text),
      ordered: ordered === null ? null : inOrder(bodyText(ordered), text),
      raw: raw === null ? null : inOrder(bodyText(raw), text),
      title: title === null ? null : letters(proposal.title ?? '') === letters(title),
      note: title === null || letters(proposal.title ?? '') === letters(title) ? '' : (proposal.title ?? 'no title'),
    }
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    return { name, known: null, ordered: null, raw: null, title: null, note: error.message }
  }
}

const printPapers = async function* (): AsyncGenerator<{ paper: KnownPaper; bytes: Uint8Array }> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    for (const paper of knownPapers()) {
      await page.setContent(paper.html)
      const bytes = await page.pdf({
        format: paper.format,
        margin: { top: '22mm', bottom: '22mm', left: '20mm', right: '20mm' },
        displayHeaderFooter: paper.header !== null || paper.footer !== null,
        headerTemplate: paper.header ?? '<span></span>',
        footerTemplate: paper.footer ?? '<span></span>',
      })
      yield { paper, bytes }
    }
  } finally {
    await browser.close()
  }
}

const titlesIn = (folder: string): Map<string, string> => {
  const file = join(folder, 'titles.tsv')
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Map(lines.map((line) => [line.split('\t')[0] ?? '', line.split('\t')[1] ?? '']))
}

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const figure = (share: number | null): string => (share === null ? 'not run' : share.toFixed(4)).padStart(8)

const mean = (values: readonly (number | null)[]): number | null => {
  const measured = values.filter((value) => value !== null)
  return measured.length === 0 ? null : measured.reduce((sum, value) => sum + value, 0) / measured.length
}

const printRows = (rows: readonly Row[], heading: string): void => {
  print(`\n${heading}\n`)
  print(`${'file'.padEnd(48)}    known  ordered      raw  title`)
  for (const { name, known, ordered, raw, title, note } of rows)
    print(
      `${name.slice(0, 47).padEnd(48)} ${figure(known)} ${figure(ordered)} ${figure(raw)}  ${title === null ? '' : title ? 'right' : 'wrong'} ${note}`,
    )
  print(
    `${`mean of ${rows.length}`.padEnd(48)} ${figure(mean(rows.map(({ known }) => known)))} ${figure(mean(rows.map(({ ordered }) => ordered)))} ${figure(mean(rows.map(({ raw }) => raw)))}`,
  )
  const titled = rows.filter(({ title }) => title !== null)
  print(`titles: ${titled.filter(({ title }) => title === true).length} of ${titled.length} right`)
}

const printed: Row[] = []
for await (const { paper, bytes } of printPapers()) printed.push(await measure(paper.name, bytes, paper))
printRows(printed, 'PDFs printed from known text')
for (const folder of process.argv.slice(2)) {
  const titles = titlesIn(folder)
  const rows: Row[] = []
  for (const name of readdirSync(folder).filter((file) => file.toLowerCase().endsWith('.pdf')))
    rows.push(await measure(name, readFileSync(join(folder, name)), { text: null, title: titles.get(name) ?? null }))
  printRows(rows, `PDFs of ${basename(folder)}: body text, against pdftotext`)
}

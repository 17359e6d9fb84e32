import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { boundedReferences, type CitationSource, type CitedWork } from '#core/citations/cited-work.ts'
import type { SourceFormat } from '#core/imports/imported-record.ts'
import { textKey } from '#core/text/tokenize.ts'
import { openContent } from '#formats/open-content.ts'
import { readRecords } from '#formats/read-records.ts'
import { pdfDraft } from '#imports/read-content.ts'
import { readPdf } from '#pdf/read-pdf.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { newPaper } from '../test/support/database/stored.ts'
import { launchBrowser } from '../test/support/browser/browser.ts'
import { printReference, styles } from './citations/print-reference.ts'
import { structured } from './citations/structured-records.ts'

/**
 * Measures how well references find the papers of the library that they are to. The truth comes from one form of a record and is
 * tested in another: the references with title, authors and year of the given records become papers, beside other papers, and are
 * then read again as records of each format, as printed lines, and as PDFs in nine styles. Lists what was missed with --missed.
 *
 *     npm run measure:citations -- [--papers PAPERS.jsonl] [--pdf] [--of PDF] [--missed] RECORD…
 *
 * With --of, the record is compared with its article in that PDF alone
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    papers: { type: 'string' },
    pdf: { type: 'boolean' },
    missed: { type: 'boolean' },
    of: { type: 'string' },
  },
})

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const quiet = { clock: { now: () => new Date() }, log: { debug() {}, info() {}, warn() {}, error() {} } }

const referencesIn = async (content: Buffer, format: SourceFormat): Promise<CitedWork[]> => {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield content
  }
  const found: CitedWork[] = []
  for await (const { records } of readRecords(await openContent(bytes()), format))
    for (const record of records) if ('format' in record) found.push(...(record.references ?? []))
  return boundedReferences(found)
}

const formatOf = (name: string): SourceFormat =>
  name.endsWith('.tei.xml') ? 'tei' : /\.n?xml$/u.test(name) ? 'jats' : 'crossref'

type Article = { name: string; listed: CitedWork[]; truth: (CitedWork & { title: string; year: number; id: string })[] }

const articles: Article[] = []
const idOf = new Map<string, string>()
for (const name of positionals) {
  const format = formatOf(name)
  const text = readFileSync(name, 'utf8')
  // A TEI header made from a PDF alone names no date, without which it is no record.
  const dated = format === 'tei' ? text.replace('</publicationStmt>', '<date when="2000"/></publicationStmt>') : text
  const listed = await referencesIn(Buffer.from(dated), format)
  const truth = listed.flatMap((work) => {
    if (work.title === null || work.year === null || work.authors.length === 0 || work.text !== null) return []
    const key = textKey(work.title)
    const id = idOf.get(key) ?? `p${100_000 + idOf.size}`
    idOf.set(key, id)
    return [{ ...work, title: work.title, year: work.year, id }]
  })
  articles.push({ name, listed, truth })
  print(`${name}: ${listed.length} references, ${truth.length} with title, authors and year`)
}

type OtherPaper = { title: string; authors: string[]; year: number; arxivId: string | null }

const folder = await mkdtemp(join(tmpdir(), 'longview-citations-'))
const filled = join(folder, 'filled.db')

const fill = async (): Promise<void> => {
  const store = await openSqliteStore(filled, quiet, { isSynced: false })
  const known = new Map(articles.flatMap(({ truth }) => truth.map((work) => [work.id, work])))
  const cited = [...known.values()].map(({ id, title, authors, year, doi }, index) =>
    newPaper({ id, title, authors, year, doi: index % 2 === 0 ? doi : null }),
  )
  const lines = values.papers === undefined ? [] : readFileSync(values.papers, 'utf8').trim().split('\n')
  const others = lines.map((line, index) => {
    const { title, authors, year, arxivId } = JSON.parse(line) as OtherPaper
    return newPaper({ id: `p${index + 1}`, title, authors, year, arxivId })
  })
  const citing = articles.map(({ name }, index) =>
    newPaper({ id: `p${900_000 + index}`, title: `What ${name} cites`, authors: ['Ada Measure'], year: 2026 }),
  )
  const all = [...cited, ...others, ...citing]
  for (let from = 0; from < all.length; from += 200)
    await store.transact((tx) => tx.papers.add(all.slice(from, from + 200)))
  print(`a library of ${all.length - citing.length} papers`)
  await store.close()
}

type Found = { right: number; wrong: number; expected: number }

/** What the references of articles, read in one form, find in a library that knows of no other. */
const measure = async (
  name: string,
  source: CitationSource,
  referencesOf: (article: Article) => Promise<CitedWork[]>,
): Promise<Found> => {
  const path = join(folder, 'measured.db')
  await copyFile(filled, path)
  const store = await openSqliteStore(path, quiet, { isSynced: false })
  const found = { right: 0, wrong: 0, expected: 0 }
  for (const [index, article] of articles.entries()) {
    const references = await referencesOf(article)
    const paperId = `p${900_000 + index}`
    await store.transact((tx) => tx.citations.add([{ paperId, source, references, openalexId: null }]))
    const cited = new Set<string>()
    for (let after: number | null = 0; after !== null;) {
      const page = await store.public.citations.references(paperId, after, 500)
      for (const { paper, work } of page.references)
        if (paper !== null) {
          cited.add(paper.id)
          if (!article.truth.some(({ id }) => id === paper.id) && values.missed)
            print(`  WRONG ${work.text ?? work.title} -> ${paper.title}`)
        }
      after = page.next
    }
    const wanted = new Map(article.truth.map((work) => [work.id, work]))
    found.expected += wanted.size
    found.right += [...wanted.keys()].filter((id) => cited.has(id)).length
    found.wrong += [...cited].filter((id) => !wanted.has(id)).length
    if (values.missed)
      for (const [id, { title }] of wanted)
        if (!cited.has(id)) {
          const key = textKey(title).slice(0, 40)
          const near = references.find((work) => textKey(work.text ?? work.title ?? '').includes(key))
          print(`  missed ${title}\n      in ${JSON.stringify(near)}`)
        }
  }
  await store.close()
  for (const ending of ['', '-wal', '-shm']) await rm(path + ending, { force: true })
  const precision = found.right + found.wrong === 0 ? 1 : found.right / (found.right + found.wrong)
  const recall = found.right / found.expected
  const f1 = (2 * precision * recall) / (precision + recall)
  print(
    `${name.padEnd(44)} ${String(found.expected).padStart(5)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`,
  )
  return found
}

const total = (name: string, all: readonly Found[]): void => {
  const [right, wrong, expected] = (['right', 'wrong', 'expected'] as const).map((what) =>
    all.reduce((sum, one) => sum + one[what], 0),
  ) as [number, number, number]
  const [precision, recall] = [right / (right + wrong), right / expected]
  print(
    `${name.padEnd(44)} ${String(expected).padStart(5)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  F1 ${((2 * precision * recall) / (precision + recall)).toFixed(3)}`,
  )
}

const printed = ({ truth }: Article, style: string): string[] => {
  const given = styles[style]
  if (given === undefined) throw new Error(`There is no style ${style}.`)
  return truth.map((work, index) => printReference(given, { ...work, number: index + 1 }))
}

const escapedTex = (text: string): string => text.replaceAll(/[\\{}$&#^_%~]/gu, (sign) => (sign === '&' ? '\\&' : ' '))
const escapedHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Parts of a style's page: half of the styles have two columns. */
const pageOf = (lines: readonly string[], style: number): string => {
  const isTwo = style % 2 === 0
  const filler =
    '<p>Agents that plan for days keep what they learned and go on after failures of every kind. </p>'.repeat(12)
  return `<!doctype html><html><head><title>What an article cites</title><style>
    body { font: 10pt 'Liberation Serif', 'DejaVu Serif', serif; ${isTwo ? 'columns: 2; column-gap: 8mm;' : ''} text-align: justify }
    h1 { font-size: 17pt; column-span: all } h2 { font-size: 12pt } .entry { margin: 0 0 2pt; padding-left: 6mm; text-indent: -6mm }
    </style></head><body><h1>What an article cites</h1><h2>1 Introduction</h2>${filler}<h2>References</h2>
    ${lines.map((line) => `<div class="entry">${escapedHtml(line)}</div>`).join('')}</body></html>`
}

const referencesInPdf = async (bytes: Uint8Array): Promise<CitedWork[]> => {
  // A busy machine may need more than the time that a PDF is given.
  const read = (): ReturnType<typeof readPdf> => readPdf(bytes, { latestYear: 2027 })
  const document = await read().catch(read)
  return boundedReferences(pdfDraft(document, { sha256: 'x', keepsText: false }).references ?? [])
}

const measureArticle = async (file: string): Promise<void> => {
  await measure(`PDF, ${file}`, 'pdf', () => referencesInPdf(readFileSync(file)))
}

const measureForms = async (): Promise<void> => {
  await measure('as published', 'crossref', ({ listed }) => Promise.resolve(listed))
  for (const [name, { format, write }] of Object.entries(structured))
    await measure(name, format, ({ truth }) => referencesIn(Buffer.from(write(truth)), format))
  const lines: Found[] = []
  for (const style of Object.keys(styles))
    lines.push(
      await measure(`BibTeX, printed on lines, ${style}`, 'bibtex', (article) =>
        referencesIn(
          Buffer.from(
            `@article{a, title = {What it cites}, author = {One, Ada}, year = {2026}, references = {\n${printed(article, style).map(escapedTex).join('\n')}\n}}`,
          ),
          'bibtex',
        ),
      ),
    )
  total('BibTeX, printed on lines', lines)
  if (values.pdf) {
    const browser = await launchBrowser()
    const page = await browser.newPage()
    const pdfs: Found[] = []
    for (const [index, style] of Object.keys(styles).entries())
      pdfs.push(
        await measure(`PDF, ${style}`, 'pdf', async (article) => {
          await page.setContent(pageOf(printed(article, style), index))
          const bytes = await page.pdf({
            format: 'A4',
            margin: { top: '22mm', bottom: '22mm', left: '20mm', right: '20mm' },
          })
          return referencesInPdf(bytes)
        }),
      )
    total('PDF, all styles', pdfs)
    await browser.close()
  }
}

try {
  await fill()
  if (values.of !== undefined) await measureArticle(values.of)
  else await measureForms()
} finally {
  await rm(folder, { recursive: true, force: true })
}

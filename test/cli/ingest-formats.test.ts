import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { assertRefused } from '../support/process/command-line.ts'
import { sha256Of } from '../support/files/sample-pdf.ts'
import { madePdf } from '../support/pdf/made-pdf.ts'
import { paragraph } from '../support/pdf/printed-page.ts'
import { launch } from '../support/process/launch.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { stored, type Report } from '../support/process/ingest-command.ts'

type Preview = { file: string; position: string; outcome: string; unmapped: string[] }

describe('longview ingest', { concurrency: 2 }, () => {
  test('a folder of records of any format is previewed, stored once, and told file by file', async (t) => {
    const corpus = await processCorpus(t)
    const folder = new URL('../fixtures/formats/', import.meta.url).pathname
    const preview = await corpus.run('ingest', folder, '--dry-run', '--json')
    const reports = preview.stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Preview)
    assert.equal(reports.length, 32)
    const entries = reports.filter(({ file }) => file.endsWith('library.bib'))
    assert.deepEqual(
      entries.map(({ position, outcome }) => [position, outcome]),
      [
        ['line 4', 'stored'],
        ['line 8', 'stored'],
        ['line 10', 'refused'],
        ['line 12', 'stored'],
      ],
    )
    assert.deepEqual(entries[0]?.unmapped, ['issn', 'author (and others)'])
    assert.deepEqual(stored(corpus), [])
    const first = await corpus.run('ingest', folder, '--json')
    const { unmapped, ...counts } = JSON.parse(first.stdout) as Report & { unmapped: Record<string, number> }
    assert.deepEqual(counts, { read: 32, stored: 15, unchanged: 1, enriched: 4, refused: 9, candidates: 3 })
    assert.equal(unmapped['JP'], 1)
    assert.match(first.stderr, /library\.bib, line 10: The braces of this entry do not balance\./u)
    const papers = stored(corpus) as [string, string][]
    assert.deepEqual(papers[0], ['p1', 'pending'])
    const again = JSON.parse((await corpus.run('ingest', folder, '--json')).stdout) as Report
    assert.deepEqual([again.stored, again.unchanged, again.refused], [0, 23, 9])
    assert.deepEqual(stored(corpus), papers)
    const bibtex = join(folder, 'library.bib')
    const mistaken = await corpus.run('ingest', bibtex, '--from', 'ris', '--json')
    assert.deepEqual(JSON.parse(mistaken.stdout), { read: 1, stored: 0, unchanged: 0, enriched: 0, refused: 1 })
    assert.match(mistaken.stderr, /the whole: It holds no works\./u)
  })

  test('a file that is not there or in no known form is refused in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    assertRefused(await corpus.run('ingest', join(corpus.folder, 'none.jsonl')), /There is no file .*none\.jsonl\./u)
    assertRefused(
      await corpus.run('ingest', await corpus.file('x.txt', 'No format.')),
      /none of the formats that are read/u,
    )
    const broken = await corpus.run('ingest', await corpus.file('x.pdf', '%PDF-1.7'), '--json')
    assert.match(broken.stderr, /the whole: The PDF is damaged or cut off/u)
    assert.equal((JSON.parse(broken.stdout) as Report).refused, 1)
  })

  test('a PDF from standard input is kept with its paper', async (t) => {
    const corpus = await processCorpus(t)
    const pdf = await madePdf({ title: 'Plans by a Pipe', authors: 'Ada Example', body: paragraph('We', 12, 90) })
    const environment = { ...corpus.environment, FILES: `file:${join(corpus.folder, 'files')}` }
    const { child, ended } = launch(['ingest', '-', '--json'], environment)
    child.stdin.end(pdf)
    const { stdout, stderr } = await ended
    assert.equal((JSON.parse(stdout) as Report).stored, 1, stderr)
    const held = corpus.inspect((database) => database.prepare('SELECT sha256 FROM paper_files').pluck().all())
    assert.deepEqual(held, [sha256Of(pdf)])
  })
})

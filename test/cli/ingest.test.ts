import assert from 'node:assert/strict'
import { type ProcessCorpus, processCorpus } from '../support/process/process-corpus.ts'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { BULK_BATCH } from '#imports/import-source.ts'
import { generatedPapers, leastPaper, wholePaper } from '../support/service/papers.ts'
import { longview, assertRefused, launch } from '../support/process/longview-process.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Of } from '../support/files.ts'
import { zipOf } from '../support/zip.ts'
import { madePdf, paragraph } from '../support/pdf.ts'

/** The closing line of an ingest. */
type Report = { read: number; stored: number; unchanged: number; enriched: number; refused: number }

/** Ingests a file; returns the closing line and the messages. */
const ingest = async (
  corpus: ProcessCorpus,
  content: string | Uint8Array | readonly unknown[],
  ...options: string[]
): Promise<{ code: number | null; report: Report; refusals: string[] }> => {
  const file = await corpus.file('papers.jsonl', content)
  const { code, stdout, stderr } = await corpus.run('ingest', file, '--json', ...options)
  assert.equal(stdout.trimEnd().split('\n').length, 1, stdout)
  const report = JSON.parse(stdout) as Report
  assert.deepEqual(Object.keys(report), ['read', 'stored', 'unchanged', 'enriched', 'refused'])
  return { code, report, refusals: stderr.split('\n').filter((line) => line !== '') }
}

/** The ids and states of all papers. */
const stored = (corpus: ProcessCorpus): unknown =>
  corpus.inspect((database) => database.prepare('SELECT id, state FROM papers ORDER BY seq').raw().all())

/** A paper as a line of a file. */
const line = (paper: Record<string, unknown>): string => `${JSON.stringify(paper)}\n`

/** An entry of BibTeX on a line. */
const entry = (key: string, title: string): string =>
  `@article{${key}, title={${title}}, author={Ada Byron}, year={2025}}\n`

describe('longview ingest', { concurrency: 2 }, () => {
  test('stores papers for review, or public at once with --accept', async (t) => {
    const corpus = await processCorpus(t)
    const first = await ingest(corpus, [leastPaper({ id: 'p1' })])
    assert.deepEqual(first, {
      code: 0,
      report: { read: 1, stored: 1, unchanged: 0, enriched: 0, refused: 0 },
      refusals: [],
    })
    const second = await ingest(corpus, [leastPaper({ id: 'p2' }), leastPaper({ id: 'p3' })], '--accept')
    assert.deepEqual(second, {
      code: 0,
      report: { read: 2, stored: 2, unchanged: 0, enriched: 0, refused: 0 },
      refusals: [],
    })
    assert.deepEqual(stored(corpus), [
      ['p1', 'pending'],
      ['p2', 'accepted'],
      ['p3', 'accepted'],
    ])
  })

  test('takes every field of the contract, the full text and the type', async (t) => {
    const corpus = await processCorpus(t)
    const paper = wholePaper({ type: 'benchmark', fullText: 'First line.\n\nSecond – line.' })
    assert.equal((await ingest(corpus, [paper], '--accept')).code, 0)
    const server = await corpus.serveHere()
    const shown = (await (await fetch(`${server.url}/api/papers/p1`)).json()) as { paper: Record<string, unknown> }
    const { type, ...inContract } = paper
    assert.deepEqual(shown.paper, inContract)
    const detail = (await (await fetch(`${server.url}/api/v1/papers/p1`)).json()) as Record<string, unknown>
    assert.equal(detail.type, type)
    const given = { from: 'given', by: 'operator' }
    const provenance = { chapter: given, type: given, longHorizonScore: given, enterpriseScore: given }
    assert.deepEqual(detail.provenance, provenance)
    const byType = (await (await fetch(`${server.url}/api/v1/papers?type=benchmark`)).json()) as { total: number }
    assert.equal(byType.total, 1)
    await server.stop()
  })

  test('without --json it closes with a sentence', async (t) => {
    const corpus = await processCorpus(t)
    const file = await corpus.file('papers.jsonl', `${line(leastPaper())}nonsense\n`)
    const { code, stdout } = await corpus.run('ingest', file)
    assert.deepEqual({ code, stdout }, { code: 1, stdout: 'Read 2: 1 stored, 0 unchanged, 1 refused.\n' })
  })

  test('at its end it names what it took for papers that were there, and what is to be compared', async (t) => {
    const corpus = await processCorpus(t)
    const first = await corpus.run(
      'ingest',
      await corpus.file('a.bib', entry('a', 'AgentForge') + entry('b', 'Memory of agents')),
    )
    assert.match(first.stdout, /^Read 2: 2 stored/u)
    const more = entry('c', 'AgentForge: A Benchmark') + entry('d', 'The Memory of Agents') + entry('e', 'Other work')
    const file = await corpus.file('b.bib', more)
    const forecast = await corpus.run('ingest', file, '--dry-run')
    assert.match(forecast.stdout, /stored +compare p1 +AgentForge: A Benchmark/u)
    const { stdout, stderr } = await corpus.run('ingest', file)
    assert.match(stdout, /^Read 3: 2 stored, 1 unchanged/u)
    assert.match(stderr, /line 1: “AgentForge: A Benchmark” is new; compare p1, which may be the same work\./u)
    assert.match(stderr, /line 2: “The Memory of Agents” is p2: same title and year\./u)
    assert.doesNotMatch(stderr, /Other work/u)
  })

  test('a second run changes nothing, also after a decision', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [wholePaper({ id: 'p1', fullText: 'Text.' }), leastPaper({ id: 'p2' }), leastPaper({ id: 'p3' })]
    await ingest(corpus, papers)
    await corpus.json('review', 'accept', 'p1')
    await corpus.json('review', 'reject', 'p2', '--note', 'No.')
    const again = await ingest(corpus, papers)
    assert.deepEqual(again, {
      code: 0,
      report: { read: 3, stored: 0, unchanged: 3, enriched: 0, refused: 0 },
      refusals: [],
    })
    const accepting = await ingest(corpus, papers, '--accept')
    assert.deepEqual(
      accepting.report,
      { read: 3, stored: 1, unchanged: 2, enriched: 0, refused: 0 },
      'only the one that still waits',
    )
    assert.deepEqual(stored(corpus), [
      ['p1', 'accepted'],
      ['p2', 'rejected'],
      ['p3', 'accepted'],
    ])
  })

  test('a used id with different content is refused, in the file and in the corpus', async (t) => {
    const corpus = await processCorpus(t)
    const first = leastPaper({ id: 'p1' })
    const other = leastPaper({ id: 'p1', title: 'Another title' })
    const { code, report, refusals } = await ingest(corpus, [first, other, first])
    assert.deepEqual([code, report], [1, { read: 3, stored: 1, unchanged: 1, enriched: 0, refused: 1 }])
    assert.deepEqual(refusals, ['line 2: id: p1 is used by a paper with different content'])
    const again = await ingest(corpus, [other])
    assert.deepEqual([again.code, again.refusals], [1, ['line 1: id: p1 is used by a paper with different content']])
    type Shown = { paper: { title: string } }
    assert.equal((await corpus.json<Shown>('review', 'show', 'p1')).paper.title, first.title)
  })

  test('an interrupted run says so, reports what is stored, and the next run goes on', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('migrate')
    const { child, ended } = corpus.launch('ingest', '-', '--json', '--accept')
    const papers = generatedPapers(1, BULK_BATCH + 100)
    for (const paper of papers.slice(0, BULK_BATCH)) child.stdin.write(line(paper))
    const count = (): unknown =>
      corpus.inspect((database) => database.prepare('SELECT count(*) FROM papers').pluck().get())
    while (count() === 0) await pause(1)
    child.kill('SIGINT')
    // The input stays open and goes on: only the signal ends the command.
    const feeding = setInterval(() => child.stdin.write(line(papers[BULK_BATCH] ?? {})), 10)
    t.after(() => clearInterval(feeding))
    const { code, stdout, stderr } = await ended
    assert.equal(code, 130)
    assert.match(
      stderr,
      /Interrupted: the papers reported so far are stored; run the same command again to continue\./u,
    )
    const report = JSON.parse(stdout) as Report
    assert.equal(report.stored, count())
    const again = await ingest(corpus, papers, '--accept')
    assert.deepEqual(again.report, {
      read: papers.length,
      stored: papers.length - report.stored,
      unchanged: report.stored,
      enriched: 0,
      refused: 0,
    })
  })
})

describe('longview ingest', { concurrency: 2 }, () => {
  test('refused lines are reported with number and reason, and all that is valid is stored', async (t) => {
    const corpus = await processCorpus(t)
    const lines = [
      line(leastPaper({ id: 'p1' })),
      'this is no JSON\n',
      line(leastPaper({ id: 'paper-3', chapter: 8 })),
      line({ id: 'p4' }),
      '["p5"]\n',
      line(leastPaper({ id: 'p6', type: 'novel' })),
      line(leastPaper({ id: 'p7', fullText: 7 })),
      '{"id":"p8","title":"One","title":"Two","authors":["A"],"year":2025}\n',
      line(leastPaper({ id: 'p9', longHorizonScore: 1.1 })),
      line(leastPaper({ id: 'p10' })),
    ]
    const { code, report, refusals } = await ingest(corpus, lines.join(''))
    assert.equal(code, 1)
    assert.deepEqual(report, { read: 10, stored: 2, unchanged: 0, enriched: 0, refused: 8 })
    const expected = [
      /^line 2: This is not valid JSON\.$/u,
      /^line 3: id: must be "p" and 1 to 15 digits.*; chapter: must be a whole number from 1 to 7$/u,
      /^line 4: title: is required; authors: is required; year: is required$/u,
      /^line 5: body: must be an object$/u,
      /^line 6: type: must be one of empirical, /u,
      /^line 7: fullText: must be a text$/u,
      /^line 8: The JSON contains the name "title" twice\.$/u,
      /^line 9: longHorizonScore: must be at most 1$/u,
    ]
    assert.equal(refusals.length, expected.length)
    for (const [index, reason] of expected.entries()) assert.match(refusals[index] ?? '', reason)
    assert.deepEqual(stored(corpus), [
      ['p1', 'pending'],
      ['p10', 'pending'],
    ])
  })

  test('text that is not valid UTF-8 is refused by its line alone', async (t) => {
    const corpus = await processCorpus(t)
    const content = Buffer.concat([
      Buffer.from(line(leastPaper({ id: 'p1' }))),
      Buffer.from('{"id":"p2","title":"caf'),
      Buffer.from([0xe9]),
      Buffer.from('","authors":["A"],"year":2025}\n'),
      Buffer.from(line(leastPaper({ id: 'p3', title: 'Café 🌍' }))),
    ])
    const { code, report, refusals } = await ingest(corpus, content)
    assert.deepEqual([code, report], [1, { read: 3, stored: 2, unchanged: 0, enriched: 0, refused: 1 }])
    assert.deepEqual(refusals, ['line 2: This is not valid UTF-8.'])
    type Shown = { paper: { title: string } }
    assert.equal((await corpus.json<Shown>('review', 'show', 'p3')).paper.title, 'Café 🌍')
  })

  test('an unpaired surrogate and a NUL are refused', async (t) => {
    const corpus = await processCorpus(t)
    const start = '{"id":"p1","authors":["A"],"year":2025,"title":'
    const { report, refusals } = await ingest(corpus, `${start}"\\ud800"}\n${start}"a\\u0000b"}\n`)
    assert.deepEqual(report, { read: 2, stored: 0, unchanged: 0, enriched: 0, refused: 2 })
    assert.match(refusals[0] ?? '', /^line 1: title: must be valid Unicode, without lone surrogates$/u)
    assert.match(refusals[1] ?? '', /^line 2: title: must not contain a NUL character$/u)
  })

  test('empty lines, a byte order mark, Windows line ends and a last line without its end are accepted', async (t) => {
    const corpus = await processCorpus(t)
    const one = JSON.stringify(leastPaper({ id: 'p1' }))
    const two = JSON.stringify(leastPaper({ id: 'p2' }))
    const three = JSON.stringify(leastPaper({ id: 'p3' }))
    const { code, report, refusals } = await ingest(corpus, `\uFEFF${one}\r\n\n  \r\n${two}\nbroken\n\n${three}`)
    assert.deepEqual([code, report], [1, { read: 4, stored: 3, unchanged: 0, enriched: 0, refused: 1 }])
    assert.deepEqual(refusals, ['line 5: This is not valid JSON.'])
  })

  test('an empty file is not an error', async (t) => {
    const corpus = await processCorpus(t)
    const { code, report } = await ingest(corpus, '')
    assert.deepEqual([code, report], [0, { read: 0, stored: 0, unchanged: 0, enriched: 0, refused: 0 }])
  })

  test('lines longer than what is read at once, and many of them, arrive whole', async (t) => {
    const corpus = await processCorpus(t)
    const long = 'Ein Satz mit Umlauten: äöü. '.repeat(20_000)
    const papers = [
      ...generatedPapers(1, 250),
      leastPaper({ id: 'p1000', fullText: long }),
      ...generatedPapers(2_000, 100),
    ]
    const { code, report, refusals } = await ingest(corpus, `${papers.map(line).join('')}nonsense`, '--accept')
    assert.deepEqual([code, report], [1, { read: 352, stored: 351, unchanged: 0, enriched: 0, refused: 1 }])
    assert.deepEqual(refusals, ['line 352: This is not valid JSON.'])
    const lines = (await corpus.run('export')).stdout.trimEnd().split('\n')
    const exported = lines.map((text) => JSON.parse(text) as { id: string; fullText: string })
    assert.equal(exported.find(({ id }) => id === 'p1000')?.fullText, long)
    assert.equal(new Set(exported.map(({ id }) => id)).size, 351)
  })

  test('- reads standard input', async (t) => {
    const corpus = await processCorpus(t)
    const input = `${line(leastPaper({ id: 'p1' }))}nonsense\n${JSON.stringify(leastPaper({ id: 'p2' }))}`
    const { code, stdout, stderr } = await longview(['ingest', '-', '--json'], corpus.environment, input)
    assert.deepEqual(JSON.parse(stdout), { read: 3, stored: 2, unchanged: 0, enriched: 0, refused: 1 })
    assert.deepEqual([code, stderr], [1, 'line 2: This is not valid JSON.\n'])
  })
})

/** Papers by segment of the ranked search, and the state of each. */
const segments = (corpus: ProcessCorpus): unknown =>
  corpus.inspect((database) => database.prepare('SELECT papers, state FROM ranked_segments').raw().all())

describe('longview ingest --accept', { concurrency: 2 }, () => {
  test('ends by merging what its transactions added to the ranked search, all of which is found', async (t) => {
    const corpus = await processCorpus(t)
    const folder = join(corpus.folder, 'records')
    await mkdir(folder)
    const ids = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']
    // Each file is a transaction of its own.
    for (const id of ids) await writeFile(join(folder, `${id}.jsonl`), line(leastPaper({ id, title: `Plan ${id}` })))
    const { code } = await corpus.run('ingest', folder, '--accept', '--json')
    assert.equal(code, 0)
    assert.deepEqual(segments(corpus), [[ids.length, 'live']])
    const server = await corpus.serve()
    const { hits } = (await (await fetch(`${server.url}/api/v1/search?q=plans`)).json()) as {
      hits: { id: string }[]
    }
    assert.deepEqual(hits.map(({ id }) => id).toSorted(), ids)
  })

  test('goes on with a merge that a killed one left unfinished', async (t) => {
    const corpus = await processCorpus(t)
    const papers = Array.from({ length: 6 }, (_, index) => leastPaper({ id: `p${index + 1}` }))
    for (const paper of papers.slice(0, 3)) await ingest(corpus, [paper], '--accept')
    // As it stands after the first step of a merge.
    corpus.inspect((database) =>
      database.exec(`
        INSERT INTO ranked_segments (segment, papers, size, state, merged_into, done_to) VALUES (9, 3, 3, 'building', NULL, '');
        UPDATE ranked_segments SET merged_into = 9 WHERE segment < 9`),
    )
    await ingest(corpus, papers.slice(0, 4), '--accept')
    assert.deepEqual(segments(corpus), [
      [3, 'live'],
      [1, 'live'],
    ])
  })
})

const bibtexEntry = (title: string): string => `@misc{a, title={${title}}, author={Ada Example}, year=2025}\n`

type Preview = { file: string; position: string; outcome: string; unmapped: string[] }

describe('longview ingest', { concurrency: 2 }, () => {
  test('a folder of records of any format is previewed, stored once, and reported file by file', async (t) => {
    const corpus = await processCorpus(t)
    const folder = new URL('../fixtures/formats/', import.meta.url).pathname
    const preview = await corpus.run('ingest', folder, '--dry-run', '--json')
    const reports = preview.stdout
      .trimEnd()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text) as Preview)
    assert.equal(reports.length, 95)
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
    assert.deepEqual(counts, { read: 95, stored: 27, unchanged: 25, enriched: 11, refused: 12, candidates: 20 })
    assert.equal(unmapped['JP'], 1)
    assert.match(first.stderr, /library\.bib, line 10: The braces of this entry do not balance\./u)
    const papers = stored(corpus) as [string, string][]
    assert.deepEqual(papers[0], ['p1', 'pending'])
    const again = JSON.parse((await corpus.run('ingest', folder, '--json')).stdout) as Report
    assert.deepEqual([again.stored, again.unchanged, again.refused], [0, 83, 12])
    assert.deepEqual(stored(corpus), papers)
    const bibtex = join(folder, 'library.bib')
    const mistaken = await corpus.run('ingest', bibtex, '--from', 'ris', '--json')
    assert.deepEqual(JSON.parse(mistaken.stdout), { read: 1, stored: 0, unchanged: 0, enriched: 0, refused: 1 })
    assert.match(mistaken.stderr, /the whole: It contains no works\./u)
  })

  test('the files of a ZIP archive are stored like those of a folder', async (t) => {
    const corpus = await processCorpus(t)
    const archive = await corpus.file(
      'records.zip',
      zipOf([
        { name: 'one.bib', content: bibtexEntry('The first study of agents') },
        { name: 'deep/two.bib', content: `${bibtexEntry('Plans that last')}@misc{b, title={None}}\n` },
        { name: 'readme.txt', content: 'What is in here.' },
        { name: 'papers.jsonl', content: line(leastPaper({ id: 'p90' })) },
      ]),
    )
    const { code, stdout, stderr } = await corpus.run('ingest', archive, '--json')
    assert.deepEqual(
      [code, JSON.parse(stdout)],
      [1, { read: 5, stored: 3, unchanged: 0, enriched: 0, refused: 2 }],
      stderr,
    )
    assert.match(stderr, /^deep\/two\.bib, line 2: authors: is required; year: is required/mu)
    assert.match(stderr, /^readme\.txt: The content is not in a supported format/mu)
    const places = corpus.inspect((database) =>
      database.prepare('SELECT place, position FROM source_records').raw().all(),
    )
    assert.deepEqual(places, [
      ['records.zip: one.bib', 'line 1'],
      ['records.zip: deep/two.bib', 'line 1'],
    ])
  })

  test('a table without known columns is proposed, and stored by the columns that are named', async (t) => {
    const corpus = await processCorpus(t)
    const rows = [
      'Werk;Menschen;Erschienen',
      '"Plans; and agents";One, Ada;2024',
      'Agents that work at night;Two, Ben;2025',
    ]
    const file = await corpus.file('table.csv', `${rows.join('\n')}\n`)
    const columns = 'title=Werk,authors=Menschen,year=Erschienen'
    const proposed = await corpus.run('ingest', file, '--dry-run')
    const lines = proposed.stderr.split('\n').map((text) => text.trimEnd().replaceAll(/ {2,}/gu, ' | '))
    assert.deepEqual(lines.slice(0, 6), [
      'table.csv is a table. Proposed columns, with the first rows:',
      'field | column | row 1 | row 2',
      'title | Werk | proposed | Plans; and agents | Agents that work at night',
      'authors | Menschen | proposed | One, Ada | Two, Ben',
      'year | Erschienen | proposed | 2024 | 2025',
      `To read it so, or with other columns: longview ingest ${file} --columns '${columns}'`,
    ])
    assert.ok(proposed.stderr.includes(`To read it as a table, name its columns: --columns '${columns}'.`))
    const mistaken = await corpus.run('ingest', file, '--columns', 'titel=Werk')
    assert.equal(mistaken.code, 1)
    assert.match(mistaken.stderr, /“titel”, which is not a field: the fields are title, authors/u)
    assertRefused(
      await corpus.run('ingest', file, '--columns', 'title=Werke'),
      /no column “Werke”: its columns are “Werk”/u,
    )
    const { code, stdout } = await corpus.run('ingest', file, '--columns', columns, '--json')
    assert.deepEqual([code, JSON.parse(stdout).stored], [0, 2])
    const later = await corpus.file('later.csv', `sep=;\n${rows[0]?.toUpperCase()}\nMore agents;Cem Three;2023\n`)
    assert.match((await corpus.run('ingest', later)).stdout, /^Read 1: 1 stored/u, 'the same header is known')
    const listed = JSON.parse((await corpus.run('columns', 'list', '--json')).stdout) as { id: string }[]
    assert.deepEqual(
      listed.map(({ id: _id, ...others }) => ({ ...others, at: '' })),
      [
        {
          names: ['Werk', 'Menschen', 'Erschienen'],
          columns: { title: 'Werk', authors: 'Menschen', year: 'Erschienen' },
          at: '',
          by: 'cli',
        },
      ],
    )
    const id = listed[0]?.id ?? ''
    assert.match(
      (await corpus.run('columns', 'list')).stdout,
      new RegExp(`^${id}  title=Werk,authors=Menschen,year=Erschienen  Werk, `, 'mu'),
    )
    assert.match((await corpus.run('columns', 'forget', id)).stdout, /are forgotten/u)
    assertRefused(await corpus.run('columns', 'forget', id), /No columns are remembered as/u)
    assertRefused(await corpus.run('ingest', later), /not in a supported format/u)
    assert.match((await corpus.run('columns', 'list')).stdout, /^No columns are remembered/u)
    const known = await corpus.file('known.csv', 'Title,Authors,Year\nA,Ada One,2020\n')
    const { stderr } = await corpus.run('ingest', known, '--dry-run')
    assert.doesNotMatch(stderr, /columns/u, 'nothing is proposed where all is known')
  })

  test('a file that is not there or in no known form is refused in one sentence', async (t) => {
    const corpus = await processCorpus(t)
    assertRefused(await corpus.run('ingest', join(corpus.folder, 'none.jsonl')), /There is no file .*none\.jsonl\./u)
    assertRefused(await corpus.run('ingest', await corpus.file('x.txt', 'No format.')), /not in a supported format/u)
    const broken = await corpus.run('ingest', await corpus.file('x.pdf', '%PDF-1.7'), '--json')
    assert.match(broken.stderr, /the whole: The PDF is damaged or incomplete/u)
    assert.equal((JSON.parse(broken.stdout) as Report).refused, 1)
  })

  test('a paper whose authors may be read wrongly from a PDF waits for review, even with --accept', async (t) => {
    const corpus = await processCorpus(t)
    const authors = 'Ada Example, Bo Sample, and'
    const pdf = await madePdf({ title: 'Plans that Last', authors, body: paragraph('We', 12, 90) })
    const file = await corpus.file('plans.pdf', pdf)
    const dry = await corpus.run('ingest', file, '--accept', '--dry-run')
    assert.match(dry.stdout, /the whole +stored +unsure: authors +Plans that Last/u)
    const taken = await corpus.run('ingest', file, '--accept')
    assert.match(taken.stderr, /“Plans that Last” is new; unsure: authors: compare with the first page of the PDF\./u)
    assert.deepEqual(stored(corpus), [['p1', 'pending']])
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

type Opened = { id: string; key: string; url: string; until: string }

const counts = { read: 0, stored: 0, unchanged: 0, enriched: 0, refused: 0 }

describe('longview ingest --to', () => {
  test('sends files of any format to a session, and goes on where it stopped', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serveHere()
    const opened = await corpus.json<Opened>('sessions', 'open', '--label', 'november', '--until', '2d')
    assert.deepEqual(Object.keys(opened), ['id', 'key', 'url', 'until'])
    assert.match(opened.url, new RegExp(`/api/ingest-sessions/${opened.id}/papers$`, 'u'))
    const url = server.url + new URL(opened.url).pathname
    const keyFile = await corpus.file('key.txt', `${opened.key}\n`)
    const send = async (file: string, to = url) => {
      const { code, stdout, stderr } = await corpus.run('ingest', file, '--to', to, '--key-file', keyFile, '--json')
      return { code, report: stdout === '' ? null : (JSON.parse(stdout) as typeof counts), stderr }
    }
    const lines = [...generatedPapers(1, 6), 'no paper', ...generatedPapers(600, 3)]
    const papers = await corpus.file('papers.jsonl', lines)
    const first = await send(papers)
    assert.deepEqual(first.report, { ...counts, read: 10, stored: 9, refused: 1 })
    assert.deepEqual([first.code, first.stderr], [1, 'line 7: body: must be an object\n'], 'its line in the file')
    assert.deepEqual(await send(papers), first, 'known by its content, and answered alike')
    const longer = await corpus.file('longer.jsonl', [...lines, leastPaper({ id: 'p9000' })])
    const more = await send(longer, server.url)
    assert.deepEqual(more.report, { ...counts, read: 11, stored: 1, unchanged: 9, refused: 1 })
    const entry = '@misc{a, title={A study of agents}, author={Ada Example}, year=2025}\n@misc{b, title={None}}\n'
    const bibtex = await send(await corpus.file('library.bib', entry))
    assert.deepEqual(bibtex.report, { ...counts, read: 2, stored: 1, refused: 1 })
    assert.match(bibtex.stderr, /^line 2: authors: is required; year: is required/u)
    const [listed] = await corpus.json<{ id: string; state: string; counts: typeof counts }[]>('sessions', 'list')
    assert.deepEqual([listed?.id, listed?.state, listed?.counts.stored], [opened.id, 'open', 11])
    assert.equal((await corpus.json<{ stored: number }>('sessions', 'close', opened.id)).stored, 11)
    const closed = await send(await corpus.file('late.bib', entry))
    assert.equal(closed.code, 1)
    assert.match(closed.stderr, /answers 401: This API key is not valid/u)
    assert.deepEqual(await corpus.json('sessions', 'undo', opened.id), {
      id: opened.id,
      state: 'undone',
      removed: 11,
      kept: 0,
    })
  })

  test('a key is sent neither in the clear nor where none belongs', async (t) => {
    const corpus = await processCorpus(t)
    const file = await corpus.file('papers.jsonl', [leastPaper()])
    const refused = async (...args: string[]): Promise<string> => {
      const { code, stderr } = await corpus.run('ingest', file, ...args)
      assert.notEqual(code, 0)
      return stderr
    }
    assert.match(await refused('--to', 'http://library.example.org/'), /must begin with https:/u)
    assert.match(await refused('--to', 'https://library.example.org/'), /LONGVIEW_KEY: must contain the key/u)
    assert.match(await refused('--to', 'https://library.example.org/', '--accept'), /cannot be used with/u)
  })

  test('rows of Retraction Watch are proposed for papers of the library, and none is stored', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json(
      'ingest',
      await corpus.file('papers.jsonl', [leastPaper({ id: 'p1', doi: '10.1000/one' })]),
      '--accept',
    )
    const header =
      'Record ID,Title,RetractionDate,RetractionDOI,OriginalPaperDOI,RetractionNature,Reason,Paywalled,Notes,'
    const rows = [
      '1,Ours,3/9/2026 0:00,10.1000/note,10.1000/ONE,Retraction,+Error in Data;,No,,',
      '2,Theirs,3/9/2026 0:00,,10.1000/two,Retraction,,No,,',
    ]
    const file = await corpus.file('retraction_watch.csv', `${[header, ...rows].join('\n')}\n`)
    const forecast = await corpus.run('ingest', file, '--dry-run')
    assert.match(forecast.stdout, /p1/u)
    for (const [given, proposed] of [
      [['--from', 'retraction-watch', '--accept'], 1],
      [['--accept'], 0],
    ] as const) {
      const counts = await corpus.json<Report & { proposed?: number }>('ingest', file, ...given)
      assert.deepEqual(
        [counts.read, counts.proposed ?? 0, counts.unchanged, counts.stored, counts.refused],
        [2, proposed, 2 - proposed, 0, 0],
      )
    }
    assert.deepEqual(stored(corpus), [['p1', 'accepted']])
  })
})

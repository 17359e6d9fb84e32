import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generatedPapers } from '../support/generated/generated-papers.ts'
import { longview } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'
import { ingest, line, stored } from '../support/process/ingest-command.ts'

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
      /^line 8: The JSON gives the name "title" twice\.$/u,
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

  test('an empty file is no error', async (t) => {
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

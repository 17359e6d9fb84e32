import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { generatedPapers } from '../support/generated/generated-papers.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

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
    assert.match(await refused('--to', 'https://library.example.org/'), /LONGVIEW_KEY: must hold the key/u)
    assert.match(await refused('--to', 'https://library.example.org/', '--accept'), /cannot be used with/u)
  })
})

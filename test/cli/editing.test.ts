import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isWellFormedApiKey } from '#core/access/api-key.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { assertRefused } from '../support/process/longview-process.ts'
import { bibliography, leastPaper, wholePaper } from '../support/service/papers.ts'
import { processCorpus } from '../support/process/process-corpus.ts'

describe('longview papers, concepts, gaps, chapters, subscribers', { concurrency: 2 }, () => {
  test('a paper is edited from a file, shown by versions, reverted and merged, also beside a server', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [wholePaper(), wholePaper({ id: 'p2', title: 'Other' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const server = await corpus.serveHere()
    const titleOf = async (id: string) =>
      ((await (await fetch(`${server.url}/api/v1/papers/${id}`)).json()) as { id: string; title: string }).title
    const edited = await corpus.file('edited.json', JSON.stringify(wholePaper({ title: 'Edited' })))
    assert.deepEqual(await corpus.json('papers', 'edit', 'p1', edited, '--from', '1'), { id: 'p1', version: 2 })
    assert.equal(await titleOf('p1'), 'Edited')
    assertRefused(await corpus.run('papers', 'edit', 'p1', edited, '--from', '1'), /changed in the meantime/u)
    const versions = await corpus.json<{ version: number; actor: string }[]>('papers', 'versions', 'p1')
    assert.deepEqual(
      versions.map(({ version, actor }) => [version, actor]),
      [
        [2, 'cli'],
        [1, 'cli'],
      ],
    )
    assert.deepEqual(await corpus.json('papers', 'revert', 'p1', '1'), { id: 'p1', version: 3 })
    assert.equal(await titleOf('p1'), wholePaper().title)
    assert.deepEqual(await corpus.json('papers', 'merge', 'p2', 'p1'), { id: 'p2', mergedInto: 'p1' })
    assert.equal(await titleOf('p2'), wholePaper().title)
    await server.stop()
  })

  test('public papers that are not yet assessed are listed with what they lack', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [wholePaper({ type: 'survey' }), leastPaper({ id: 'p2', chapter: 2 }), leastPaper({ id: 'p3' })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const rows = await corpus.json<{ id: string; lacks: string[] }[]>('papers', 'list', '--not-assessed')
    assert.deepEqual(
      rows.map(({ id, lacks }) => [id, lacks]),
      [
        ['p2', ['type', 'longHorizonScore']],
        ['p3', ['chapter', 'type', 'longHorizonScore']],
      ],
    )
    const { stdout, stderr } = await corpus.run('papers', 'list', '--not-assessed', '--limit', '1')
    assert.match(stdout, /^id +not yet assessed +title\np2 +type, score +A paper/u)
    assert.match(stderr, /2 in all; --limit shows more/u)
    assert.match((await corpus.run('papers', 'list')).stdout, /^p1 {2,}Checkpoints/mu)
  })

  test('a paper that is shown, saved and sent back as an edit keeps every field', async (t) => {
    const corpus = await processCorpus(t)
    const whole = wholePaper({
      ...bibliography,
      type: 'survey',
      fullText: 'All of it.\n\nIn two paragraphs.',
      abstractBy: 'editors',
      fullTextKind: 'note',
    })
    const parsed = parsePaper(whole, new Date())
    assert.ok(parsed.ok)
    assert.equal(Object.keys(whole).length, Object.keys(parsed.value.paper).length, 'the paper has every field')
    await corpus.json('ingest', await corpus.file('papers.jsonl', [whole, leastPaper({ id: 'p2' })]), '--accept')
    for (const [id, paper] of [['p1', whole] as const, ['p2', leastPaper({ id: 'p2' })] as const]) {
      const shown = await corpus.json<{ paper: Record<string, unknown> }>('review', 'show', id)
      assert.deepEqual(shown.paper, paper)
      const saved = await corpus.file(`${id}.json`, JSON.stringify(shown.paper))
      assert.deepEqual(await corpus.json('papers', 'edit', id, saved), { id, version: 1 }, 'nothing is new')
      const retitled = { ...paper, title: 'Another title' }
      const edited = await corpus.file(`${id}-edited.json`, JSON.stringify({ ...shown.paper, title: 'Another title' }))
      assert.deepEqual(await corpus.json('papers', 'edit', id, edited), { id, version: 2 })
      assert.deepEqual((await corpus.json<{ paper: unknown }>('review', 'show', id)).paper, retitled)
    }
  })

  test('a file that is not a paper is refused with its name and every error', async (t) => {
    const corpus = await processCorpus(t)
    await corpus.json('ingest', await corpus.file('papers.jsonl', [leastPaper()]), '--accept')
    const mistaken = await corpus.file('mistaken.json', JSON.stringify(leastPaper({ title: '', year: 3_000 })))
    const { code, stderr } = await corpus.run('papers', 'edit', 'p1', mistaken)
    assert.equal(code, 1)
    assert.match(stderr, /mistaken\.json: title: must not be empty; year: must be at most \d{4}/u)
    const broken = await corpus.file('broken.json', '{"id": "p1",')
    assert.match((await corpus.run('papers', 'edit', 'p1', broken)).stderr, /broken\.json: /u)
    const other = await corpus.file('other.json', JSON.stringify(leastPaper({ id: 'p2' })))
    assert.match((await corpus.run('papers', 'edit', 'p1', other)).stderr, /id: must be p1/u)
    assert.match((await corpus.run('papers', 'edit', 'p1', 'none.json')).stderr, /none\.json cannot be read/u)
    assert.equal((await corpus.json<unknown[]>('papers', 'versions', 'p1')).length, 1)
  })

  test('concepts, gaps and chapters are edited by name and from files', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [leastPaper({ concepts: ['tool use', 'memory'] })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    const definition = ['--definition', 'What is kept.']
    assert.deepEqual(await corpus.json('concepts', 'edit', 'memory', ...definition), { id: 'memory', version: 2 })
    assert.deepEqual(await corpus.json('concepts', 'edit', 'memory', '--name', 'Recall'), { id: 'memory', version: 3 })
    assert.deepEqual(await corpus.json('concepts', 'merge', 'tool-use', 'memory'), {
      id: 'tool-use',
      mergedInto: 'memory',
      papersRenamed: 1,
    })
    const listed = await corpus.json('concepts', 'list')
    assert.deepEqual(listed, [{ id: 'memory', name: 'Recall', definition: 'What is kept.', version: 4, paperCount: 1 }])
    assertRefused(await corpus.run('concepts', 'remove', 'memory'), /"Recall" is in use: 1 public paper has it/u)
    const bare = await corpus.file('bare.json', JSON.stringify(leastPaper()))
    await corpus.json('papers', 'edit', 'p1', bare)
    assert.deepEqual(await corpus.json('concepts', 'remove', 'memory', '--from', '4'), { id: 'memory' })
    assert.deepEqual(await corpus.json('concepts', 'list'), [])
    const gap = { title: 'A gap', severity: 'high', explanation: 'Why.', papers: ['p1'] }
    const file = await corpus.file('gap.json', JSON.stringify(gap))
    assert.deepEqual(await corpus.json('gaps', 'add', file), { id: 'g1', version: 1 })
    assert.deepEqual(JSON.parse((await corpus.run('gaps', 'show', 'g1')).stdout), gap)
    const edited = await corpus.file('gap2.json', JSON.stringify({ ...gap, severity: 'critical' }))
    assert.deepEqual(await corpus.json('gaps', 'edit', 'g1', edited), { id: 'g1', version: 2 })
    const marked = { ...gap, severity: 'critical', explanation: 'Why [p9]. As they say [p1 "nothing of the kind"].' }
    const warned = await corpus.run('gaps', 'edit', 'g1', await corpus.file('gap3.json', JSON.stringify(marked)))
    assert.deepEqual([warned.code, warned.stdout.trim()], [0, 'g1 is at version 3.'])
    assert.match(
      warned.stderr,
      /^longview: \[p9\]: There is no public paper p9\.\nlongview: \[p1 "nothing of the kind"\]: /mu,
    )
    const [shown] = await corpus.json<{ severity: string }[]>('gaps', 'list')
    assert.equal(shown?.severity, 'critical')
    const narrows = ['state', 'g1', 'narrowing', '--reason', 'It measures half of it.'] as const
    assert.match((await corpus.run('gaps', ...narrows)).stderr, /papers: must name at least one paper/u)
    assert.deepEqual(await corpus.json('gaps', ...narrows, '--paper', 'p1', '--from', '3'), { id: 'g1', version: 4 })
    const history = await corpus.json<{ entry: string; papers: string[] }[]>('gaps', 'history', 'g1')
    assert.deepEqual(
      history.map(({ entry, papers }) => [entry, papers]),
      [
        ['opened', []],
        ['narrowed', ['p1']],
      ],
    )
    assertRefused(await corpus.run('gaps', 'history', 'g9'), /There is no gap g9/u)
    const chapter = await corpus.file('chapter.json', JSON.stringify({ name: 'Memory', introduction: 'New words.' }))
    assert.deepEqual(await corpus.json('chapters', 'edit', '3', chapter), { number: 3, version: 1 })
    assertRefused(
      await corpus.run('chapters', 'edit', '3', chapter, '--from', '0'),
      /Chapter 3 has been changed in the meantime/u,
    )
  })

  test('chapters are added, ordered, merged and removed, and one with papers goes only by merging', async (t) => {
    const corpus = await processCorpus(t)
    const papers = [leastPaper({ id: 'p1', chapter: 2 }), leastPaper({ id: 'p2', chapter: 7 })]
    await corpus.json('ingest', await corpus.file('papers.jsonl', papers), '--accept')
    assertRefused(await corpus.run('chapters', 'remove', '7'), /Chapter 7 has 1 paper: merge it/u)
    assert.deepEqual(await corpus.json('chapters', 'merge', '7', '2'), { number: 7, mergedInto: 2, papersMoved: 1 })
    for (const number of ['3', '4', '5', '6'])
      assert.deepEqual(await corpus.json('chapters', 'remove', number), { number: Number(number) })
    assert.deepEqual(await corpus.json('chapters', 'order', '2', '1'), { order: [2, 1] })
    assert.match((await corpus.run('chapters', 'order', '2')).stderr, /every chapter of the library once: 2, 1/u)
    const file = await corpus.file('chapter.json', JSON.stringify({ name: 'Trials', introduction: '' }))
    assert.deepEqual(await corpus.json('chapters', 'add', '5', file), { number: 5, version: 1 })
    assertRefused(await corpus.run('chapters', 'add', '5', file), /already has a chapter 5/u)
    const listed = await corpus.json<{ number: number; name: string }[]>('chapters', 'list')
    assert.deepEqual(
      listed.map(({ number, name }) => [number, name]),
      [
        [2, 'Chapter 2'],
        [1, 'Chapter 1'],
        [5, 'Trials'],
      ],
    )
    assert.match((await corpus.run('chapters', 'merge', '2', 'none')).stdout, /into none; papers moved: 2\./u)
    for (const number of ['1', '5']) await corpus.json('chapters', 'remove', number)
    assert.match((await corpus.run('chapters', 'list')).stdout, /The library has no chapters\./u)
    assertRefused(await corpus.run('chapters', 'edit', '1', file), /has no chapter 1/u)
    const exported = (await corpus.run('export')).stdout
    assert.doesNotMatch(exported, /"chapter"/u)
  })

  test('a rotated key is shown once, and the one before is valid for the hours given', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serveHere()
    const made = await corpus.json<{ id: string; key: string }>('keys', 'create', '--label', 'a lab')
    const submissions = async (key: string) =>
      (await fetch(`${server.url}/api/submissions`, { headers: { 'x-api-key': key } })).status
    const rotated = await corpus.json<{ id: string; key: string }>('keys', 'rotate', made.id)
    assert.ok(isWellFormedApiKey(rotated.key))
    assert.deepEqual([await submissions(made.key), await submissions(rotated.key)], [200, 200])
    const again = await corpus.json<{ key: string }>('keys', 'rotate', made.id, '--overlap-hours', '0')
    assert.deepEqual(
      [await submissions(made.key), await submissions(rotated.key), await submissions(again.key)],
      [401, 401, 200],
    )
    await server.stop()
  })

  test('subscribers are exported, and an address is erased from the database', async (t) => {
    const corpus = await processCorpus(t)
    const server = await corpus.serveHere()
    for (const email of ['zoe@example.org', 'ada@example.org'])
      await fetch(`${server.url}/api/subscribe`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, name: 'Zoë, the first' }),
      })
    assert.equal((await corpus.run('subscribers', 'export')).stdout, 'email,name,since\r\n'.trimEnd().concat('\n'))
    assert.deepEqual(await corpus.json('subscribers', 'erase', 'ZOE@example.org'), {
      subscriptions: 1,
      letters: 1,
      messages: 0,
      keys: 0,
    })
    const left = corpus.inspect((database) => ({
      subscribers: database.prepare('SELECT email FROM subscribers').pluck().all(),
      letters: database.prepare('SELECT recipient FROM outbox').pluck().all(),
      audit: JSON.stringify(database.prepare('SELECT * FROM audit_log').all()),
    }))
    assert.deepEqual([left.subscribers, left.letters], [['ada@example.org'], ['ada@example.org']])
    assert.match(left.audit, /address\.erase/u)
    assert.doesNotMatch(left.audit, /zoe/iu)
    assertRefused(await corpus.run('subscribers', 'erase', 'nobody'), /must be one email address/u)
    await server.stop()
  })
})

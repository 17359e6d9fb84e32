import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Database } from 'better-sqlite3'
import type { Serving } from '../support/process/longview-process.ts'
import { leastPaper } from '../support/service/papers.ts'
import { processCorpus, type ProcessCorpus } from '../support/process/process-corpus.ts'
import { sendOnce } from '../support/service/submitter.ts'

const two = async (corpus: ProcessCorpus): Promise<[Serving, Serving]> => Promise.all([corpus.serve(), corpus.serve()])

const stopBoth = async (servers: readonly Serving[]): Promise<void> =>
  assert.deepEqual(await Promise.all(servers.map((server) => server.stop())), [0, 0])

/** Submissions that were counted against the limit of a key, of any key. */
const countedSubmissions = (database: Database): number =>
  database.prepare("SELECT count(*) FROM quota_hits WHERE bucket LIKE 'submit:%'").pluck().get() as number

/** On a slow machine a request that waits too long for the writer is answered "try again", and nothing is counted. */
const submit = async (url: string, apiKey: string, id: string): Promise<Response> => {
  for (;;) {
    const response = await fetch(`${url}/api/papers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify(leastPaper({ id })),
    })
    if (response.status !== 503) return response
    await response.body?.cancel()
  }
}

test('two servers that start at once on a new file make one corpus, with one first key', async (t) => {
  const corpus = await processCorpus(t, { STARTER_CORPUS: 'on' }, { isMigrated: false })
  const servers = await two(corpus)
  const stats = await Promise.all(servers.map(async ({ url }) => (await fetch(`${url}/api/stats`)).text()))
  assert.equal(stats[0], stats[1])
  await stopBoth(servers)
  assert.equal((await corpus.json<unknown[]>('keys', 'list')).length, 1)
  assert.equal(servers.flatMap(({ stdout }) => stdout).filter((line) => line.includes('secrets')).length, 1)
  const twice = corpus.inspect((database) =>
    database.prepare('SELECT id FROM papers GROUP BY id HAVING count(*) > 1').all(),
  )
  assert.deepEqual(twice, [])
})

test('two servers of one corpus', async (t) => {
  const corpus = await processCorpus(t)
  const servers = await two(corpus)
  await t.test('the limit of 100 submissions an hour is exact when two servers are asked at once', async () => {
    const [apiKey = '', other = ''] = await corpus.keys(2)
    const responses = await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const response = await submit(servers[index % 2 === 0 ? 0 : 1].url, apiKey, `p${index + 1}`)
        return { status: response.status, id: `p${index + 1}`, retryAfter: response.headers.get('retry-after') }
      }),
    )
    const accepted = responses.filter(({ status }) => status === 201)
    const refused = responses.filter(({ status }) => status === 429)
    assert.deepEqual([accepted.length, refused.length], [100, 50])
    for (const { retryAfter } of refused) assert.match(retryAfter ?? '', /^[1-9]\d{0,3}$/u)
    assert.equal((await submit(servers[1].url, other, 'p1000')).status, 201)
    const stored = corpus.inspect((database) => database.prepare('SELECT id FROM papers').pluck().all() as string[])
    assert.deepEqual(new Set(stored), new Set([...accepted.map(({ id }) => id), 'p1000']))
    assert.equal(stored.length, 101)
  })

  await t.test('an idempotency key that is used at two servers gives one paper and one response', async () => {
    const [apiKey = ''] = await corpus.keys(1)
    const countedBefore = corpus.inspect(countedSubmissions)
    for (let number = 1; number <= 25; number += 1) {
      const paper = { id: `p${2_000 + number}`, title: `Paper ${number}` }
      const attempt = { apiKey, idempotencyKey: `once-${number}`, paper, wanted: 201 as const }
      const replies = await Promise.all(servers.map(({ url }) => sendOnce(url, attempt)))
      const [first, second] = replies
      assert.deepEqual([first?.status, second?.status], [201, 201])
      assert.equal(first?.body, second?.body)
      assert.equal(first?.location, second?.location)
      assert.equal(replies.filter((reply) => reply?.replayed).length, 1)
      const changed = { ...attempt, paper: { ...paper, title: 'Another title' } }
      for (const { url } of servers) assert.equal((await sendOnce(url, changed))?.status, 422)
    }
    corpus.inspect((database) => {
      assert.equal(database.prepare("SELECT count(*) FROM papers WHERE id LIKE 'p20__'").pluck().get(), 25)
      assert.equal(countedSubmissions(database) - countedBefore, 25)
      assert.equal(database.prepare("SELECT count(*) FROM papers WHERE title LIKE 'Paper %'").pluck().get(), 25)
    })
  })

  await t.test('a key that the command line revokes is refused by every server at once', async () => {
    const { id, key } = await corpus.json<{ id: string; key: string }>('keys', 'create', '--label', 'to be revoked')
    const statuses = (first: number): Promise<number[]> =>
      Promise.all(servers.map(async ({ url }, index) => (await submit(url, key, `p${first + index}`)).status))
    assert.deepEqual(await statuses(3_000), [201, 201])
    assert.deepEqual(await corpus.json('keys', 'revoke', id), { id, revoked: true })
    assert.deepEqual(await statuses(3_002), [401, 401])
  })

  await t.test('a paper that the command line accepts and retracts shows in every server at once', async () => {
    const [apiKey = ''] = await corpus.keys(1)
    assert.equal((await submit(servers[0].url, apiKey, 'p4000')).status, 201)
    const readAll = (): Promise<{ status: number; listed: number; tag: string | null; revision: number }[]> =>
      Promise.all(
        servers.map(async ({ url }) => {
          const list = await fetch(`${url}/api/papers?q=fields`)
          const { count } = (await list.json()) as { count: number }
          const { status } = await fetch(`${url}/api/papers/p4000`)
          const { revision } = (await (await fetch(`${url}/api/health`)).json()) as { revision: number }
          return { status, listed: count, tag: list.headers.get('etag'), revision }
        }),
      )
    const [before, ...othersBefore] = await readAll()
    assert.deepEqual(othersBefore, [before])
    assert.deepEqual([before?.status, before?.listed], [404, 0])

    await corpus.json('review', 'accept', 'p4000')
    const [accepted, ...othersAccepted] = await readAll()
    assert.deepEqual(othersAccepted, [accepted])
    assert.deepEqual([accepted?.status, accepted?.listed], [200, 1])
    assert.notEqual(accepted?.tag, before?.tag)
    assert.ok((accepted?.revision ?? 0) > (before?.revision ?? 0))
    for (const { url } of servers) {
      const conditional = await fetch(`${url}/api/papers?q=fields`, { headers: { 'if-none-match': before?.tag ?? '' } })
      assert.equal(conditional.status, 200)
    }

    await corpus.json('review', 'retract', 'p4000', '--reason', 'Withdrawn by its authors.')
    const [retracted, ...othersRetracted] = await readAll()
    assert.deepEqual(othersRetracted, [retracted])
    assert.deepEqual([retracted?.status, retracted?.listed], [410, 0])
    assert.notEqual(retracted?.tag, accepted?.tag)
  })
  await stopBoth(servers)
})

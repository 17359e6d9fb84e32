import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mergePaper } from '#actions/papers.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide, submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type Change = { seq: number; kind: string; id: string; event: string; at: string }
type Changes = { changes: Change[]; nextSeq: number }

const changesAfter = async (service: TestService, since: number, limit = 500): Promise<Changes> =>
  jsonOf(await service.get(`/api/v1/changes?since=${since}&limit=${limit}`))

const service = await startTestService({ after })

test('changes of public papers are listed in order, and those of others are not', async () => {
  assert.deepEqual(await jsonOf(await service.get('/api/v1/changes')), { changes: [], nextSeq: 0 })
  const key = await service.key()
  await service.accept(wholePaper({ concepts: [] }), leastPaper({ id: 'p2' }))
  await submit(service, key, leastPaper({ id: 'p3' }))
  await submit(service, key, leastPaper({ id: 'p4' }))
  await decide(service, 'p4', 'reject', 'No.')
  await decide(service, 'p3', 'accept')
  await decide(service, 'p2', 'retract', 'Wrong.')
  await service.run(mergePaper, { id: 'p3', into: 'p1', note: null, actor: 'test' })
  const { changes, nextSeq } = await changesAfter(service, 0)
  assert.deepEqual(
    changes.map(({ seq, kind, id, event }) => `${seq} ${kind} ${id} ${event}`),
    ['1 paper p1 added', '2 paper p2 added', '3 paper p3 added', '4 paper p2 retracted', '5 paper p3 merged'],
  )
  assert.equal(nextSeq, 5)
  for (const { at } of changes) assert.equal(at, service.clock.now().toISOString())
})

test('changes are read page by page, and the end is an empty page', async () => {
  const seen: number[] = []
  for (let since = 0; ;) {
    const { changes, nextSeq } = await changesAfter(service, since, 2)
    if (changes.length === 0) {
      assert.equal(nextSeq, since)
      break
    }
    seen.push(...changes.map(({ seq }) => seq))
    since = nextSeq
  }
  assert.deepEqual(seen, [1, 2, 3, 4, 5])
})

test('a number that was never issued is refused, and so is anything that is not a number', async () => {
  const { sentence, paths } = await assertFailure(await service.get('/api/v1/changes?since=6'), 'agent', 400)
  assert.deepEqual(paths, ['since'])
  assert.match(sentence, /start again from 0/u)
  for (const wrong of ['since=-1', 'since=x', 'since=1.5', 'since=1234567890123456', 'after=1'])
    await assertFailure(await service.get(`/api/v1/changes?${wrong}`), 'agent', 400)
})

const score = (number: number): number => ((number * 37) % 100) / 100

/** The recipe of docs/machines.md: walk a list, then apply what changed since its first page named its number. */
const mirror = async (at: TestService, onPage: () => Promise<void>): Promise<Map<string, string>> => {
  const copy = new Map<string, string>()
  const read = async (id: string): Promise<void> => {
    const response = await fetch(`${at.url}/api/papers/${id}`, { redirect: 'manual' })
    if (response.status === 200) copy.set(id, await response.text())
    else copy.delete(id)
  }
  let since: number | null = null
  for (let address: string | null = `${at.url}/api/v1/papers?limit=7`; address !== null;) {
    const page: Response = await fetch(address)
    since ??= Number(page.headers.get('x-change-seq'))
    const { papers } = await jsonOf<{ papers: { id: string }[] }>(page)
    for (const { id } of papers) await read(id)
    address = /<(?<next>[^>]+)>; rel="next"/u.exec(page.headers.get('link') ?? '')?.groups?.next ?? null
    await onPage()
  }
  for (let last = since ?? 0; ;) {
    const { changes, nextSeq } = await changesAfter(at, last)
    if (changes.length === 0) return copy
    for (const { kind, id } of changes) if (kind === 'paper') await read(id)
    last = nextSeq
  }
}

test('a walk of a list and the changes since give exactly the corpus, although papers change on the way', async (t) => {
  const busy = await startTestService(t)
  await busy.accept(
    ...Array.from({ length: 40 }, (_, index) => leastPaper({ id: `p${index + 1}`, longHorizonScore: score(index) })),
  )
  let turn = 0
  const disturb = async (): Promise<void> => {
    turn += 1
    const by = { actor: 'test', at: busy.clock.now().toISOString() }
    await busy.accept(leastPaper({ id: `p${100 + turn}`, longHorizonScore: score(turn * 3) }))
    await busy.store.transact((tx) => tx.papers.transition(`p${turn}`, { state: 'retracted', note: 'x', ...by }))
    // Its place in the order changes: it may be met twice on the walk, or not at all.
    for (const id of [`p${10 + turn}`, `p${40 - turn}`])
      await busy.store.transact((tx) =>
        tx.papers.revise(id, by, ({ paper }) => ({ ...paper, title: `New ${turn}`, longHorizon: null })),
      )
  }
  const copy = await mirror(busy, disturb)
  const live = new Map<string, string>()
  for (const { id } of (await busy.store.public.papers.listWithText(null, 500)).papers)
    live.set(id, await (await busy.get(`/api/papers/${id}`)).text())
  assert.ok(turn > 3)
  assert.deepEqual(copy, live)
})

test('changes are listed since a day or a time, and go on by number', async (t) => {
  const dated = await startTestService(t)
  for (const [id, at] of [
    ['p1', '2026-10-31T23:59:59.999Z'],
    ['p2', '2026-11-01T00:00:00.000Z'],
    ['p3', '2026-11-02T08:00:00.000Z'],
  ] as const) {
    dated.clock.set(at)
    await dated.accept(leastPaper({ id }))
  }
  const since = async (text: string): Promise<[string[], number]> => {
    const response = await dated.get(`/api/v1/changes?since=${encodeURIComponent(text)}`)
    const { changes, nextSeq } = await jsonOf<Changes>(response)
    return [changes.map(({ id }) => id), nextSeq]
  }
  assert.deepEqual(await since('2026-10-01'), [['p1', 'p2', 'p3'], 3])
  assert.deepEqual(await since('2026-11-01'), [['p2', 'p3'], 3])
  assert.deepEqual(await since('2026-11-01T01:00:00+01:00'), [['p2', 'p3'], 3])
  assert.deepEqual(await since('2026-11-01T00:00:00.001Z'), [['p3'], 3])
  assert.deepEqual(await since('2026-11-03'), [[], 3])
  assert.deepEqual(await since('2'), [['p3'], 3])
  for (const wrong of ['2026-11-31', '2026-11-01T10:00', 'yesterday', '2026-11'])
    assert.deepEqual((await assertFailure(await dated.get(`/api/v1/changes?since=${wrong}`), 'agent', 400)).paths, [
      'since',
    ])
  const waited = await jsonOf<Changes>(await dated.get('/api/v1/changes?since=2026-11-02&wait=30'))
  assert.deepEqual(
    waited.changes.map(({ id }) => id),
    ['p3'],
  )
})

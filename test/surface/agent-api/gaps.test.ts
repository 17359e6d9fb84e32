import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeGapState } from '#actions/editorial/gaps.ts'
import type { Gap } from '#core/editorial/gap.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type GapItem = { id: string; title: string; severity: string; paperCount: number }

const gapsOf = async (service: TestService, query = ''): Promise<GapItem[]> =>
  (await jsonOf<{ gaps: GapItem[] }>(await service.get(`/api/v1/gaps${query}`))).gaps

const putGaps = (service: TestService, ...gaps: Gap[]): Promise<void> =>
  service.store.transact(async (tx) => {
    for (const gap of gaps) await tx.gaps.put(gap, service.clock.now().toISOString())
  })

const gap = (id: string, severity: Gap['severity'], ...paperIds: string[]): Gap => ({
  id,
  title: `Gap ${id}`,
  severity,
  explanation: 'Why it matters.',
  paperIds,
})

test('a gap has exactly the specified fields', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  await putGaps(service, gap('recovery', 'high', 'p1'))
  assert.equal(
    await (await service.get('/api/v1/gaps')).text(),
    '{"gaps":[{"id":"recovery","title":"Gap recovery","severity":"high","paperCount":1}]}',
  )
})

test('gaps come by severity, gravest first, then by paper count', async (t) => {
  const service = await startTestService(t)
  await service.accept(...['p1', 'p2', 'p3'].map((id) => leastPaper({ id })))
  await putGaps(
    service,
    gap('a', 'medium', 'p1', 'p2', 'p3'),
    gap('b', 'critical', 'p1'),
    gap('c', 'high', 'p1'),
    gap('d', 'critical', 'p1', 'p2'),
    gap('e', 'high', 'p1', 'p2', 'p3'),
  )
  assert.deepEqual(
    (await gapsOf(service)).map(({ id, paperCount }) => [id, paperCount]),
    [
      ['d', 2],
      ['b', 1],
      ['e', 3],
      ['c', 1],
      ['a', 3],
    ],
  )
  assert.deepEqual(
    (await gapsOf(service, '?severity=high')).map(({ id }) => id),
    ['e', 'c'],
  )
  for (const severity of ['', 'low', 'HIGH', 'critical,high']) {
    const failure = await assertFailure(await service.get(`/api/v1/gaps?severity=${severity}`), 'agent', 400)
    assert.deepEqual(failure.paths, ['severity'])
    assert.match(failure.sentence, /critical, high, medium/u)
  }
})

test('a gap counts the public papers that an editor linked', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await submitInto(service, { key, state: 'pending', paper: { id: 'p1' } })
  await submitInto(service, { key, state: 'accepted', paper: { id: 'p2' } })
  await putGaps(service, gap('recovery', 'high', 'p1', 'p2'))
  const count = async () => (await gapsOf(service))[0]?.paperCount
  assert.equal(await count(), 1)
  await decide(service, 'p1', 'accept')
  assert.equal(await count(), 2)
  await decide(service, 'p2', 'retract')
  assert.equal(await count(), 1)
})

test('gaps are listed by state, and each tells its history', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  await putGaps(service, gap('a', 'high', 'p1'), gap('b', 'medium'))
  const words = { state: 'narrowing' as const, reason: 'It measures half of it.', paperIds: ['p2'] }
  await service.run(changeGapState, { id: 'a', words, version: null, actor: 'test' })
  const ids = async (query: string) => (await gapsOf(service, query)).map(({ id }) => id)
  assert.deepEqual(await ids(''), ['a', 'b'])
  assert.deepEqual(await ids('?state=open'), ['b'])
  assert.deepEqual(await ids('?state=narrowing'), ['a'])
  assert.deepEqual(await ids('?state=closed'), [])
  await assertFailure(await service.get('/api/v1/gaps?state=shut'), 'agent', 400)
  const at = service.clock.now().toISOString()
  assert.deepEqual(await jsonOf(await service.get('/api/v1/gaps/a/history')), {
    history: [
      { state: 'open', entry: 'opened', at, reason: null, papers: [] },
      { state: 'narrowing', entry: 'narrowed', at, reason: 'It measures half of it.', papers: ['p2'] },
    ],
  })
  assert.equal((await service.get('/api/v1/gaps/c/history')).status, 404)
  const { record } = await jsonOf<{ record: { history?: unknown[] } }>(await service.get('/api/v1/records/gap/a'))
  assert.equal(record.history?.length, 2)
  const markdown = await (await service.get('/gaps/a.md')).text()
  assert.match(
    markdown,
    /- State: narrowing[^]*## History[^]*: narrowed by \[p2\]\([^)]*\/papers\/p2\)\. It measures half of it\\?\./u,
  )
})

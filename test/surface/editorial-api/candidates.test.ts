import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rankOpenCandidates } from '#sources/rank-open-candidates.ts'
import { engines } from '../../support/database/engines.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { addCandidate } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Inbox = {
  open: number
  candidates: { id: number; title: string; likeAccepted?: { id: string }[]; origins: { place: string }[] }[]
  next?: string
}

const about = (id: string, title: string, abstract: string) => leastPaper({ id, title, abstract })

for (const engine of engines)
  test(`${engine.name}: the inbox is listed with its reasons, and a key keeps, dismisses and reopens`, async (t) => {
    const service = await startTestService(t, { engine })
    const { store, clock } = service
    for (const [index, subject] of ['recovery', 'planning', 'budgets'].entries())
      await service.accept(about(`p${index + 1}`, `Agent memory and ${subject}`, 'Episodic memory of agents.'))
    const at = clock.now().toISOString()
    await addCandidate(store, about('x1', 'Growth of tissue <b>', 'Cells divide.'), at)
    await addCandidate(store, about('x2', 'Agent memory in warehouses', 'Episodic memory of agents.'), at)
    const headers = { 'x-api-key': await service.key('review') }
    const list = async (query = '') => jsonOf<Inbox>(await service.get(`/api/editorial/candidates${query}`, headers))
    const unranked = await list()
    assert.deepEqual(
      [unranked.open, unranked.candidates.length, unranked.candidates[0]?.likeAccepted],
      [2, 2, undefined],
    )

    assert.equal(await rankOpenCandidates(service), 2)
    const first = await list('?limit=1')
    assert.deepEqual(
      first.candidates.map(({ id, title, likeAccepted, origins }) => [
        id,
        title,
        likeAccepted?.length,
        origins[0]?.place,
      ]),
      [[2, 'Agent memory in warehouses', 3, 'a list']],
    )
    assert.match(first.candidates[0]?.likeAccepted?.[0]?.id ?? '', /^p[1-3]$/u)
    const second = await list(`?limit=1&after=${first.next}`)
    assert.deepEqual([second.candidates.map(({ id }) => id), second.next], [[1], undefined])

    const decide = (id: number | string, decision: string, more: Record<string, string> = {}) =>
      service.send('POST', `/api/editorial/candidates/${id}`, { decision }, { ...headers, ...more })
    const key = { 'idempotency-key': '"keep-2"' }
    const kept = await jsonOf<{ state: string; paper: string }>(await decide(2, 'keep', key))
    assert.equal(kept.state, 'kept')
    assert.equal((await store.private.submissions.findWithoutHistory(kept.paper))?.state, 'pending')
    const again = await decide(2, 'keep', key)
    assert.deepEqual(
      [again.headers.get('idempotent-replayed'), (await jsonOf<typeof kept>(again)).paper],
      ['true', kept.paper],
    )
    await assertFailure(await decide(2, 'keep'), 'corpus', 409)

    assert.deepEqual(await jsonOf(await decide(1, 'dismiss')), { success: true, id: 1, state: 'dismissed' })
    assert.equal((await list()).open, 0)
    assert.deepEqual(await jsonOf(await decide(1, 'reopen')), { success: true, id: 1, state: 'open' })
    assert.deepEqual(
      (await list()).candidates.map(({ id }) => id),
      [1],
    )
    for (const [id, decision, status] of [
      [9, 'keep', 404],
      ['x', 'dismiss', 404],
      [1, 'publish', 400],
    ] as const)
      await assertFailure(await decide(id, decision), 'corpus', status)
    await assertFailure(await service.get('/api/editorial/candidates?after=x', headers), 'corpus', 400)
  })

test('a candidate of a list of links has the title, address and topics that the list gives', async (t) => {
  const service = await startTestService(t)
  const list =
    '# Agents\n\n## Memory\n\n- [Notes that agents keep](https://openreview.net/forum?id=abcdefgh12)\n- [ReAct](https://arxiv.org/abs/2210.03629)\n'
  const headers = { 'x-api-key': await service.key('ingest'), 'content-type': 'text/markdown' }
  const answer = await fetch(`${service.url}/api/editorial/imports`, { method: 'POST', headers, body: list })
  assert.equal(answer.status, 200)
  const inbox = await jsonOf<{ candidates: Record<string, unknown>[] }>(
    await service.get('/api/editorial/candidates', { 'x-api-key': await service.key('review') }),
  )
  assert.deepEqual(
    inbox.candidates.map(({ title, url, arxivId, topics }) => ({ title, url, arxivId, topics })),
    [
      { title: 'ReAct', url: undefined, arxivId: '2210.03629', topics: ['Memory'] },
      {
        title: 'Notes that agents keep',
        url: 'https://openreview.net/forum?id=abcdefgh12',
        arxivId: undefined,
        topics: ['Memory'],
      },
    ],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import type { Brief } from '#core/editorial/brief.ts'
import { weekId } from '#core/editorial/week.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const brief = (week: number, featured: string[] = [], year = 2026): Brief => ({
  id: weekId({ year, week }),
  week: { year, week },
  title: `What week ${week} brought`,
  summary: 'One paper.\n\nAnd another.',
  take: 'Read both.',
  featured,
})

test('without a published brief the latest is a problem of status 404', async (t) => {
  const service = await startTestService(t)
  assert.equal((await assertFailure(await service.get('/api/v1/briefs/latest'), 'agent', 404)).code, 'not_found')
  assert.equal(await (await service.get('/api/v1/briefs')).text(), '{"briefs":[]}')
})

test('the latest brief is the newest, with exactly the specified fields', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  await service.run(publishBrief, { brief: brief(9, ['p2', 'p1']), actor: 'test' })
  await service.run(publishBrief, { brief: brief(47, ['p2', 'p1']), actor: 'test' })
  await service.run(publishBrief, { brief: brief(52, [], 2025), actor: 'test' })
  const response = await service.get('/api/v1/briefs/latest')
  assert.equal(response.headers.get('content-location'), '/api/v1/briefs/2026-w47')
  assert.equal(
    await response.text(),
    '{"week":"Week 47, 2026","title":"What week 47 brought","summary":"One paper.\\n\\nAnd another.","houseTake":"Read both.","featuredPapers":["p2","p1"]}',
  )
})

test('the archive holds all briefs, newest first', async (t) => {
  const service = await startTestService(t)
  for (const [week, year] of [
    [46, 2026],
    [1, 2026],
    [53, 2020],
    [47, 2026],
  ] as const)
    await service.run(publishBrief, { brief: brief(week, [], year), actor: 'test' })
  const { briefs } = await jsonOf<{ briefs: Record<string, string>[] }>(await service.get('/api/v1/briefs'))
  assert.deepEqual(briefs[0], {
    id: '2026-w47',
    week: 'Week 47, 2026',
    title: 'What week 47 brought',
    publishedAt: '2026-11-20T10:00:00.000Z',
  })
  assert.deepEqual(
    briefs.map(({ id }) => id),
    ['2026-w47', '2026-w46', '2026-w01', '2020-w53'],
  )
  for (const { id, week } of briefs) assert.equal((await jsonOf(await service.get(`/api/v1/briefs/${id}`))).week, week)
  for (const id of ['2026-w48', '2026-W47', 'Week%2047,%202026', 'x', '47'])
    await assertFailure(await service.get(`/api/v1/briefs/${id}`), 'agent', 404)
})

test('a published brief never changes, not even with its papers', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }))
  await service.run(publishBrief, { brief: brief(47, ['p1']), actor: 'test' })
  const before = await (await service.get('/api/v1/briefs/2026-w47')).text()
  await decide(service, 'p1', 'retract')
  await assert.rejects(service.run(publishBrief, { brief: { ...brief(47), title: 'Another' }, actor: 'test' }))
  for (const path of ['/api/v1/briefs/2026-w47', '/api/v1/briefs/latest'])
    assert.equal(await (await service.get(path)).text(), before)
})

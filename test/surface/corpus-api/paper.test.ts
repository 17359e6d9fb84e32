import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertFailure, idsAt, jsonOf } from '../../support/service/responses.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type One = { success: boolean; paper: Record<string, unknown> }

test('the single paper is in an envelope, with its full text in fullText', async (t) => {
  const service = await startTestService(t)
  const submitted = wholePaper({ fullText: 'First line.\nSecond line.' })
  await service.accept(submitted)
  const response = await service.get('/api/papers/p1')
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
  const body = await jsonOf<One>(response)
  assert.deepEqual(body, { success: true, paper: submitted })
  assert.deepEqual(Object.keys(body.paper), Object.keys(submitted), 'the fields come in the order of the contract')
})

test('a paper with only the required fields has no others, and no null', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper())
  const text = await (await service.get('/api/papers/p1')).text()
  assert.deepEqual(JSON.parse(text), { success: true, paper: leastPaper() })
  assert.ok(!text.includes('null'))
})

test('an unknown id is a plain 404', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7' }))
  for (const id of [
    'p8',
    'p',
    'x',
    'P7',
    'p07',
    'p007',
    'p7 ',
    ' p7',
    'p7.json',
    'p-7',
    'p7%00',
    'p%00',
    'p1234567890123456',
    '%F0%9F%99%82',
    '%2e%2e%2fetc',
    "p7'--",
    '__proto__',
    'p'.repeat(400),
    '%E0%A4%A',
  ]) {
    const failure = await assertFailure(await service.get(`/api/papers/${encodeURI(id)}`), 'corpus', 404)
    assert.equal(failure.code, 'not_found', id)
    assert.deepEqual(failure.errors, [], id)
  }
  assert.equal((await service.get('/api/papers/p7')).status, 200)
})

test('p7 and p007 are two papers', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7', title: 'Seven' }), leastPaper({ id: 'p007', title: 'Bond' }))
  for (const [id, title] of [
    ['p7', 'Seven'],
    ['p007', 'Bond'],
  ] as const) {
    const { paper } = await jsonOf<One>(await service.get(`/api/papers/${id}`))
    assert.deepEqual([paper.id, paper.title], [id, title])
  }
})

test('an id may be encoded in the address', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p7' }))
  assert.equal((await service.get('/api/papers/%70%37')).status, 200)
})

test('a retracted paper is 410 with reason and date on both APIs', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(), leastPaper({ id: 'p2' }))
  service.clock.set('2026-11-21T08:30:00.000Z')
  await decide(service, 'p1', 'retract', 'The data were made up.')
  for (const [api, path] of [
    ['corpus', '/api/papers/p1'],
    ['agent', '/api/v1/papers/p1'],
    ['agent', '/api/v1/papers/p1?include=fullText'],
  ] as const) {
    const { code, body, sentence } = await assertFailure(await service.get(path), api, 410)
    assert.equal(code, 'retracted')
    assert.equal(body.reason, 'The data were made up.')
    assert.equal(body.retractedAt, '2026-11-21T08:30:00.000Z')
    assert.match(sentence, /2026-11-21.*The data were made up\./u)
    assert.ok(!JSON.stringify(body).includes('Checkpoints'), 'nothing else of the paper is shown')
  }
  for (const path of [
    '/api/papers',
    '/api/v1/papers',
    '/api/papers?q=-zzz',
    '/api/papers?q=state',
    '/api/papers?chapter=4',
  ])
    assert.ok(!(await idsAt(service, path)).includes('p1'), path)
  assert.equal((await service.get('/api/papers')).headers.get('x-total-count'), '1')
})

test('text comes back as it was sent, in NFC', async (t) => {
  const service = await startTestService(t)
  const title = 'Cafe\u0301 \u{1F642} مرحبا 計画 e\u0301'
  const fullText = 'One\r\n\tTwo "three" \\ </script> \u2028 & \u{10FFFD}'
  await service.accept(leastPaper({ title, fullText, authors: ['O\u2019Neil, J.\u00a0R.', '李雷'] }))
  const { paper } = await jsonOf<One>(await service.get('/api/papers/p1'))
  assert.deepEqual(paper, {
    ...leastPaper(),
    title: title.normalize('NFC'),
    authors: ['O\u2019Neil, J.\u00a0R.', '李雷'],
    fullText,
  })
})

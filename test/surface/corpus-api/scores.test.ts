import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, jsonOf } from '../../support/service/responses.ts'
import { submit, decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** A score as it is written on both scales: times ten by moving the point, not by arithmetic. */
const scales: [string, string][] = [
  ['0', '0'],
  ['1', '10'],
  ['0.1', '1'],
  ['0.2', '2'],
  ['0.3', '3'],
  ['0.7', '7'],
  ['0.29', '2.9'],
  ['0.57', '5.7'],
  ['0.58', '5.8'],
  ['0.55', '5.5'],
  ['0.07', '0.7'],
  ['0.73', '7.3'],
  ['0.82', '8.2'],
  ['0.123456', '1.23456'],
  ['0.999999', '9.99999'],
  ['0.000001', '0.00001'],
  ['0.100001', '1.00001'],
]

/** The two scores in the text of a response, before any parser rounds them. */
const written = (text: string): string[] =>
  [...text.matchAll(/"(?:longHorizon|enterprise)Score":(?<score>[\d.e-]+)/gu)].map((match) => match.groups?.score ?? '')

/** Both scores of a paper. JSON writes the smallest with an exponent, which is the same number. */
const asJson = (score: string): string[] => [JSON.stringify(Number(score)), JSON.stringify(Number(score))]

test('scores are 0.0 to 1.0 in the corpus API and 0 to 10 in the agent API, without binary noise', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  for (const [index, [unit, ten]] of scales.entries()) {
    const id = `p${index + 1}`
    await submit(service, key, leastPaper({ id, longHorizonScore: Number(unit), enterpriseScore: Number(unit) }))
    await decide(service, id, 'accept')
    assert.deepEqual(written(await (await service.get(`/api/papers/${id}`)).text()), asJson(unit))
    assert.deepEqual(written(await (await service.get(`/api/v1/papers/${id}`)).text()), asJson(ten))
  }
  const lists = [
    await (await service.get('/api/papers?limit=500')).text(),
    await (await service.get('/api/v1/papers?limit=500')).text(),
  ]
  for (const text of lists)
    for (const score of written(text)) assert.ok(score.replace(/^0\./u, '').length <= 7, `${score} looks like noise`)
})

test('all hundredths come back as they were sent, on both scales', async (t) => {
  const service = await startTestService(t)
  const hundredths = Array.from({ length: 101 }, (_, index) => index)
  await service.accept(
    ...hundredths.map((count) => leastPaper({ id: `p${count}`, longHorizonScore: Number((count / 100).toFixed(2)) })),
  )
  type Scored = { papers: { id: string; longHorizonScore: number }[] }
  const corpus = await jsonOf<Scored>(await service.get('/api/papers?limit=500'))
  const agent = await jsonOf<Scored>(await service.get('/api/v1/papers?limit=500'))
  assert.equal(corpus.papers.length, 101)
  for (const { id, longHorizonScore } of corpus.papers)
    assert.equal(String(longHorizonScore), String(Number((Number(id.slice(1)) / 100).toFixed(2))))
  for (const { id, longHorizonScore } of agent.papers)
    assert.equal(String(longHorizonScore), String(Number((Number(id.slice(1)) / 10).toFixed(1))))
})

test('a minus zero is a zero', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), leastPaper({ longHorizonScore: 0.5 }))
  const key = await service.key()
  const body = JSON.stringify(leastPaper({ id: 'p2', longHorizonScore: 0 })).replace('Score":0', 'Score":-0')
  const response = await service.send('POST', '/api/papers', body, { 'x-api-key': key })
  assert.equal(response.status, 201)
  for (const id of ['p1', 'p2']) await decide(service, id, 'accept')
  assert.deepEqual(written(await (await service.get('/api/papers/p2')).text()), ['0'])
  assert.deepEqual(await idsAt(service, '/api/papers'), ['p1', 'p2'])
})

test('finer scores are rounded to millionths', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ longHorizonScore: 0.1234567, enterpriseScore: 1e-9 }))
  assert.deepEqual(written(await (await service.get('/api/papers/p1')).text()), ['0.123457', '0'])
  assert.deepEqual(written(await (await service.get('/api/v1/papers/p1')).text()), ['1.23457', '0'])
})

test('min_lh_score is inclusive, on the scale of the agent API', async (t) => {
  const service = await startTestService(t)
  const scores = [1, 0.999999, 0.73, 0.730001, 0.729999, 0.29, 0.000001, 0, undefined]
  await service.accept(
    ...scores.map((longHorizonScore, index) => leastPaper({ id: `p${index + 1}`, longHorizonScore })),
  )
  const table: [string, string[]][] = [
    ['10', ['p1']],
    ['10.0', ['p1']],
    ['9.99999', ['p1', 'p2']],
    ['9.999991', ['p1']],
    ['7.3', ['p1', 'p2', 'p4', 'p3']],
    ['7.30', ['p1', 'p2', 'p4', 'p3']],
    ['7.300001', ['p1', 'p2', 'p4']],
    ['7.30001', ['p1', 'p2', 'p4']],
    ['7.29999', ['p1', 'p2', 'p4', 'p3', 'p5']],
    ['2.9', ['p1', 'p2', 'p4', 'p3', 'p5', 'p6']],
    ['0.00001', ['p1', 'p2', 'p4', 'p3', 'p5', 'p6', 'p7']],
    // A paper without a score reaches no minimum, not even the least.
    ['0', ['p1', 'p2', 'p4', 'p3', 'p5', 'p6', 'p7', 'p8']],
    ['0.0', ['p1', 'p2', 'p4', 'p3', 'p5', 'p6', 'p7', 'p8']],
  ]
  for (const [bound, ids] of table) {
    const response = await service.get(`/api/v1/papers?min_lh_score=${bound}`)
    assert.equal(response.headers.get('x-total-count'), String(ids.length), bound)
    const { total, papers } = await jsonOf<{ total: number; papers: { id: string }[] }>(response)
    assert.deepEqual(
      papers.map(({ id }) => id),
      ids,
      bound,
    )
    assert.equal(total, ids.length, bound)
  }
})

test('every tenth is an inclusive bound for the paper that has it', async (t) => {
  const service = await startTestService(t)
  const tenths = Array.from({ length: 101 }, (_, index) => index)
  await service.accept(
    ...tenths.map((count) => leastPaper({ id: `p${count}`, longHorizonScore: Number((count / 100).toFixed(2)) })),
  )
  for (const count of tenths) {
    const response = await service.get(`/api/v1/papers?min_lh_score=${(count / 10).toFixed(1)}&limit=1`)
    assert.equal((await jsonOf(response)).total, 101 - count, `${count / 10}`)
  }
})

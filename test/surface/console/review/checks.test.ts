import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedIn } from '../../../support/service/editor-session.ts'
import { leastPaper } from '../../../support/service/papers.ts'
import { decide, submit } from '../../../support/service/review.ts'
import { startTestService } from '../../../support/service/test-service.ts'

test('a submission is checked, and checked again when it is resubmitted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.accept(leastPaper({ id: 'p7', title: 'Checkpoints for agents that work for days' }))
  await submit(service, key, leastPaper({ id: 'p1', title: 'Checkpoints for agents which work for days' }))
  const assessment = async () => (await service.store.private.queue.find('p1'))?.assessment
  const before = await assessment()
  assert.deepEqual(
    before?.findings.map(({ check, alike }) => [check, alike.map(({ id, match }) => `${id} ${match}`)]),
    [
      ['likeness', ['p7 near_title']],
      ['missing_abstract', []],
      ['address', []],
    ],
  )
  await decide(service, 'p1', 'ask')
  const rework = leastPaper({ title: 'Another', abstract: 'A text. '.repeat(30), url: 'https://arxiv.org/abs/2510.1' })
  await service.send('PUT', '/api/submissions/p1', rework, { 'x-api-key': key })
  assert.deepEqual(await assessment(), { risk: 0, findings: [] })
})

test('a long text is told to be checked in part, and can be opened to its end', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const fullText = `${'Words. '.repeat(40_000)}The <end>.`
  await submit(service, key, leastPaper({ id: 'p1', fullText }))
  const reviewer = await signedIn(service, 'reviewer')
  const page = await (await reviewer.get('/console/queue/p1')).text()
  assert.match(page, /The checks read only the first 200,000 of 280,010 characters\./u)
  assert.match(page, /href="\/console\/queue\/p1\/text"/u)
  assert.ok(page.length < 100_000)
  const whole = await reviewer.get('/console/queue/p1/text')
  assert.equal(whole.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.equal(await whole.text(), fullText)
  assert.equal((await reviewer.get('/console/queue/p2/text')).status, 404)
})

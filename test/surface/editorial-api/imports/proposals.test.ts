import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actsOf, editorialClient } from '../../../support/service/editing.ts'
import { assertFailure } from '../../../support/service/failures.ts'
import { wholePaper } from '../../../support/service/papers.ts'
import { jsonOf } from '../../../support/service/read-responses.ts'
import { startTestService } from '../../../support/service/test-service.ts'
import { post, record, type Imported } from '../../../support/requests/imports.ts'

test('what a record proposes for a public paper is taken or left by an editor', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(wholePaper({ doi: '10.1000/example.1' }))
  const before = await (await service.get('/api/v1/papers/p1')).text()
  const key = await service.key('ingest')
  for (const publisher of ['Press', 'Another Press']) {
    const { proposed } = await jsonOf<Imported>(
      await post(service, record(publisher), { key, type: 'application/x-bibtex' }),
    )
    assert.equal(proposed, 1)
  }
  assert.equal(await (await service.get('/api/v1/papers/p1')).text(), before)
  const { proposals } = await editor.get<{ proposals: { id: number; fields: Record<string, unknown> }[] }>('/proposals')
  assert.deepEqual(
    proposals.map(({ fields }) => fields.publisher),
    ['Press', 'Another Press'],
  )
  const [first, second] = proposals
  const taken = await editor.ask(`/proposals/${first?.id}`, { method: 'POST', body: { decision: 'take' } })
  assert.deepEqual(await jsonOf(taken), { success: true, paper: 'p1', version: 2 })
  const left = await editor.ask(`/proposals/${second?.id}`, { method: 'POST', body: { decision: 'leave' } })
  assert.deepEqual(await jsonOf(left), { success: true, paper: 'p1' })
  assert.equal((await jsonOf<{ publisher: string }>(await service.get('/api/v1/papers/p1'))).publisher, 'Press')
  await assertFailure(
    await editor.ask(`/proposals/${first?.id}`, { method: 'POST', body: { decision: 'leave' } }),
    'corpus',
    409,
  )
  await assertFailure(await editor.ask('/proposals/99', { method: 'POST', body: { decision: 'leave' } }), 'corpus', 404)
  assert.equal((await actsOf(service, 'proposal.take')).length, 1)
})

test('a proposal that is taken leaves alone what was written since', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  await service.accept(wholePaper({ doi: '10.1000/example.1' }))
  await post(service, record('Press'), { key: await service.key('ingest'), type: 'application/x-bibtex' })
  const written = await editor.ask('/papers/p1', {
    method: 'PATCH',
    headers: { 'if-match': '*' },
    body: { publisher: 'The publisher that an editor names' },
  })
  assert.equal(written.status, 200)
  const { proposals } = await editor.get<{ proposals: { id: number }[] }>('/proposals')
  await editor.ask(`/proposals/${proposals[0]?.id}`, { method: 'POST', body: { decision: 'take' } })
  const { publisher } = await jsonOf<{ publisher: string }>(await service.get('/api/v1/papers/p1'))
  assert.equal(publisher, 'The publisher that an editor names')
})

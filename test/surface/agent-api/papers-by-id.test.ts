import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { mergePaper } from '#actions/papers/merge-paper.ts'
import { assertFailure } from '../../support/service/failures.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/read-responses.ts'
import { decide, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({ url: 'https://arxiv.org/abs/2210.03629' }),
  leastPaper({ id: 'p2', url: 'https://doi.org/10.1000/a,B' }),
  leastPaper({ id: 'p3' }),
  leastPaper({ id: 'p4' }),
)
await submitInto(service, {
  key: await service.key(),
  state: 'pending',
  paper: leastPaper({ id: 'p5', url: 'https://arxiv.org/abs/2401.00005' }),
})
await decide(service, 'p3', 'retract', 'Withdrawn.')
await service.run(mergePaper, { id: 'p4', into: 'p1', note: null, actor: 'test' })

type PapersById = { total: number; papers: Record<string, unknown>[]; missing: unknown; redirects: unknown }

const papersById = async (ids: string[], rest = ''): Promise<PapersById> =>
  jsonOf(await service.get(`/api/v1/papers?ids=${encodeURIComponent(ids.join(','))}${rest}`))

test('papers are asked for by ids, DOIs, arXiv ids and addresses, in any mixture', async () => {
  const { total, papers, missing, redirects } = await papersById([
    '10.1000/a%2Cb',
    'arXiv:2210.03629v2',
    `${service.url}/papers/p1`,
    'p3',
    'p4',
    'p5',
    '2401.00005',
    'p404',
    '%E0%A4%A',
  ])
  assert.equal(total, 2)
  assert.deepEqual(
    papers.map(({ id }) => id),
    ['p2', 'p1'],
  )
  assert.deepEqual(Object.keys(papers[0] ?? {}), ['id', 'title', 'year'])
  assert.deepEqual(missing, [
    { id: 'p3', reason: 'retracted' },
    { id: 'p5', reason: 'not_found' },
    { id: '2401.00005', reason: 'not_found' },
    { id: 'p404', reason: 'not_found' },
    { id: '%E0%A4%A', reason: 'not_found' },
  ])
  assert.deepEqual(redirects, [{ from: 'p4', to: 'p1' }])
})

test('two hundred papers at once are the limit, and a wrong list is named', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `p${index + 1}`)
  assert.equal((await papersById(ids)).total, 2)
  for (const wrong of [[...ids, 'p201'].join(','), '', ',,', 'x'.repeat(8_193), 'p1%0000']) {
    const response = await service.get(`/api/v1/papers?ids=${encodeURIComponent(wrong)}`)
    assert.deepEqual((await assertFailure(response, 'agent', 400)).paths, ['ids'], wrong.slice(0, 20))
  }
})

test('a list has the fields that were asked for, and without being asked those of the contract', async () => {
  const { papers } = await jsonOf<PapersById>(
    await service.get('/api/v1/papers?fields=authors,abstract,arxivId&limit=1'),
  )
  assert.deepEqual(Object.keys(papers[0] ?? {}).toSorted(), ['abstract', 'authors', 'id'])
  const named = await papersById(['p1'], '&fields=title')
  assert.deepEqual(named.papers, [{ id: 'p1', title: 'Checkpoints for agents that work for days' }])
  const { concepts } = await jsonOf<{ concepts: object[] }>(await service.get('/api/v1/concepts?fields=trend'))
  assert.deepEqual(Object.keys(concepts[0] ?? {}), ['id', 'trend'])
  for (const path of ['papers', 'concepts', 'gaps', 'briefs']) {
    const response = await service.get(`/api/v1/${path}?fields=id,fullText`)
    const { paths, sentence } = await assertFailure(response, 'agent', 400)
    assert.equal(paths[0], 'fields.1', path)
    assert.match(sentence, /fields/u)
  }
})

test('the fields are kept on the next page', async () => {
  const response = await service.get('/api/v1/papers?fields=title&limit=1')
  const next = /<(?<address>[^>]+)>; rel="next"/u.exec(response.headers.get('link') ?? '')?.groups?.address ?? ''
  const { papers } = await jsonOf<PapersById>(await fetch(next))
  assert.deepEqual(Object.keys(papers[0] ?? {}), ['id', 'title'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editorialClient } from '../../support/service/editing.ts'
import { bibliography, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Paper = Record<string, unknown>

test('what citations need is submitted, edited and kept with every version', async (t) => {
  const service = await startTestService(t)
  const editor = await editorialClient(service)
  const whole = wholePaper(bibliography)
  await submit(service, await service.key(), whole)
  assert.deepEqual((await editor.get<{ paper: Paper }>('/papers/p1')).paper, whole)
  const patch = { volume: '13', issue: null, authors: ['Ada Example'] }
  assert.equal((await editor.ask('/papers/p1', { method: 'PATCH', body: patch, version: 1 })).status, 200)
  const { issue: _issue, authorNames, authorDetails, ...rest } = whole
  const [ada] = authorNames as unknown[]
  const [detail] = authorDetails as unknown[]
  assert.deepEqual((await editor.get<{ paper: Paper }>('/papers/p1')).paper, {
    ...rest,
    volume: '13',
    authors: ['Ada Example'],
    authorNames: [ada],
    authorDetails: [detail],
  })
  assert.deepEqual((await editor.get<{ paper: Paper }>('/papers/p1/versions/1')).paper, whole)
  const wrong = await editor.ask('/papers/p1', {
    method: 'PATCH',
    body: { kind: 'poem', date: '2025-02-30' },
    version: 2,
  })
  const { details } = await jsonOf<{ details: { path: string }[] }>(wrong)
  assert.deepEqual([wrong.status, details.map(({ path }) => path).toSorted()], [400, ['date', 'kind']])
})

test('the corpus API shows a paper as before; the agent API shows what citations need', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(bibliography))
  assert.deepEqual(await jsonOf(await service.get('/api/papers/p1')), { success: true, paper: wholePaper() })
  const { concepts: _c, frameworkMappings: _f, storageUrl: _s, ...listed } = wholePaper()
  assert.deepEqual((await jsonOf<{ papers: Paper[] }>(await service.get('/api/papers'))).papers, [listed])
  const agent = await jsonOf<Paper>(await service.get('/api/v1/papers/p1'))
  const { authorNames, authorDetails, ...shown } = bibliography
  for (const [field, value] of Object.entries(shown)) assert.deepEqual(agent[field], value, field)
  const authors = authorNames.map((name, index) => {
    const { position: _position, ...detail } = authorDetails[index] ?? {}
    return { ...name, ...detail }
  })
  assert.deepEqual(agent.authors, authors)
})

test('citations name where a paper was published', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(bibliography))
  const bib = await (await service.get('/papers/p1.bib')).text()
  assert.match(bib, /^@article\{/u)
  for (const line of [
    'author = {Example, Ada and Sample, Ben}',
    'date = {2025-03-17}',
    'journal = {Journal of Examples}',
    'pages = {100--110}',
    'eprint = {2503.01234}',
  ])
    assert.ok(bib.includes(line), `${line} in ${bib}`)
  const ris = await (await service.get('/papers/p1.ris')).text()
  for (const line of [
    'TY  - JOUR',
    'DA  - 2025/03/17/',
    'T2  - Journal of Examples',
    'SP  - 100',
    'EP  - 110',
    'AN  - arXiv:2503.01234',
  ])
    assert.ok(ris.includes(`${line}\r\n`), `${line} in ${ris}`)
  const [item] = await jsonOf<Paper[]>(await service.get('/papers/p1.csl.json'))
  assert.equal(item?.type, 'article-journal')
  assert.deepEqual(item.issued, { 'date-parts': [[2025, 3, 17]] })
  const page = await (await service.get('/papers/p1')).text()
  assert.match(page.replaceAll(/<[^>]+>/gu, ''), /Journal of Examples 12 \(3\), 100-110\. Example Press/u)
  assert.match(page, /<meta name="citation_journal_title" content="Journal of Examples"/u)
})

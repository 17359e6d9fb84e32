import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService } from '../../support/service/test-service.ts'

const plain = (markup: string): string => markup.replaceAll(/<[^>]+>/gu, ' ').replaceAll(/\s+/gu, ' ')

test('the statistics count accepted papers by year, chapter, institution, source and month', async (t) => {
  const service = await startTestService(t)
  await nameChapters(service.store)
  await service.accept(
    wholePaper({ id: 'p1', year: 2024, chapter: 1, institution: 'First <Institute>' }),
    wholePaper({ id: 'p2', year: 2025, chapter: 3 }),
    wholePaper({ id: 'p3', year: 2025, chapter: 3, url: 'https://other.example/3' }),
    leastPaper({ id: 'p4', year: 2022 }),
  )
  await service.send('POST', '/api/papers', wholePaper({ id: 'p9', year: 2021, institution: 'Hidden' }), {
    'x-api-key': await service.key(),
  })
  const response = await service.get('/stats')
  assert.equal(response.status, 200)
  const markup = await response.text()
  const text = plain(markup)
  for (const sentence of [
    'Papers 4 Sources 2 Concepts 2 Frameworks 1',
    'When were the papers published? 4 papers in 3 years Papers by year of publication: 4 papers from 2022 to 2025.',
    '3 papers in 2 chapters Papers by chapter: 2 chapters with papers; 1 paper has none.',
    'All have the same axes: 2024 to 2025, and 0 to 2 papers a year.',
    'All 2 papers of 3 Memory are of 2025 3 Memory by year: 2 papers in 2025.',
    '3 papers from 2 institutions Papers by institution: 2 institutions.',
    '3 papers from 2 sources Papers by source: 2 sources.',
    'First &lt;Institute&gt; 1',
    'All 4 papers were accepted in November 2026',
    `Papers accepted by month: 4 papers, all accepted in ${service.clock.now().toISOString().slice(0, 7)}.`,
  ])
    assert.ok(text.includes(sentence), `${sentence}\n${text}`)
  assert.doesNotMatch(text, /Hidden|2021/u)
  const [listed] = /\/\?institution=First[^"]+/u.exec(markup) ?? []
  assert.match(await (await service.get(listed ?? '')).text(), /\/papers\/p1"/u, 'the table leads to the papers')
  const figures = markup.split('<figure').slice(1)
  assert.equal(figures.length, 7)
  for (const figure of figures) {
    assert.match(figure, /<svg class="plot[^>]*role="img"[^>]*><title>[^<]+<\/title>/u)
    assert.match(figure, /<details><summary>As a table<\/summary>/u)
  }
})

test('the statistics of an empty corpus are empty', async (t) => {
  const service = await startTestService(t)
  const response = await service.get('/stats')
  assert.equal(response.status, 200)
  const text = plain(await response.text())
  assert.match(text, /Papers by year of publication There are no papers yet\./u)
  assert.match(text, /There are no papers yet Papers by institution: 0 institutions\./u)
  assert.doesNotMatch(text, /NaN|Infinity|undefined/u)
})

test('growth shows each month since the first, also those without papers', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1' }), leastPaper({ id: 'p2' }))
  service.clock.advance(70 * 86_400)
  await service.accept(leastPaper({ id: 'p3' }))
  const markup = await (await service.get('/stats')).text()
  const growth = markup.slice(markup.indexOf('When did the library grow?'))
  assert.match(plain(growth), /3 papers since \d{4}-\d{2}; 1 in \d{4}-\d{2}\./u)
  assert.equal(growth.match(/class="hover-area"/gu)?.length, 3)
})

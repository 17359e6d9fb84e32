import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Passage = { source: string; by?: string; abstractBy?: string; paperId: string }

const service = await startTestService({ after })
const texts = { abstract: 'Zebras plan.', houseCommentary: 'Lions wait.', fullText: 'Giraffes remember.' }
const OPEN = 'https://creativecommons.org/licenses/by/4.0/'
await service.accept(
  wholePaper({ id: 'p1', ...texts, license: OPEN }),
  wholePaper({ id: 'p2', ...texts, title: 'Of animals', abstractBy: 'editors', fullTextKind: 'note', license: OPEN }),
)

const writers = async (question: string) => {
  const { passages } = await jsonOf<{ passages: Passage[] }>(await service.get(`/api/v1/passages?${question}`))
  return passages
    .map(({ paperId, source, by }) => [paperId, source, by ?? null].join(' '))
    .toSorted((one, other) => one.localeCompare(other))
}

test('an agent that quotes a passage learns whether its words are of the editors', async () => {
  assert.deepEqual(await writers('q=zebras'), ['p1 abstract ', 'p2 abstract editors'])
  assert.deepEqual(await writers('q=giraffes'), ['p1 fullText ', 'p2 fullText editors'])
  assert.deepEqual(await writers('q=lions'), ['p1 houseComment ', 'p2 houseComment '], 'the source says it')
  assert.deepEqual(await writers('quote=giraffes%20remember'), ['p1 fullText ', 'p2 fullText editors'])
  assert.deepEqual(await writers(`anchor=${encodeURIComponent('p2@1#abstract.1')}`), ['p2 abstract editors'])
})

const kinds = (items: Record<string, unknown>[]) =>
  Object.fromEntries(items.map(({ id, paperId, abstract, abstractBy }) => [id ?? paperId, [abstract, abstractBy]]))

const answer = async (path: string) =>
  jsonOf<Record<'papers' | 'hits' | 'passages', Record<string, unknown>[]>>(await service.get(path))

test('an abstract in a list, a search or beside a passage is said to be a summary if it is one', async () => {
  const expected = { p1: ['Zebras plan.', undefined], p2: ['Zebras plan.', 'editors'] }
  assert.deepEqual(kinds((await answer('/api/v1/papers?detail=abstract')).papers), expected)
  const { hits } = await answer('/api/v1/search?q=zebras&detail=abstract')
  assert.deepEqual(kinds(hits), expected)
  assert.deepEqual(kinds((await answer('/api/v1/passages?q=zebras&detail=abstract')).passages), expected)
  const { hits: cards } = await answer('/api/v1/search?q=giraffes')
  const writers = cards.map(({ id, passage }) => [id, (passage as Passage).by])
  assert.deepEqual(Object.fromEntries(writers), { p1: undefined, p2: 'editors' })
})

const statusOf = async (id: string) => (await service.get(`/api/v1/records/text/${id}`)).status

test('the licence of a paper lets nobody pass on a note of the editors as its text', async () => {
  assert.deepEqual([await statusOf('p1'), await statusOf('p2')], [200, 404])
})

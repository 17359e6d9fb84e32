import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generatedPapers } from '../../support/generated/generated-papers.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/read-responses.ts'
import { submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Suggestion = { kind: string; text: string; url: string }

test('what is typed proposes papers by title, concepts and authors, each with its address', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({ id: 'p1', title: 'Zebras at night', concepts: ['episodic memory', 'memory retrieval'] }),
    leastPaper({
      id: 'p2',
      title: 'Memory of zebras',
      authors: ['Zoë "Zed" Example', 'Ada Lovelace'],
      longHorizonScore: 0.1,
    }),
  )
  const suggest = async (q: string): Promise<string[][]> => {
    const path = `/suggestions.json?${new URLSearchParams({ q }).toString()}`
    const { suggestions } = await jsonOf<{ suggestions: Suggestion[] }>(await service.get(path))
    return suggestions.map(({ kind, text, url }) => [kind, text, url])
  }
  assert.deepEqual(await suggest('the zebr'), [
    ['paper', 'Zebras at night', '/papers/p1'],
    ['paper', 'Memory of zebras', '/papers/p2'],
  ])
  assert.deepEqual(await suggest('mem'), [
    ['paper', 'Memory of zebras', '/papers/p2'],
    ['concept', 'episodic memory', '/concepts/episodic-memory'],
    ['concept', 'memory retrieval', '/concepts/memory-retrieval'],
  ])
  const [author] = await suggest('zoe exa')
  assert.deepEqual(author?.slice(0, 2), ['author', 'Zoë "Zed" Example'])
  assert.match(await (await service.get(author?.[2] ?? '')).text(), /1 paper for/u)
  for (const nothing of ['', '  ', 'ze', '"-*', 'xyzzy']) assert.deepEqual(await suggest(nothing), [], nothing)
  for (const path of ['/suggestions.json', `/suggestions.json?q=${'a'.repeat(2_001)}`, '/suggestions.json?q=a&x=1'])
    assert.equal((await service.get(path)).status, 400, path)
})

test('what is not public is never proposed', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  const hidden = wholePaper({ id: 'p9', title: 'Xenolithic', authors: ['Xeno Author'], concepts: ['xenology'] })
  await submitInto(service, { key, state: 'pending', paper: hidden })
  const { suggestions } = await jsonOf<{ suggestions: Suggestion[] }>(await service.get('/suggestions.json?q=xeno'))
  assert.deepEqual(suggestions, [])
})

test('a few of each are proposed, however many there are', async (t) => {
  const service = await startTestService(t)
  await service.accept(...generatedPapers(1, 60))
  const { suggestions } = await jsonOf<{ suggestions: Suggestion[] }>(await service.get('/suggestions.json?q=num'))
  assert.ok(suggestions.length >= 4 && suggestions.length <= 9, JSON.stringify(suggestions))
})

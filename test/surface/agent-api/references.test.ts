import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engines } from '../../support/database/engines.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'
import { referencePolicy } from '#core/quota.ts'
import { costlyTexts } from '../../support/generated/costly-texts.ts'

type Result = {
  result: string
  id?: string
  state?: string
  retracted?: boolean
  title?: string
  confidence?: number
  candidates?: { id: string }[]
  note?: string
}

for (const engine of engines)
  test(`references are in the corpus, retracted, ambiguous or absent (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(
      wholePaper({ url: 'https://arxiv.org/abs/2305.17390' }),
      leastPaper({ id: 'p2', title: 'Robots that walk far', url: 'https://doi.org/10.1000/xyz' }),
      leastPaper({ id: 'p3', title: 'Twins of one name' }),
      leastPaper({ id: 'p4', title: 'Twins of one name' }),
      leastPaper({ id: 'p5', title: 'A duplicate that was merged' }),
    )
    const key = await service.key('submit')
    await service.send('POST', '/api/papers', leastPaper({ id: 'p9', title: 'Still under review here' }), {
      'X-API-Key': key,
    })
    const step = { note: 'It is wrong.', actor: 'a', at: service.clock.now().toISOString() }
    await service.store.transact(async (tx) => {
      await tx.papers.transition('p2', { state: 'retracted', ...step })
      await tx.papers.mergeInto('p5', 'p1', step)
    })
    const references = [
      'arXiv:2305.17390',
      {
        bibtex:
          '@article{x, title = {Checkpoints for Agents that Work for Days}, author = {Example, Ada}, year = {2025}}',
      },
      { doi: '10.1000/XYZ' },
      { text: 'Walker, A. Robots that walk far. 2025.' },
      'Twins of one name',
      'A duplicate that was merged',
      'Still under review here',
      'Nobody, N. (2001). A paper that was never written.',
    ]
    const response = await service.send('POST', '/api/v1/references/check', { references })
    assert.equal(response.status, 200)
    const { results } = await jsonOf<{ results: Result[] }>(response)
    assert.deepEqual(
      results.map(({ result, id, retracted }) => [result, id, retracted]),
      [
        ['in_corpus', 'p1', false],
        ['in_corpus', 'p1', false],
        ['in_corpus', 'p2', true],
        ['in_corpus', 'p2', true],
        ['ambiguous', undefined, undefined],
        ['in_corpus', 'p1', false],
        ['absent', undefined, undefined],
        ['absent', undefined, undefined],
      ],
    )
    assert.deepEqual(
      results[4]?.candidates?.map(({ id }) => id),
      ['p3', 'p4'],
    )
    // A retracted paper may be edited: what it says now was never public.
    assert.deepEqual(
      results.slice(0, 3).map(({ title }) => title !== undefined),
      [true, true, false],
    )
    assert.match(results[7]?.note ?? '', /does not mean that the paper was invented/u)
    assert.deepEqual(results[6], { ...results[7], index: 6 })
  })

for (const engine of engines)
  test(`short references are found among public papers, with candidates where unsure (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(
      leastPaper({ id: 'p1', title: 'Reflexion: Agents that learn from words', authors: ['Noah Shinn'], year: 2023 }),
      leastPaper({ id: 'p2', title: 'Walking: Robots', authors: ['Noah Shinn'], year: 2023 }),
      ...Array.from({ length: 30 }, (_, index) =>
        leastPaper({ id: `p${index + 10}`, title: `Reflexion in metals ${index}`, authors: ['Ann Other'], year: 2001 }),
      ),
    )
    const key = await service.key('submit')
    const waiting = leastPaper({ id: 'p9', title: 'Voyager: Unread', authors: ['Guanzhi Wang'], year: 2023 })
    await service.send('POST', '/api/papers', waiting, { 'X-API-Key': key })
    const references = ['Shinn et al., Reflexion, NeurIPS 2023', 'Shinn et al., 2023', 'Wang et al., Voyager, 2023']
    const { results } = await jsonOf<{ results: Result[] }>(
      await service.send('POST', '/api/v1/references/check', { references }),
    )
    assert.deepEqual(
      results.map(({ result, id, candidates }) => [result, id, candidates?.map((one) => one.id).toSorted()]),
      [
        ['in_corpus', 'p1', undefined],
        ['ambiguous', undefined, ['p1', 'p2']],
        ['absent', undefined, undefined],
      ],
    )
  })

test('a body that cannot be checked names what is wrong', async (t) => {
  const service = await startTestService(t)
  const send = (body: unknown): Promise<Response> => service.send('POST', '/api/v1/references/check', body)
  const refused: [unknown, string][] = [
    [{}, 'references'],
    [{ references: [] }, 'references'],
    [{ references: Array.from({ length: 26 }, () => 'a') }, 'references'],
    [{ references: ['a', 7] }, 'references.1'],
    [{ references: [{ isbn: '1' }] }, 'references.0'],
    [{ references: ['a'], more: 1 }, 'more'],
  ]
  for (const [body, path] of refused) {
    const response = await send(body)
    const { errors } = (await response.json()) as { errors: { path: string }[] }
    assert.deepEqual([response.status, errors.map((error) => error.path)], [400, [path]], JSON.stringify(body))
  }
  assert.equal((await send({ references: ['x'.repeat(300_000)] })).status, 413)
})

const MAX_REFERENCES = 25
const manyReferences = (count = MAX_REFERENCES): string[] => Array.from({ length: count }, () => '10.1000/nothing')

for (const engine of engines)
  test(`references count one by one, in requests and in the messages of a batch (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    const check = (references: string[]): Promise<Response> =>
      service.send('POST', '/api/v1/references/check', { references })
    const call = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'check_references', arguments: { references: manyReferences() } },
    })
    const batch = (): Promise<Response> =>
      service.send(
        'POST',
        '/mcp',
        Array.from({ length: 20 }, (_, id) => call(id)),
        { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-03-26' },
      )
    assert.match(await (await batch()).text(), /absent: 25/u)
    for (let counted = 20 * MAX_REFERENCES; counted + MAX_REFERENCES < referencePolicy.limit; counted += MAX_REFERENCES)
      assert.equal((await check(manyReferences())).status, 200)
    assert.equal((await check(manyReferences(1))).status, 200)
    const refused = await check(manyReferences())
    assert.deepEqual([refused.status, refused.headers.get('ratelimit')], [429, '"references";r=24;t=3600'])
    assert.match(await (await batch()).text(), /At most 3000 references/u)
    // What was refused does not count.
    assert.equal((await check(manyReferences(24))).status, 200)
    assert.equal((await check(manyReferences(1))).status, 429)
    service.clock.advance(3_600)
    assert.equal((await check(manyReferences())).status, 200)
  })

test('the event loop turns between two references, however long they are', async (t) => {
  const service = await startTestService(t)
  for (const [name, text] of Object.entries(costlyTexts)) {
    const references = Array.from({ length: MAX_REFERENCES }, () => text(3_000))
    let turns = 0
    let isAnswered = false
    const count = (): void => {
      turns += 1
      if (!isAnswered) setImmediate(count)
    }
    setImmediate(count)
    const response = await service.send('POST', '/api/v1/references/check', { references })
    isAnswered = true
    assert.equal(response.status, 200, name)
    assert.ok(turns > MAX_REFERENCES, `${name}: ${turns}`)
  }
})

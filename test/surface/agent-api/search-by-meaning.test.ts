import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import {
  embedderAt,
  meaningOf,
  noTime,
  openEmbeddingServer,
  answerWith,
  vectorMaking,
  type EmbeddingServer,
  type VectorMaking,
} from '../../support/embeddings.ts'
import { engines, type TestEngine } from '../../support/database/engines.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type Hit = { id: string; score: number; matched?: object; passage?: { anchor: string; text: string } }
type Answer = { total: number; strong: number; hits: Hit[]; semantic?: boolean; nextCursor: string | null }
type Passages = {
  passages: { anchor: string; text: string; paperId: string }[]
  semantic?: boolean
  nextCursor: string | null
}

const asked = (parameters: Record<string, string>, path = '/api/v1/search'): string =>
  `${path}?${new URLSearchParams(parameters).toString()}`

const filler = (topic: string): string => `${topic} ${'and further plain words about nothing else. '.repeat(40)}`

/** Robots in other words, an unrelated paper, and one whose full text has a passage about zebras. */
const papers = [
  leastPaper({ id: 'p1', title: 'Robots at work', abstract: 'Robots carry boxes.' }),
  leastPaper({ id: 'p2', title: 'Androids in warehouses', abstract: 'An android lifts crates.', year: 2020 }),
  leastPaper({ id: 'p3', title: 'A symphony', abstract: 'A melody returns.' }),
  leastPaper({
    id: 'p4',
    title: 'Animals of the plain',
    fullText: `${filler('Grass.')}\n\n${'Horses and an equine herd, horses. '.repeat(30)}\n\n${filler('Rain.')}`,
  }),
]

type Opened = { service: TestService; server: EmbeddingServer; making: VectorMaking }

const openLibrary = async (t: TestContext, engine?: TestEngine): Promise<Opened> => {
  const server = await openEmbeddingServer(t)
  const service = await startTestService(t, {
    ...(engine === undefined ? {} : { engine }),
    meaning: meaningOf(embedderAt(server)),
  })
  const making = await vectorMaking(service.store, embedderAt(server), { clock: service.clock })
  await service.accept(...papers)
  return { service, server, making }
}

const idsOf = ({ hits }: Answer): string[] => hits.map(({ id }) => id)

for (const engine of engines) {
  test(`${engine.name}: papers that share no word with a question are found by meaning, and say so`, async (t) => {
    const { service, making } = await openLibrary(t, engine)
    const before = await service.get(asked({ q: 'automaton' }))
    assert.equal(before.headers.get('cache-control'), 'no-store')
    const early = await jsonOf<Answer>(before)
    assert.deepEqual([early.semantic, early.total], [false, 0])

    await making.make()
    const response = await service.get(asked({ q: 'automaton' }))
    assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=60/u)
    const answer = await jsonOf<Answer>(response)
    assert.deepEqual([answer.semantic, idsOf(answer).toSorted(), answer.total], [true, ['p1', 'p2'], 2])
    assert.deepEqual(answer.hits[0]?.matched, {})

    const both = await jsonOf<Answer>(await service.get(asked({ q: 'robots' })))
    assert.deepEqual(idsOf(both), ['p1', 'p2'], 'near by words and by meaning comes first')
    const zebras = await jsonOf<Answer>(await service.get(asked({ q: 'zebra' })))
    assert.deepEqual(idsOf(zebras), ['p4'])
    assert.match(zebras.hits[0]?.passage?.text ?? '', /^Horses and an equine herd/u)
  })

  test(`${engine.name}: filters, operators and totals hold for what is found by meaning`, async (t) => {
    const { service, server, making } = await openLibrary(t, engine)
    await making.make()
    const search = async (parameters: Record<string, string>): Promise<[string[], number]> => {
      const answer = await jsonOf<Answer>(await service.get(asked(parameters)))
      assert.equal(answer.semantic, true)
      return [idsOf(answer), answer.total]
    }
    assert.deepEqual(await search({ q: 'automaton', yearTo: '2020' }), [['p2'], 1])
    assert.deepEqual(await search({ q: 'automaton', hasFullText: 'true' }), [[], 0])
    assert.deepEqual(await search({ q: 'automaton', sort: 'newest' }), [['p1', 'p2'], 2])
    assert.deepEqual(await search({ q: 'robots boxes', match: 'all' }), [['p1'], 1])
    assert.deepEqual(await search({ q: 'automaton -crates' }), [['p1'], 1])
    assert.deepEqual(await search({ q: 'p3' }), [['p3'], 1], 'the name of a paper is no question')
    assert.deepEqual(await search({ q: 'automat*' }), [[], 0], 'nor is the beginning of a word')
    assert.ok(!server.texts().some((text) => /^p3|automat$/u.test(text)))
  })

  test(`${engine.name}: a paper that is retracted or edited has no vector of its old text any more`, async (t) => {
    const { service, making, server } = await openLibrary(t, engine)
    await making.make()
    assert.deepEqual(idsOf(await jsonOf<Answer>(await service.get(asked({ q: 'automaton' })))).toSorted(), ['p1', 'p2'])
    const by = { actor: 'test', at: service.clock.now().toISOString() }
    await service.store.transact((tx) =>
      tx.papers.transition('p1', { state: 'retracted', note: 'wrong', actor: 'test', at: by.at }),
    )
    const left = await jsonOf<Answer>(await service.get(asked({ q: 'automaton' })))
    assert.deepEqual([left.semantic, idsOf(left)], [true, ['p2']])

    const sent = server.texts().length
    await service.store.transact((tx) =>
      tx.papers.revise('p2', by, ({ paper }) => ({ ...paper, title: 'A melody', abstract: 'Music.' })),
    )
    const edited = await jsonOf<Answer>(await service.get(asked({ q: 'automaton' })))
    assert.deepEqual([edited.semantic, idsOf(edited)], [true, []])
    await making.make()
    assert.deepEqual(
      server
        .texts()
        .slice(sent)
        .filter((text) => text.includes('melody')).length,
      1,
    )
    const found = await jsonOf<Answer>(await service.get(asked({ q: 'symphony' })))
    assert.deepEqual(idsOf(found).toSorted(), ['p2', 'p3'])
  })

  test(`${engine.name}: with meaning, at least the first ten hits are strong`, async (t) => {
    const { service, making } = await openLibrary(t, engine)
    const far = Array.from({ length: 12 }, (_, index) =>
      leastPaper({ id: `p${index + 5}`, title: `Boxes of the kind ${index}` }),
    )
    await service.accept(...far)
    const countsOf = async (): Promise<unknown[]> => {
      const { semantic, total, strong } = await jsonOf<Answer>(await service.get(asked({ q: 'robots carry boxes' })))
      return [semantic, total, strong]
    }
    assert.deepEqual(await countsOf(), [false, 13, 1])
    await making.make()
    assert.deepEqual(await countsOf(), [true, 14, 10])
  })

  test(`${engine.name}: passages are found by meaning, within the papers asked for`, async (t) => {
    const { service, making } = await openLibrary(t, engine)
    await making.make()
    const find = async (parameters: Record<string, string>): Promise<Passages> =>
      jsonOf<Passages>(await service.get(asked(parameters, '/api/v1/passages')))
    const zebras = await find({ q: 'zebra' })
    assert.equal(zebras.semantic, true)
    assert.deepEqual([...new Set(zebras.passages.map(({ paperId }) => paperId))], ['p4'])
    assert.match(zebras.passages[0]?.text ?? '', /^Horses and an equine herd/u)
    const within = await find({ q: 'automaton', ids: 'p2,p3' })
    assert.deepEqual(
      within.passages.map(({ anchor }) => anchor),
      ['p2@1#abstract.1'],
    )
    const quoted = await find({ quote: 'A melody returns.' })
    assert.equal('semantic' in quoted, false)
  })
}

test('without an endpoint, answers and caching are as they were', async (t) => {
  const service = await startTestService(t)
  await service.accept(...papers)
  const response = await service.get(asked({ q: 'robots' }))
  assert.match(response.headers.get('cache-control') ?? '', /^public, max-age=60/u)
  assert.equal('semantic' in (await jsonOf<Answer>(response)), false)
  assert.equal(
    'semantic' in (await jsonOf<Passages>(await service.get(asked({ q: 'robots' }, '/api/v1/passages')))),
    false,
  )
  assert.doesNotMatch(await (await service.get('/?q=robots')).text(), /embedding model/u)
})

test('a question that gets no vector in time is answered by words, and by meaning once the vector has come', async (t) => {
  const { service, server, making } = await openLibrary(t)
  await making.make()
  const held = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  const impatient = await startTestService(t, {
    engine: { name: 'the same', open: () => Promise.resolve({ ...service.store, close: async () => {} }) },
    meaning: meaningOf(embedderAt(server), (ms, signal) => arrived.promise.then(() => noTime(ms, signal))),
  })
  server.intervene(({ input }, response) => {
    arrived.resolve()
    void held.promise.then(() => answerWith(response, { data: [{ embedding: [0.9, 0, 0, 0], index: 0 }] }))
    return input.length === 1
  })
  const late = await jsonOf<Answer>(await impatient.get(asked({ q: 'automaton' })))
  assert.deepEqual([late.semantic, late.total], [false, 0])
  held.resolve()
  // The vector is kept when it arrives, and nothing else waits for it.
  let answer = late
  while (answer.semantic === false) answer = await jsonOf<Answer>(await impatient.get(asked({ q: 'automaton' })))
  assert.deepEqual(idsOf(answer).toSorted(), ['p1', 'p2'])
  assert.equal(server.requests.filter(({ input }) => input[0] === 'automaton').length, 1)
})

const many = Array.from({ length: 30 }, (_, index) =>
  leastPaper({ id: `p${index + 10}`, title: `Robot ${index}`, abstract: index % 2 === 0 ? 'A robot.' : 'An android.' }),
)

test('all pages of a search have the order of the first, or are refused', async (t) => {
  const { service, server, making } = await openLibrary(t)
  await service.accept(...many)
  await making.make()
  const walk = async (first: string) => {
    const ids: string[] = []
    const totals: number[] = []
    const modes: (boolean | undefined)[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Answer = await jsonOf<Answer>(
        await service.get(asked({ q: first, limit: '7', ...(cursor === '' ? {} : { cursor }) })),
      )
      ids.push(...idsOf(page))
      modes.push(page.semantic)
      totals.push(page.total)
      cursor = page.nextCursor
    }
    return { ids, totals, modes }
  }
  const { ids, totals, modes } = await walk('robot')
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.length > many.length)
  assert.deepEqual([[...new Set(totals)], [...new Set(modes)]], [[ids.length], [true]])

  const first = await jsonOf<Answer>(await service.get(asked({ q: 'android robot', limit: '7' })))
  // Another process asks the endpoint again, which fails now.
  server.intervene((_request, response) => answerWith(response, 'broken', 500))
  const other = await startTestService(t, {
    engine: { name: 'the same', open: () => Promise.resolve({ ...service.store, close: async () => {} }) },
    meaning: meaningOf(embedderAt(server)),
  })
  const refused = await other.get(asked({ q: 'android robot', limit: '7', cursor: first.nextCursor ?? '' }))
  assert.equal(refused.status, 503)
  assert.equal(refused.headers.get('retry-after'), '5')
  assert.match((await jsonOf<{ detail: string }>(refused)).detail, /start again without the cursor/u)
  const byWords = await jsonOf<Answer>(await other.get(asked({ q: 'android robot', limit: '7' })))
  assert.equal(byWords.semantic, false)
  server.intervene(null)
  const next = await jsonOf<Answer>(
    await other.get(asked({ q: 'android robot', limit: '7', cursor: byWords.nextCursor ?? '' })),
  )
  assert.equal(next.semantic, false, 'the endpoint works again, but the first page was by words')
  assert.deepEqual((await jsonOf<Answer>(await service.get(asked({ q: 'android robot', limit: '7' })))).semantic, true)
})

test('while vectors of another model are made, questions go to the old one, and then to the new one', async (t) => {
  const { service, server, making } = await openLibrary(t)
  await making.make()
  const better = embedderAt(server, { model: 'better' })
  const changed = await startTestService(t, {
    engine: { name: 'the same', open: () => Promise.resolve({ ...service.store, close: async () => {} }) },
    meaning: meaningOf(better),
  })
  const ask = async (q: string): Promise<[boolean | undefined, string[], string | undefined]> => {
    const answer = await jsonOf<Answer>(await changed.get(asked({ q })))
    return [answer.semantic, idsOf(answer).toSorted(), server.requests.findLast(({ input }) => input[0] === q)?.model]
  }
  const remaking = await vectorMaking(service.store, better, { clock: service.clock })
  await remaking.step()
  await remaking.step()
  assert.deepEqual(await ask('automaton'), [true, ['p1', 'p2'], 'topics'])
  await remaking.make()
  await remaking.make()
  assert.deepEqual(await ask('automaton'), [true, ['p1', 'p2'], 'better'])
  // The same name now stands for a model with longer vectors.
  server.setDimension(6)
  assert.deepEqual(await ask('android robot'), [false, ['p1', 'p2'], 'better'])
  await remaking.make()
  await remaking.make()
  assert.deepEqual(await ask('automaton crates'), [true, ['p1', 'p2'], 'better'])
})

test('an answer by words alone has another tag than one by meaning', async (t) => {
  const { service, server, making } = await openLibrary(t)
  await making.make()
  server.intervene((_request, response) => answerWith(response, 'broken', 500))
  const words = await service.get(asked({ q: 'android' }))
  assert.equal((await jsonOf<Answer>(words)).semantic, false)
  server.intervene(null)
  const tag = words.headers.get('etag') ?? ''
  const meaning = await service.get(asked({ q: 'android' }), { 'if-none-match': tag })
  assert.equal(meaning.status, 200)
  assert.equal((await jsonOf<Answer>(meaning)).semantic, true)
  const again = await service.get(asked({ q: 'android' }), { 'if-none-match': meaning.headers.get('etag') ?? '' })
  assert.equal(again.status, 304)
})

test('the page of a search says where questions go, and which papers were found by meaning alone', async (t) => {
  const { service, server, making } = await openLibrary(t)
  await making.make()
  const sentence = /What you type here is also sent to an embedding model that the operator of this library has chosen/u
  assert.match(await (await service.get('/')).text(), sentence)
  const markup = await (await service.get('/?q=automaton')).text()
  assert.match(markup, sentence)
  assert.match(markup, /It has none of these words and was found by its meaning alone\./u)
  assert.doesNotMatch(markup, /made by words alone/u)
  const file = await service.get('/papers.bib?q=automaton')
  assert.match(await file.text(), /Androids in warehouses/u)

  server.intervene((_request, response) => answerWith(response, 'broken', 500))
  const failed = await service.get('/?q=boxes')
  assert.equal(failed.headers.get('cache-control'), 'no-store')
  assert.match(await failed.text(), /This list was made by words alone\./u)
  assert.equal((await service.get('/papers.bib?q=crates')).headers.get('cache-control'), 'no-store')
})

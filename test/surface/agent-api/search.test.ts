import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decidePaper } from '#actions/decisions.ts'
import { submitInto } from '../../support/service/review.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Passage = { anchor: string; source: string; url: string; text: string }
type Hit = {
  id: string
  title: string
  passage?: Passage
  snippet?: { field: string; start: number; end: number; text: string }
  matched?: object
}
type Answer = {
  total: number
  strong: number
  hits: Hit[]
  nextCursor: string | null
  estimatedTokens: number
  rerunUrl: string
  corrections: object[]
  relaxations?: { without: string; total: number; url: string }[]
}

const asked = (parameters: Record<string, string>): string =>
  `/api/v1/search?${new URLSearchParams(parameters).toString()}`

test('a question in plain words has hits with score, matched words and a snippet', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(), leastPaper({ id: 'p2', title: 'Robots' }))
  const body = await jsonOf<Answer>(await service.get(asked({ q: 'how often should an agent save its state?' })))
  assert.deepEqual([body.total, body.hits.map(({ id }) => id), body.nextCursor], [1, ['p1'], null])
  const { snippet, matched } = body.hits[0] ?? {}
  assert.deepEqual(matched, { title: ['agents'], abstract: ['agent', 'save', 'state', 'saving'] })
  assert.equal(snippet?.field, 'abstract')
  assert.equal(snippet?.text, String(wholePaper().abstract).slice(snippet?.start, snippet?.end))
})

test('an answer says how many hits are strong, the same on every page and in every order', async (t) => {
  const service = await startTestService(t)
  const far = Array.from({ length: 25 }, (_, index) =>
    leastPaper({ id: `p${index + 2}`, title: `Agents of the kind ${index}`, year: 2026 }),
  )
  await service.accept(wholePaper(), ...far)
  const q = 'how often should an agent save its state at checkpoints?'
  const countsOf = ({ total, strong }: Answer): number[] => [total, strong]
  const first = await jsonOf<Answer>(await service.get(asked({ q, limit: '20' })))
  assert.deepEqual([countsOf(first), first.hits.length, first.hits[0]?.id], [[26, 1], 20, 'p1'])
  const second = await jsonOf<Answer>(await service.get(asked({ q, limit: '20', cursor: first.nextCursor ?? '' })))
  assert.deepEqual([countsOf(second), second.hits.length], [[26, 1], 6])
  const newest = await jsonOf<Answer>(await service.get(asked({ q, sort: 'newest', limit: '1' })))
  assert.deepEqual([countsOf(newest), newest.hits[0]?.id === 'p1'], [[26, 1], false])
  assert.deepEqual(countsOf(await jsonOf(await service.get(asked({ q, yearFrom: '2026' })))), [25, 0])
  assert.deepEqual(countsOf(await jsonOf(await service.get(asked({ q: 'agents', match: 'all' })))), [26, 26])
  assert.deepEqual(countsOf(await jsonOf(await service.get(asked({ q: 'symphony' })))), [0, 0])
  assert.deepEqual(countsOf(await jsonOf(await service.send('POST', '/api/v1/search', { q, limit: 1 }))), [26, 1])
})

test('of papers like one, those far less similar than the best are not strong, in either order', async (t) => {
  const service = await startTestService(t)
  const title = 'Checkpoints let agents roll back failed plans'
  const near = [1, 2, 3, 4].map((number) => leastPaper({ id: `p${number}`, title, year: 2020 }))
  const far = Array.from({ length: 20 }, (_, index) =>
    leastPaper({ id: `p${index + 5}`, title: `Agents of the kind ${index}`, year: 2026 }),
  )
  await service.accept(...near, ...far)
  const best = await jsonOf<Answer>(await service.get(asked({ like: 'p1' })))
  assert.deepEqual([best.total, best.strong], [23, 3])
  assert.deepEqual(
    best.hits.slice(0, 3).map(({ id }) => id),
    ['p2', 'p3', 'p4'],
  )
  const newest = await jsonOf<Answer>(await service.get(asked({ like: 'p1', sort: 'newest' })))
  assert.deepEqual([newest.total, newest.strong, newest.hits[0]?.id], [23, 3, 'p5'])
})

test('words that are close in meaning to those of the question are named, and matched', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ title: 'Failures of robots' }))
  type Meant = Answer & { parsedQuery: { meant?: object[] } }
  const body = await jsonOf<Meant>(await service.get(asked({ q: 'blunders of robots' })))
  assert.deepEqual(body.parsedQuery.meant, [{ word: 'failur', closeTo: ['blunder'] }])
  assert.deepEqual(body.hits[0]?.matched, { title: ['failures', 'robots'] })
  const exact: Record<string, string>[] = [{ q: 'blunders robots', match: 'all' }, { q: 'robots' }]
  for (const given of exact) assert.ok(!('meant' in (await jsonOf<Meant>(await service.get(asked(given)))).parsedQuery))
})

test('a hit has its best passage, of whichever text says most', async (t) => {
  const service = await startTestService(t)
  const fullText = `${'Words of no interest. '.repeat(80)}\n\nZebras cross at night. ${'More words. '.repeat(80)}`
  await service.accept(wholePaper(), leastPaper({ id: 'p2', title: 'Robots', fullText }), leastPaper({ id: 'p3' }))
  const first = async (q: string): Promise<Hit | undefined> =>
    (await jsonOf<Answer>(await service.get(asked({ q })))).hits[0]
  const short = await first('how often should an agent save its state?')
  assert.deepEqual(
    [short?.passage?.anchor, short?.passage?.source, short?.passage?.url, short?.passage?.text],
    ['p1@1#abstract.1', 'abstract', '/papers/p1?version=1#abstract.1', wholePaper().abstract],
  )
  const long = await first('zebras at night')
  assert.deepEqual([long?.id, long?.passage?.source], ['p2', 'fullText'])
  assert.match(long?.passage?.text ?? '', /Zebras cross at night\./u)
  const { url = '', anchor = '' } = long?.passage ?? {}
  const markup = await (await service.get(url.split('#')[0] ?? '')).text()
  assert.ok(markup.includes(`<span id="${anchor.split('#')[1]}"></span>`), url)
  assert.equal((await first('p3'))?.passage, undefined)
})

test('pages that are walked have each hit once', async (t) => {
  const service = await startTestService(t)
  await service.accept(...Array.from({ length: 25 }, (_, index) => leastPaper({ id: `p${index + 1}`, title: 'Plans' })))
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const given: Record<string, string> = cursor === '' ? {} : { cursor }
    const page: Answer = await jsonOf<Answer>(
      await service.get(asked({ q: 'plans', limit: '7', detail: 'ids', ...given })),
    )
    assert.equal(page.total, 25)
    seen.push(...page.hits.map(({ id }) => id))
    cursor = page.nextCursor
  }
  assert.deepEqual([seen.length, new Set(seen).size], [25, 25])
})

test('an answer stays within its tokens and goes on behind them', async (t) => {
  const service = await startTestService(t)
  await service.accept(...Array.from({ length: 9 }, (_, index) => wholePaper({ id: `p${index + 1}` })))
  const body = await jsonOf<Answer>(await service.get(asked({ q: 'checkpoints', maxTokens: '900' })))
  assert.ok(body.estimatedTokens <= 900 && body.hits.length > 0 && body.hits.length < 9)
  const next = await jsonOf<Answer>(await service.get(asked({ q: 'checkpoints', cursor: body.nextCursor ?? '' })))
  assert.equal(body.hits.length + next.hits.length, 9)
})

test('the smallest budget has room for a hit, with less of its title where need be', async (t) => {
  const service = await startTestService(t)
  const title = 'How agents remember what was said: checkpoints, summaries, notes and other things over many sessions'
  await service.accept(
    leastPaper({ title: `${title}, ${'and things beyond '.repeat(20)}them` }),
    leastPaper({ id: 'p2', title: 'Checkpoints' }),
  )
  const q = 'how do agents remember things over many sessions'
  const body = await jsonOf<Answer & { parsedQuery: { words: object[] } }>(
    await service.get(asked({ q, maxTokens: '200' })),
  )
  assert.ok(body.estimatedTokens <= 200)
  assert.deepEqual([body.total, body.hits.map((hit) => hit.title)], [1, ['How agents remember what…']])
  assert.deepEqual(body.parsedQuery.words, [])
  const long = await service.get(asked({ q: 'how do agents remember '.repeat(20), maxTokens: '200' }))
  assert.equal(long.status, 400)
  assert.match(await long.text(), /too small for this answer, which needs \d{3}\b/u)
})

test('where nothing is found, the answer says what finds something', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper({ chapter: 4 }))
  const body = await jsonOf<Answer>(await service.get(asked({ q: 'checkpoints', chapter: '2' })))
  assert.deepEqual(
    [body.total, body.relaxations],
    [0, [{ without: 'chapter', total: 1, url: '/api/v1/search?q=checkpoints' }]],
  )
  const years = await jsonOf<Answer>(await service.get(asked({ q: 'checkpoints', yearFrom: '1990', yearTo: '1999' })))
  assert.deepEqual(years.relaxations, [{ without: 'years', total: 1, url: '/api/v1/search?q=checkpoints' }])
  const list = await service.get(`/api/papers?${new URLSearchParams({ q: 'what about checkpoints' }).toString()}`)
  const link = /<(?<url>[^>]+)>; rel="related"; title="closest papers"/u.exec(list.headers.get('link') ?? '')
  assert.equal((await jsonOf<Answer>(await service.get(link?.groups?.url ?? ''))).total, 1)
})

test('a misspelt word is corrected when nothing has it, and the answer says so', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper())
  const body = await jsonOf<Answer>(await service.get(asked({ q: 'chekpoints' })))
  assert.deepEqual([body.total, body.corrections], [1, [{ from: 'chekpoints', to: 'checkpoints' }]])
})

test('a joined word that no paper has finds its two words', async (t) => {
  const service = await startTestService(t)
  const desks = Array.from({ length: 3 }, (_, index) => leastPaper({ id: `p${index + 1}`, title: 'Help at the desk' }))
  await service.accept(...desks, leastPaper({ id: 'p4', title: 'Robots' }))
  const body = await jsonOf<Answer>(await service.get(asked({ q: 'robots at a helpdesk' })))
  assert.deepEqual([body.total, body.corrections], [4, []])
})

const manyWords = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(' ')

test('a pasted abstract finds its paper, and the answer says how many of its words were left out', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    wholePaper({ abstract: manyWords(90) }),
    leastPaper({ id: 'p2', title: 'Zebras', abstract: manyWords(80) }),
  )
  const q = `${manyWords(90)} and of the`
  const found = await jsonOf<Answer & { parsedQuery: object }>(await service.get(asked({ q, maxTokens: '2000' })))
  assert.deepEqual([found.hits[0]?.id, found.total], ['p1', 2])
  assert.equal((found.parsedQuery as { dropped?: number }).dropped, 26)
  const short = await jsonOf<{ parsedQuery: object }>(await service.get(asked({ q: manyWords(64) })))
  assert.ok(!('dropped' in short.parsedQuery))
  const passages = (text: string) => service.get(`/api/v1/passages?${new URLSearchParams({ q: text }).toString()}`)
  const located = await jsonOf<{ parsedQuery?: object; passages: { paperId: string }[] }>(await passages(q))
  assert.deepEqual([located.parsedQuery, located.passages[0]?.paperId], [{ dropped: 26 }, 'p1'])
  assert.equal((await jsonOf<{ parsedQuery?: object }>(await passages('word1'))).parsedQuery, undefined)
})

test('papers like one are found by its id, and one that is not public is as good as missing', async (t) => {
  const service = await startTestService(t)
  const key = await service.key()
  await service.accept(
    wholePaper(),
    wholePaper({ id: 'p2', title: 'More checkpoints', chapter: 2 }),
    wholePaper({ id: 'p3', title: 'Checkpoints again', chapter: 3 }),
    leastPaper({ id: 'p5', title: 'Zebras' }),
    leastPaper({ id: 'p6', title: 'Checkpoints that were retracted' }),
  )
  await submitInto(service, { key, state: 'pending', paper: { id: 'p4', title: 'Hidden checkpoints' } })
  await service.run(decidePaper, { id: 'p6', event: 'retract', note: 'Wrong.', actor: 'cli' })
  type Like = Answer & { query: string; like?: object; parsedQuery: { words: object[] } }
  const found = await jsonOf<Like>(await service.get(asked({ like: 'p1' })))
  assert.deepEqual([found.query, found.like], ['', { id: 'p1', title: wholePaper().title }])
  assert.deepEqual([found.hits.map(({ id }) => id).toSorted(), found.total], [['p2', 'p3'], 2])
  assert.ok(found.parsedQuery.words.length > 0)
  assert.notDeepEqual(found.hits[0]?.matched, {})
  const { hits, rerunUrl } = await jsonOf<Like>(await service.get(asked({ like: 'p1', chapter: '3', q: 'again' })))
  assert.deepEqual([hits.map(({ id }) => id), rerunUrl], [['p3'], asked({ like: 'p1', chapter: '3', q: 'again' })])
  const sent = await service.send('POST', '/api/v1/search', { like: 'p1', limit: 1 })
  const { nextCursor } = await jsonOf<Like>(sent)
  const next = await jsonOf<Like>(await service.get(asked({ like: 'p1', limit: '1', cursor: nextCursor ?? '' })))
  assert.deepEqual([next.hits.length, next.nextCursor], [1, null])
  const problems = await Promise.all(
    ['p4', 'p6', 'p7', 'no id'].map(async (like) => {
      const response = await service.get(asked({ like }))
      assert.equal(response.status, 400, like)
      return ((await response.json()) as { errors: object[] }).errors
    }),
  )
  const missing = [{ path: 'like', message: 'names no public paper' }]
  const malformed = [{ path: 'like', message: 'must be the id of a paper, such as p19' }]
  assert.deepEqual(problems, [missing, missing, missing, malformed])
})

test('a request that cannot be answered names each field', async (t) => {
  const service = await startTestService(t)
  const refused: [Record<string, string>, string][] = [
    [{}, 'q'],
    [{ q: ' ' }, 'q'],
    [{ q: 'x'.repeat(2_001) }, 'q'],
    [{ q: 'plans', unknown: '1' }, 'unknown'],
    [{ q: 'plans', cursor: 'AAAA' }, 'cursor'],
    [{ q: 'plans', limit: '101' }, 'limit'],
    [{ q: 'plans', maxTokens: '199' }, 'maxTokens'],
    [{ q: 'plans', minLongHorizon: '11' }, 'minLongHorizon'],
    [{ q: 'plans', sort: 'random' }, 'sort'],
  ]
  for (const [parameters, path] of refused) {
    const response = await service.get(asked(parameters))
    assert.equal(response.status, 400, path)
    const { errors } = (await response.json()) as { errors: { path: string }[] }
    assert.deepEqual(
      errors.map((error) => error.path),
      [path],
    )
  }
})

const proposed = (words: string, filters: object, applied: boolean) => [{ words, filters, applied }]

test('dates in a question are proposed as filters, and are filters if the client says so', async (t) => {
  const service = await startTestService(t)
  await service.accept(
    leastPaper({ id: 'p1', title: 'Plans of agents', year: 2025, authors: ['Ada Example'] }),
    leastPaper({ id: 'p2', title: 'Plans since 2025', year: 2023, authors: ['Ben Other'] }),
    leastPaper({ id: 'p3', title: 'Plans', year: 2026, authors: ['Ada Other'] }),
  )
  type Answer = {
    query: string
    hits: { id: string }[]
    total: number
    proposedFilters?: unknown
    rerunUrl: string
    relaxations?: { without: string; total: number; url: string }[]
  }
  const ask = async (query: Record<string, string>): Promise<Answer> =>
    jsonOf<Answer>(await service.get(`/api/v1/search?${new URLSearchParams(query).toString()}`))
  const idsOf = ({ hits }: Answer): string[] => hits.map(({ id }) => id)

  const typed = await ask({ q: 'plans since 2025' })
  assert.equal(typed.query, 'plans since 2025')
  assert.deepEqual(idsOf(typed).toSorted(), ['p1', 'p2', 'p3'])
  assert.deepEqual(typed.proposedFilters, proposed('since 2025', { yearFrom: 2025 }, false))
  const read = await ask({ q: 'plans since 2025', interpret: 'true' })
  assert.deepEqual(idsOf(read).toSorted(), ['p1', 'p3'])
  assert.deepEqual(read.proposedFilters, proposed('since 2025', { yearFrom: 2025 }, true))
  assert.equal('proposedFilters' in (await ask({ q: 'plans with 2048 tokens' })), false)
  assert.equal('proposedFilters' in (await ask({ q: 'plans since 2025', yearFrom: '2020' })), false)

  const author = await ask({ q: '(Example et al., 2025) plans', interpret: 'true' })
  assert.deepEqual(idsOf(author), ['p1'])
  assert.deepEqual(
    author.proposedFilters,
    proposed('(Example et al., 2025)', { author: 'Example', yearFrom: 2025, yearTo: 2025 }, true),
  )

  const nothing = await ask({ q: 'plans in 2024', interpret: 'true' })
  assert.equal(nothing.total, 0)
  const [relaxed] = nothing.relaxations ?? []
  assert.deepEqual([relaxed?.without, relaxed?.total], ['years', 3])
  assert.equal(relaxed?.url, '/api/v1/search?q=plans&interpret=false')
  assert.equal((await jsonOf<Answer>(await service.get(relaxed.url))).total, 3)

  const lastYear = `/api/v1/search?${new URLSearchParams({ q: 'plans from last year', interpret: 'true' }).toString()}`
  const before = await service.get(lastYear)
  const tag = before.headers.get('etag') ?? ''
  assert.deepEqual(idsOf(await jsonOf<Answer>(before)), ['p1'])
  assert.equal((await service.get(lastYear, { 'if-none-match': tag })).status, 304)
  service.clock.set('2027-01-01T00:00:00.000Z')
  const after = await service.get(lastYear, { 'if-none-match': tag })
  assert.equal(after.status, 200)
  assert.deepEqual(idsOf(await jsonOf<Answer>(after)), ['p3'])
  assert.deepEqual((await assertFailure(await service.get('/api/v1/search?q=a&interpret=yes'), 'agent', 400)).paths, [
    'interpret',
  ])
})

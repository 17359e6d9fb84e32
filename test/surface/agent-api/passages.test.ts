import assert from 'node:assert/strict'
import { test } from 'node:test'
import { budget } from '../../support/budgets.ts'
import { changedQuotes, quotableTexts, trueQuotes } from '../../support/generated/operations.ts'
import { engines } from '../../support/database/engines.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

type Passage = {
  paperId: string
  version: number
  anchor: string
  text: string
  url: string
  match: string
  start?: number
  end?: number
  similarity?: number
  continues?: true
}
type Answer = { match?: string; passages: Passage[]; nextCursor: string | null; estimatedTokens: number }

const address = (parameters: Record<string, string>): string =>
  `/api/v1/passages?${new URLSearchParams(parameters).toString()}`
const ask = async (service: TestService, parameters: Record<string, string>): Promise<Answer> =>
  jsonOf<Answer>(await service.get(address(parameters)))

const sentences = (name: string, count: number): string =>
  Array.from(
    { length: count },
    (_, index) => `${name} ${index} is about episodic memory of ${name} agents number ${index}.`,
  ).join(' ')
const longText = `# One\n\n${sentences('Alpha', 40)}\n\n# Two\n\nHere zebras cross. ${sentences('Beta', 300)}\n\n# Three\n\n${sentences('Gamma', 700)}`

for (const engine of engines)
  test(`the passages that answer a question are found, in abstracts, commentaries and full texts (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(wholePaper(), leastPaper({ id: 'p2', title: 'Robots', fullText: longText }))
    const { passages } = await ask(service, { q: 'how often should an agent save its state?' })
    assert.deepEqual(passages.map(({ anchor, url, match }) => [anchor, url, match]).slice(0, 1), [
      ['p1@1#abstract.1', '/papers/p1?version=1#abstract.1', 'ranked'],
    ])
    const commented = await ask(service, { q: 'question that many teams settle by habit', ids: 'p1' })
    assert.equal(commented.passages[0]?.anchor, 'p1@1#commentary.1')
    const zebras = await ask(service, { q: 'zebras' })
    assert.deepEqual(
      zebras.passages.map(({ anchor }) => anchor),
      ['p2@1#s2.1'],
    )
    assert.match(zebras.passages[0]?.text ?? '', /^Here zebras cross\./u)
    const gamma = await ask(service, { q: 'gamma' })
    assert.equal(gamma.passages.length, 3)
    const more = await ask(service, { q: 'gamma', perPaper: '9', limit: '50' })
    assert.equal(more.passages.length, 9)
    for (const { url, anchor } of [...zebras.passages, ...more.passages]) {
      const html = await (await service.get(url.split('#')[0] ?? '')).text()
      assert.ok(html.includes(`<span id="${anchor.split('#')[1]}"></span>`), url)
    }
    const resolved = await ask(service, { anchor: more.passages[4]?.anchor ?? '' })
    assert.equal(resolved.passages[0]?.text, more.passages[4]?.text)
  })

test('quoted words are exact, normalized or not there, and the nearest passage is named', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(), leastPaper({ id: 'p2', title: 'Robots', fullText: longText }))
  const exact = await ask(service, { quote: 'how often an agent should save its state' })
  assert.equal(exact.match, 'exact')
  const [found] = exact.passages
  assert.equal(found?.text.slice(found.start, found.end), 'how often an agent should save its state')
  const normalized = await ask(service, { quote: '“HOW OFTEN an agent\nshould save its st-\nate”' })
  assert.deepEqual([normalized.match, normalized.passages[0]?.anchor], ['normalized', 'p1@1#abstract.1'])
  const none = await ask(service, { quote: 'how often an agent should lose its state' })
  assert.deepEqual(
    [none.match, none.passages[0]?.anchor, none.passages[0]?.similarity],
    ['none', 'p1@1#abstract.1', 0.875],
  )
  const spanning = /agents number 11\. Alpha 12 .{20}/u.exec(longText)?.[0] ?? ''
  const across = await ask(service, {
    quote: longText
      .slice(longText.indexOf(spanning) - 400, longText.indexOf(spanning) + 400)
      .replace(/^\S+\s|\s\S+$/gu, ''),
  })
  assert.equal(across.match, 'exact')
  assert.deepEqual((await ask(service, { quote: 'entirely unheard nonsense' })).passages, [])
})

const QUOTES = budget('quotations')

test(`of ${QUOTES} varied quotations all are found, of ${QUOTES} with one word changed none is`, async (t) => {
  const service = await startTestService(t)
  const texts = Map.groupBy(quotableTexts(), ({ id }) => id)
  const papers = [...texts].map(([id, [abstract, commentary]]) =>
    leastPaper({
      id,
      title: `Paper ${id}`,
      abstract: abstract?.text,
      ...(commentary === undefined ? {} : { houseCommentary: commentary.text }),
    }),
  )
  await service.accept(...papers)
  for (const { quote, source } of trueQuotes(QUOTES, 20_261_122)) {
    const { match, passages } = await ask(service, { quote })
    assert.ok(match === 'exact' || match === 'normalized', quote)
    assert.ok(
      passages.some(({ paperId }) => paperId === source.id),
      quote,
    )
  }
  for (const { quote } of changedQuotes(QUOTES, 20_261_123)) {
    const { match, passages } = await ask(service, { quote })
    assert.deepEqual([match, passages.filter((found) => found.match !== 'none')], ['none', []], quote)
  }
})

test('what is not public looks missing: other states, versions before acceptance, papers that were retracted', async (t) => {
  const service = await startTestService(t)
  const key = await service.key('submit')
  const secret = wholePaper({ id: 'p9', abstract: 'Aardvarks guard this secret well.' })
  await service.send('POST', '/api/papers', secret, { 'X-API-Key': key })
  const gone = async (): Promise<void> => {
    assert.deepEqual((await ask(service, { q: 'aardvarks guard' })).passages, [])
    assert.deepEqual((await ask(service, { quote: 'Aardvarks guard this secret' })).passages, [])
    const [hidden, missing] = await Promise.all(
      ['p9@1#abstract.1', 'p8@1#abstract.1'].map(async (anchor) => (await service.get(address({ anchor }))).json()),
    )
    assert.equal(JSON.stringify(hidden).replaceAll('p9', 'p8'), JSON.stringify(missing))
    assert.equal((await service.get('/papers/p9?version=1')).status, (await service.get('/papers/p9')).status)
  }
  await gone()
  const by = { actor: 'a', at: '' }
  const revise = (abstract: string): Promise<unknown> =>
    service.store.transact((tx) =>
      tx.papers.revise('p9', { ...by, at: service.clock.now().toISOString() }, ({ paper }) => ({ ...paper, abstract })),
    )
  const move = (state: 'accepted' | 'retracted'): Promise<unknown> =>
    service.store.transact((tx) =>
      tx.papers.transition('p9', { state, note: null, ...by, at: service.clock.now().toISOString() }),
    )
  for (const step of [() => revise('Badgers were added.'), () => move('accepted'), () => revise('Cats came last.')]) {
    service.clock.advance(1_000)
    await step()
  }
  assert.equal((await service.get(address({ anchor: 'p9@1#abstract.1' }))).status, 404)
  assert.equal((await ask(service, { anchor: 'p9@2#abstract.1' })).passages[0]?.text, 'Badgers were added.')
  assert.equal((await ask(service, { anchor: 'p9@3#abstract.1' })).passages[0]?.text, 'Cats came last.')
  assert.equal((await service.get(address({ anchor: 'p9@4#abstract.1' }))).status, 404)
  assert.deepEqual((await ask(service, { quote: 'Badgers were added' })).match, 'none')
  assert.equal((await service.get('/papers/p9?version=1')).status, 404)
  assert.match(await (await service.get('/papers/p9?version=2')).text(), /This is version 2.*Badgers were added/su)
  service.clock.advance(1_000)
  await move('retracted')
  assert.deepEqual((await ask(service, { q: 'cats' })).passages, [])
  assert.deepEqual((await ask(service, { quote: 'Cats came last' })).passages, [])
  for (const version of [1, 2, 3])
    assert.equal((await service.get(address({ anchor: `p9@${version}#abstract.1` }))).status, 404)
})

test('continuations joined give every passage and its exact text', async (t) => {
  const service = await startTestService(t)
  await service.accept(wholePaper(), leastPaper({ id: 'p2', title: 'Robots', fullText: longText }))
  const asked = { q: 'episodic memory agents', perPaper: '8' }
  const whole = await ask(service, asked)
  for (const maxTokens of ['260', '2000']) {
    const joined = new Map<string, string>()
    let cursor: string | null = ''
    let answers = 0
    while (cursor !== null) {
      const given: Record<string, string> = cursor === '' ? {} : { cursor }
      const page: Answer = await ask(service, { ...asked, maxTokens, ...given })
      assert.ok(page.estimatedTokens <= Number(maxTokens))
      for (const { anchor, text } of page.passages) joined.set(anchor, (joined.get(anchor) ?? '') + text)
      cursor = page.nextCursor
      answers += 1
    }
    assert.ok(answers > 1)
    assert.deepEqual(
      [...joined],
      whole.passages.map(({ anchor, text }) => [anchor, text]),
    )
  }
})

test('a request that cannot be answered names the field', async (t) => {
  const service = await startTestService(t)
  const refused: [Record<string, string>, string][] = [
    [{}, 'q'],
    [{ q: ' ' }, 'q'],
    [{ q: 'x'.repeat(2_001) }, 'q'],
    [{ q: 'a', quote: 'b' }, 'quote'],
    [{ quote: 'x '.repeat(1_001) }, 'quote'],
    [{ quote: '?!' }, 'quote'],
    [{ anchor: 'p1#s1.1' }, 'anchor'],
    [{ q: 'a', ids: 'p1,x2' }, 'ids'],
    [{ q: 'a', limit: '51' }, 'limit'],
    [{ q: 'a', perPaper: '0' }, 'perPaper'],
    [{ q: 'a', maxTokens: '199' }, 'maxTokens'],
    [{ q: 'a', detail: 'all' }, 'detail'],
    [{ q: 'a', cursor: 'AAAA' }, 'cursor'],
    [{ q: 'a', unknown: '1' }, 'unknown'],
  ]
  for (const [parameters, path] of refused) {
    const response = await service.get(address(parameters))
    const { errors } = (await response.json()) as { errors: { path: string }[] }
    assert.deepEqual([response.status, errors.map((error) => error.path)], [400, [path]], JSON.stringify(parameters))
  }
})

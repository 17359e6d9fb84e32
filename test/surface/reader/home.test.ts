import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { severities } from '#core/editorial/gap.ts'
import { engines } from '../../support/database/engines.ts'
import { watchStatements } from '../../support/database/statements.ts'
import { generatedPapers, leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsIn, linkIn, markupOf, seen } from '../../support/markup.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const MONDAY = '2026-11-23T00:00:00.000Z'

type Home = TestService & { page: (path?: string) => Promise<string> }

const openHome = async (t: TestContext, given: Parameters<typeof startTestService>[1] = {}): Promise<Home> => {
  const service = await startTestService(t, given)
  await nameChapters(service.store)
  service.clock.set(MONDAY)
  return { ...service, page: async (path = '/') => markupOf(await service.get(path)) }
}

const addGaps = async ({ store, clock }: TestService, count: number): Promise<void> => {
  for (let number = 1; number <= count; number += 1) {
    const gap = {
      id: `g${number}`,
      title: `Gap number ${number}`,
      severity: severities[number % 3] ?? 'medium',
      explanation: number === 1 ? 'Much is open. **Who** saves the state (p1)? Nobody says.' : 'Nobody says.',
      paperIds: ['p1'],
    }
    await store.transact((tx) => tx.gaps.put(gap, clock.now().toISOString()))
  }
}

const publish = (service: TestService, week: number) =>
  service.run(publishBrief, {
    brief: {
      id: `2026-w${week}`,
      week: { year: 2026, week },
      title: `Brief ${week}`,
      summary: 'A summary.',
      take: `Save *often* (p1). ${'And more words. '.repeat(60)}`,
      featured: ['p1'],
    },
    actor: 'test',
  })

/** A section of the page by the id of its heading; empty if there is none. */
const section = (markup: string, id: string): string =>
  new RegExp(`<section [^>]*aria-labelledby="${id}">.*?</section>`, 'su').exec(markup)?.[0] ?? ''

test('a library without papers says so in a sentence, with a link to the console and nothing empty', async (t) => {
  const { page } = await openHome(t)
  const markup = await page()
  assert.match(
    seen(markup),
    /This library has no papers yet; its editors import, add and watch for them in the console \./u,
  )
  assert.equal(linkIn(markup, /^the console$/u), '/console')
  assert.doesNotMatch(markup, /<h2|<section|<svg|<form class="find"/u)
  assert.match(seen(await page('/papers')), /0 papers/u)
})

test('papers alone make a front page without empty parts', async (t) => {
  const home = await openHome(t)
  await home.accept(leastPaper({ id: 'p1' }))
  home.clock.set('2026-12-24T00:00:00.000Z')
  const markup = await home.page()
  assert.match(seen(markup), / 1 paper Ask a question/u)
  assert.deepEqual(
    [...markup.matchAll(/<h2 id="(?<id>\w+)"/gu)].map(({ groups }) => groups?.id),
    ['newest'],
  )
  assert.doesNotMatch(markup, /new this week|open question|Ask, for example/u)
})

for (const engine of engines)
  test(`the front page has its parts in order, each with where to go on (${engine.name})`, async (t) => {
    const home = await openHome(t, { engine })
    const before = [1, 2, 3].map((number) => leastPaper({ id: `p${number + 20}`, year: 2021, chapter: 2 }))
    await home.accept(...before)
    home.clock.set('2026-12-01T00:00:00.000Z')
    const fresh = [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
      wholePaper({ id: `p${number}`, title: `Number ${number}`, longHorizonScore: number / 10 }),
    )
    for (const paper of fresh) {
      home.clock.advance(60)
      await home.accept(paper)
    }
    await addGaps(home, 9)
    await publish(home, 49)
    const markup = await home.page()
    assert.match(seen(markup), / 11 papers · 8 new this week · 9 open questions Ask a question/u)
    assert.equal(linkIn(markup, /^8 new this week$/u), '/papers?addedSince=2026-11-25&sort=added')
    assert.deepEqual(
      [...markup.matchAll(/<h2 id="(?<id>\w+)"/gu)].map(({ groups }) => groups?.id),
      ['brief', 'newest', 'rising', 'questions', 'chapters'],
    )
    const brief = section(markup, 'brief')
    assert.match(seen(brief), /This week’s brief Week 49, 2026 Brief 49 Save often\. And more words\..*…/u)
    assert.equal(linkIn(brief, /^Read$/u), '/briefs/2026-w49')
    assert.equal(linkIn(brief, /^Get it by email$/u), '/subscribe')
    const newest = section(markup, 'newest')
    assert.deepEqual(
      [...newest.matchAll(/href="\/papers\/(?<id>p\d+)"/gu)].map(({ groups }) => groups?.id),
      ['p8', 'p7', 'p6', 'p5', 'p4'],
    )
    assert.match(
      seen(newest),
      /Ada Example, Ben Sample · 2025 · added 1 December 2026 A plain answer to a question that many teams settle by habit\./u,
    )
    const rising = section(markup, 'rising')
    assert.match(seen(rising), /checkpointing Emerging : 8 papers in 2024 and 2025 \(100\.0%\), none before/u)
    assert.match(rising, /<svg class="plot small" role="img"[^>]*><title>checkpointing: 100% of the papers of 2025/u)
    const chapters = section(markup, 'chapters')
    assert.deepEqual(
      [...chapters.matchAll(/href="\/chapters\/(?<number>\d)"/gu)].map(({ groups }) => groups?.number),
      ['2', '4'],
    )
    assert.match(seen(chapters), /Tools Agents act on the world .* 8 papers\. Highest by Main subject : Number 8/u)
    assert.equal(linkIn(chapters, /^Number 8$/u), '/papers/p8')
  })

test('open questions and examples are other ones each week, and the same all week', async (t) => {
  const home = await openHome(t)
  await home.accept(leastPaper({ id: 'p1', year: 2025 }))
  await addGaps(home, 9)
  const shown = async () => {
    const markup = await home.page()
    const examples = /<div class="examples">.*?<\/div>/su.exec(markup)?.[0] ?? ''
    return {
      open: [...section(markup, 'questions').matchAll(/href="\/gaps\/(?<id>g\d)"/gu)].map(({ groups }) => groups?.id),
      examples: [...examples.matchAll(/<a href="(?<href>[^"]+)"/gu)].map(({ groups }) => groups?.href ?? ''),
    }
  }
  const weeks = []
  for (let week = 0; week < 3; week += 1) {
    const monday = await shown()
    home.clock.advance(6 * 86_400)
    assert.deepEqual(await shown(), monday)
    home.clock.advance(86_400)
    weeks.push(monday)
  }
  const all = ['g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g8', 'g9']
  assert.deepEqual(new Set(weeks.flatMap(({ open }) => open)), new Set(all))
  const asked = weeks.flatMap(({ examples }) => examples)
  assert.equal(new Set(asked).size, 9)
  // A question in words is asked as it stands, and any other gap by its title.
  assert.ok(asked.includes('/papers?q=Who+saves+the+state%3F'), asked.join(' '))
  assert.ok(asked.includes('/papers?q=Gap+number+2'), asked.join(' '))
  for (const path of asked) assert.equal((await home.get(path)).status, 200)
})

test('what is said of a new paper can be understood alone: otherwise its abstract or summary begins, so named', async (t) => {
  const home = await openHome(t)
  const texts = [
    { houseCommentary: 'Plans fail early. It shows.' },
    { houseCommentary: 'It fails early.' },
    { houseCommentary: 'As in p1, plans fail early.', abstractBy: 'editors' },
    { houseCommentary: 'This fails early.', abstract: undefined },
  ]
  await home.accept(
    ...texts.map((given, index) => wholePaper({ id: `p${index + 1}`, title: `No. ${index + 1}`, ...given })),
  )
  const entries = section(await home.page(), 'newest')
    .split('<li>')
    .slice(1)
    .map(seen)
  const said = (number: number): string | undefined => entries.find((entry) => entry.includes(`No. ${number} `))
  assert.match(said(1) ?? '', /added \d+ November 2026 Plans fail early\. $/u)
  assert.match(said(2) ?? '', /2026 Abstract: We study how often an agent should save its state\. $/u)
  assert.match(said(3) ?? '', /2026 Summary: We study how often/u)
  assert.match(said(4) ?? '', /November 2026 (?:All papers|$)/u)
})

test('an older brief is not called that of this week, and a stable concept does not rise', async (t) => {
  const home = await openHome(t)
  const years = [2025, 2025, 2025, 2023, 2023, 2023]
  await home.accept(...years.map((year, index) => wholePaper({ id: `p${index + 1}`, title: `Number ${index}`, year })))
  await publish(home, 46)
  const markup = await home.page()
  assert.match(seen(section(markup, 'brief')), /The latest brief Week 46, 2026/u)
  assert.equal(section(markup, 'rising'), '')
})

test('the tag of the front page changes with the day and with the corpus, and with nothing else', async (t) => {
  const home = await openHome(t)
  await home.accept(leastPaper({ id: 'p1' }))
  const tag = async (path = '/') => (await home.get(path)).headers.get('etag') ?? ''
  const first = await tag()
  home.clock.advance(86_399)
  assert.equal(await tag(), first)
  assert.equal((await home.get('/', { 'if-none-match': first })).status, 304)
  assert.equal(await tag('/?utm_source=x'), first)
  const list = await tag('/papers')
  home.clock.advance(1)
  const next = await tag()
  assert.notEqual(next, first)
  assert.equal((await home.get('/', { 'if-none-match': first })).status, 200)
  assert.equal(await tag('/papers'), list)
  await home.accept(leastPaper({ id: 'p2', title: 'Another' }))
  assert.notEqual(await tag(), next)
})

test('the path of the front page goes on showing lists, and the list has a path of its own', async (t) => {
  const home = await openHome(t)
  await home.accept(...generatedPapers(1, 25))
  for (const search of ['?q=number', '?sort=newest', '?q=', '?chapter=2', '?like=p1', '?interpret=false']) {
    const response = await fetch(`${home.url}/${search}`, { redirect: 'manual' })
    const markup = await markupOf(response)
    assert.match(markup, /<p class="quiet" id="result-count"/u, search)
    const known = search === '?q=' ? '' : search
    assert.ok(markup.includes(`<link rel="canonical" href="${home.url}/papers${known}" />`), search)
    assert.deepEqual(idsIn(await home.page(`/papers${search}`)), idsIn(markup))
  }
  // A page that was linked to before lists had their path.
  const next = linkIn(await home.page('/papers'), /^Next page$/u)
  assert.match(next, /^\/papers\?cursor=/u)
  const second = await home.page(next)
  assert.equal(idsIn(second).length, 5)
  assert.ok(second.includes(`<link rel="canonical" href="${home.url}${next}" />`))
  assert.deepEqual(idsIn(await home.page(next.replace('/papers', '/'))), idsIn(second))
  for (const path of ['/', '/?before=7', '/?utm_source=x', '/papers', '/papers?q=number']) {
    const response = await fetch(home.url + path, { redirect: 'manual' })
    assert.deepEqual([response.status, response.headers.get('location')], [200, null], path)
  }
  for (const path of ['/', '/papers'])
    assert.equal(
      (await home.get(path, { accept: 'application/atom+xml' })).headers.get('content-location'),
      '/papers.atom',
    )
})

test('the front page reads as much of a library ten times as large', async (t) => {
  const statements = watchStatements(t)
  const home = await openHome(t)
  const costOf = async () => {
    statements.length = 0
    await home.page()
    return { statements: statements.length, rows: statements.reduce((sum, { rows }) => sum + rows, 0) }
  }
  await home.accept(...generatedPapers(1, 40))
  const small = await costOf()
  await home.accept(...generatedPapers(41, 360))
  const large = await costOf()
  t.diagnostic(JSON.stringify({ small, large }))
  assert.ok(small.rows > 20)
  assert.ok(large.statements <= small.statements + 2, JSON.stringify({ small, large }))
  // Years and concepts are more, papers are not.
  assert.ok(large.rows <= small.rows * 1.5, JSON.stringify({ small, large }))
})

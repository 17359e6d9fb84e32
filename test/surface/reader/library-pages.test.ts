import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { generatedPapers, leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsIn, linkIn, seen } from '../../support/markup.ts'
import { nameChapters } from '../../support/service/named-chapters.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { submitInto } from '../../support/service/review.ts'

const three = [
  wholePaper({ id: 'p1', longHorizonScore: 0.9, enterpriseScore: 0.1, year: 2023, chapter: 4 }),
  wholePaper({
    id: 'p2',
    title: 'Planning <b>boldly</b> & "well"',
    authors: ['Ada', 'Ben', 'Cyd', 'Dan', 'Eve', 'Fay Example'],
    longHorizonScore: 0.5,
    enterpriseScore: 0.755,
    year: 2025,
    chapter: 2,
    institution: 'Institute of Examples',
    container: 'Journal of Examples',
    type: 'case_study',

    concepts: ['planning', 'error recovery', 'tools', 'memory'],
    fullText: 'Something long.',
    abstract: `${'Before that, words. '.repeat(20)}Then an agent plans ahead of its checkpoints. ${'After that, more. '.repeat(20)}`,
  }),
  leastPaper({ id: 'p3', title: 'Bare but planned', year: 2024 }),
]

const library = async (t: TestContext): Promise<TestService & { page: (path: string) => Promise<string> }> => {
  const service = await startTestService(t)
  await nameChapters(service.store)
  await service.accept(...three)
  const page = async (path: string): Promise<string> => {
    const response = await service.get(path)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  return { ...service, page }
}

test('the list says how much is here, counts the chapters and has the papers in the public order', async (t) => {
  const { page, url } = await library(t)
  const markup = await page('/papers')
  const text = seen(markup)
  assert.match(text, /Search tips .* 3 papers Filter /u)
  assert.match(text, /Chapter 2 Planning 1 4 Tools 1/u)
  assert.ok(markup.includes(`<link rel="canonical" href="${url}/papers" />`))
  assert.deepEqual(idsIn(markup), ['p1', 'p2', 'p3'])
  assert.match(markup, /name="description"/u)
})

test('an entry shows marked words, a few authors, year, venue, one score and at most three concepts', async (t) => {
  const { page } = await library(t)
  const markup = await page('/?q=plan&match=all')
  const text = seen(markup)
  assert.match(markup, /<mark>Planning<\/mark> &lt;b&gt;boldly/u)
  assert.match(text, /Ada , Ben , Cyd and 3 more · 2025 · Journal of Examples Save …/u)
  assert.match(markup, /…[^<]*an agent <mark>plans<\/mark> ahead[^<]*…/u)
  assert.match(text, /Main subject 0\.50 error recovery planning tools Bare/u)
  assert.doesNotMatch(text, /Practice 0/u)
  assert.match(seen(await page('/papers?sort=enterprise')), /Practice 0\.76 error recovery/u)
  // Where no word was searched for, the commentary says more than the beginning of the abstract.
  const listed = await page('/papers?chapter=2')
  assert.match(
    listed,
    /<p class="excerpt" dir="auto">A plain answer to a question that many teams settle by habit\.<\/p>/u,
  )
  assert.match(markup, /<li class="edge-2">/u)
  assert.match(markup, /<a href="\/concepts\/error-recovery"/u)
  assert.doesNotMatch(markup, /<b>boldly/u)
  // An author who was searched for is shown, however long the list.
  assert.match(
    await page('/?q=author:fay'),
    /<a href="\/authors\/fay-example"><bdi><mark>Fay<\/mark> Example<\/bdi><\/a> and 2 more/u,
  )
})

test('facets count exactly, filter the list, and can be removed', async (t) => {
  const { page } = await library(t)
  const all = await page('/?q=plan*')
  assert.match(seen(all), /2 papers for plan\*/u)
  assert.match(seen(all), /Year 2025 1 2024 1/u)
  const filtered = await page(linkIn(all, /^2025 1$/u))
  assert.deepEqual(idsIn(filtered), ['p2'])
  assert.match(seen(filtered), /1 paper for plan\* Filter .* Year: 2025 ×/u)
  assert.deepEqual(idsIn(await page(linkIn(filtered, /^Year: 2025/u))), ['p2', 'p3'])
  for (const path of [
    '/?concept=error-recovery&chapter=2',
    '/?institution=institute%20OF%20examples',
    '/?container=JOURNAL-of-examples',
    '/?type=case_study',
    '/?text=yes',
  ])
    assert.deepEqual(idsIn(await page(path)), ['p2'], path)
  assert.match(seen(await page('/?concept=error-recovery&chapter=2')), /Concept: error recovery ×/u)
})

/** The boxes of a facet: each value, with `+` if it is chosen. */
const boxesOf = (markup: string, facet: string): string[] =>
  [
    ...markup.matchAll(
      /<input type="checkbox" name="(?<name>\w+)" value="(?<value>[^"]*)"[^>]*?(?<on> checked)? \/>/gu,
    ),
  ].flatMap(({ groups }) => (groups?.name === facet ? [`${groups.value}${groups.on === undefined ? '' : '+'}`] : []))

const writtenBy = (id: string, authors: string[], year = 2024) =>
  leastPaper({ id, title: `Plans ${id}`, authors, year })

test('the authors of at least two papers are a facet, with links to their pages, in lists and searches', async (t) => {
  const service = await library(t)
  const { page } = service
  assert.deepEqual(boxesOf(await page('/papers'), 'authorName'), ['Ada Example'])
  assert.deepEqual(boxesOf(await page('/papers?year=2025'), 'authorName'), [])
  await service.accept(
    writtenBy('p10', ['Jean-Luc Müller', 'Wei Wang']),
    writtenBy('p11', ['Jean Luc Muller', 'Wei Wang Li']),
    writtenBy('p12', ['Jean-Luc Müller', 'Wei Wang Li', 'Ann Other'], 2025),
  )
  const hidden = writtenBy('p13', ['Ann Other', 'Wei Wang'])
  await submitInto(service, { key: await service.key(), state: 'pending', paper: hidden })
  for (const path of ['/papers', '/papers?q=plans', '/papers?q=plans&match=all']) {
    const markup = await page(path)
    assert.match(seen(markup), /Author Jean-Luc Müller 3 page (?:Ada Example 2 page )?Wei Wang Li 2 page /u, path)
    assert.equal(linkIn(markup, /^page$/u), '/authors/jean-luc-muller')
    const li = await page(linkIn(markup, /^Wei Wang Li 2$/u))
    assert.deepEqual(idsIn(li).toSorted(), ['p11', 'p12'], path)
    assert.match(boxesOf(li, 'authorName').join(), /^Jean-Luc Müller,(?:Ada Example,)?Wei Wang Li\+$/u, path)
    // A name is compared as a whole, and any of several will do.
    const wang = await page(linkIn(li, /^Jean-Luc Müller 3$/u))
    assert.match(seen(wang), /Author: Jean-Luc Müller × Author: Wei Wang Li ×/u)
    assert.deepEqual(idsIn(wang).toSorted(), ['p10', 'p11', 'p12'], path)
    assert.deepEqual(idsIn(await page(linkIn(wang, /^Author: Jean-Luc/u))), idsIn(li), path)
  }
  assert.deepEqual(idsIn(await page('/papers?authorName=WEI-WANG')), ['p10'])
  const chosen = await page('/papers?authorName=jean%20luc%20MULLER&year=2025')
  assert.deepEqual(idsIn(chosen), ['p12'])
  assert.deepEqual(boxesOf(chosen, 'authorName'), ['jean luc MULLER+'])
  assert.match(seen(chosen), /Year 2025 1 2024 2 /u)
  assert.match(seen(await page('/papers?authorName=Ann%20Nobody&year=2024')), /No papers found/u)
  assert.equal((await service.get(`/papers?authorName=${'n'.repeat(201)}`)).status, 400)
  // The order and the words of a view stay when an author is chosen, and its files and feeds have it.
  assert.equal(
    linkIn(await page('/papers?sort=newest&q=plans&match=all'), /^Wei Wang Li 2$/u),
    '/papers?q=plans&match=all&authorName=Wei+Wang+Li&sort=newest',
  )
  const lines = await (await service.get('/papers.jsonl?authorName=wei+wang+li')).text()
  assert.equal(lines.trim().split('\n').length, 2)
  const feed = await (await service.get('/papers.atom?authorName=wei+wang+li')).text()
  assert.deepEqual([...feed.matchAll(/<entry>/gu)].length, 2)
})

test('several values of a facet are chosen in one form, counted without their own choice, and removed one by one', async (t) => {
  const service = await library(t)
  const { page } = service
  const two = await page('/papers?year=2025&year=2023&year=2025&sort=newest')
  assert.deepEqual(idsIn(two), ['p2', 'p1'])
  assert.deepEqual(boxesOf(two, 'year'), ['2025+', '2024', '2023+'])
  assert.match(seen(two), /Year 2025 1 2024 1 2023 1/u)
  // Other facets count what all choices leave.
  assert.match(seen(two), /Chapter 2 Planning 1 4 /u)
  assert.match(two, /<form action="\/papers" method="get"><input type="hidden" name="sort" value="newest" \/>/u)
  assert.equal(linkIn(two, /^Year: 2025 ×$/u), '/papers?year=2023&sort=newest')
  assert.equal(linkIn(two, /^2025 1$/u), '/papers?year=2023&sort=newest')
  // However they were given, they have one order in addresses.
  assert.equal(linkIn(two, /^2024 1$/u), '/papers?year=2023&year=2024&year=2025&sort=newest')
  assert.match(two, /href="\/papers\.bib\?year=2023&amp;year=2025&amp;sort=newest"/u)
  // Such a view has feeds, but no emails.
  assert.match(two, /href="\/papers\.atom\?year=2023&amp;year=2025"/u)
  assert.doesNotMatch(two, /by email or feed reader/u)
  const feed = await (await service.get('/papers.atom?year=2025&year=2023')).text()
  const entries = [...feed.matchAll(/<id>tag:[^<]*papers\/(?<id>p\d)/gu)].map(({ groups }) => groups?.id ?? '')
  assert.deepEqual(new Set(entries), new Set(['p1', 'p2']))
  assert.match(feed, /papers, 2023 or 2025/u)
  assert.match(feed, /rel="self"[^>]*year=2023&amp;year=2025/u)
  const lines = (await (await service.get('/papers.jsonl?chapter=2&chapter=4')).text()).trim().split('\n')
  assert.equal(lines.length, 2)
  const ranked = await page('/?q=agents+plan&chapter=2&chapter=4&concept=planning&concept=no-such')
  assert.deepEqual(idsIn(ranked), ['p2'])
  assert.deepEqual(boxesOf(ranked, 'chapter'), ['2+', '4+'])
  assert.ok(boxesOf(ranked, 'concept').includes('no-such+'))
  assert.match(seen(ranked), /Concept: no-such × Concept: planning ×/u)
  const names = await page('/?institution=institute%20OF%20examples&institution=Other')
  assert.deepEqual(idsIn(names), ['p2'])
  assert.deepEqual(
    boxesOf(names, 'institution').filter((box) => box.endsWith('+')),
    ['institute OF examples+', 'Other+'],
  )
  const many = await service.get(`/?${Array.from({ length: 21 }, (_, index) => `year=${2000 + index}`).join('&')}`)
  assert.equal(many.status, 400)
  assert.match(seen(await many.text()), /year: must have at most 20 entries/u)
})

test('every order is in the address, goes with a new search, and relevance needs words', async (t) => {
  const { page } = await library(t)
  assert.deepEqual(idsIn(await page('/?sort=newest')), ['p2', 'p3', 'p1'])
  assert.deepEqual(idsIn(await page('/?sort=enterprise')), ['p2', 'p1', 'p3'])
  assert.deepEqual(idsIn(await page('/?q=plan&match=all&sort=relevance')), ['p2', 'p3'])
  assert.match(await page('/?sort=newest&year=2025'), /type="hidden" name="sort" value="newest"/u)
  assert.match(linkIn(await page('/?q=plan&match=all'), /^relevance$/u), /sort=relevance/u)
  assert.match(linkIn(await page('/papers'), /^relevance$/u), /no link/u)
  assert.match(seen(await page('/papers')), /Order: new here Main subject Practice newest by year /u)
  assert.match(seen(await page('/?q=plan')), /Order: new here best match Main subject /u)
  assert.equal(linkIn(await page('/papers'), /^new here$/u), '/papers?sort=added')
})

test('pages follow each other by cursors, with a way back to the first', async (t) => {
  const service = await startTestService(t)
  await service.accept(...generatedPapers(1, 45))
  const ids: string[] = []
  let path = '/?q=number&match=all&sort=newest'
  for (let pages = 0; pages < 5 && !path.startsWith('no link'); pages += 1) {
    const markup = await (await service.get(path)).text()
    ids.push(...idsIn(markup))
    assert.equal(
      linkIn(markup, /^Back to the first$/u),
      pages === 0 ? 'no link /^Back to the first$/u' : '/papers?q=number&match=all&sort=newest',
    )
    path = linkIn(markup, /^Next page$/u)
  }
  assert.equal(ids.length, 45)
  assert.equal(new Set(ids).size, 45)
  const chapter = await (await service.get('/chapters/2')).text()
  assert.equal(idsIn(chapter).length, 7)
})

test('an empty list offers another spelling, and ways out', async (t) => {
  const { page } = await library(t)
  const typo = await page('/?q=boldy&match=all&year=2025')
  assert.match(seen(typo), /0 papers for boldy/u)
  assert.deepEqual(idsIn(await page(linkIn(typo, /^boldly$/u))), ['p2'])
  assert.deepEqual(idsIn(await page(linkIn(await page('/?q=bare&match=all&year=2025'), /^Without year 2025$/u))), [
    'p3',
  ])
  assert.match(
    await page('/?q=error+recovery&match=all&year=2024'),
    /The concept <a href="\/concepts\/error-recovery"/u,
  )
  assert.match(seen(await page('/?concept=nothing-such')), /Concept: nothing-such × Papers No papers found/u)
})

test('a wrong parameter is named, and the page leads back to the library', async (t) => {
  const service = await library(t)
  for (const [path, failure] of [
    ['/papers?year=20x5', /year: must be a year/u],
    ['/?chapter=9', /chapter: must be a whole number from 1 to 7/u],
    ['/?type=poem', /type: must be one of empirical/u],
    ['/?sort=random', /sort: must be one of long-horizon, enterprise, newest, added, cited, relevance, best/u],
    ['/?match=some', /match: must be one of any, all/u],
    ['/?text=no', /text: must be/u],
    ['/?concept=%00', /concept: must not contain a NUL/u],
    ['/?institution=a%00b', /institution: must not contain a NUL/u],
    ['/?cursor=0.zzz', /cursor: was not issued for this query/u],
    ['/?cursor=zzz', /cursor: was not issued for this query/u],
    ['/?q=a&q=b', /q: must be given at most once/u],
    [`/?match=all&q=${'a'.repeat(257)}`, /q: must have at most 256 characters/u],
    [`/?match=all&q=${'a '.repeat(17)}`, /q: must have at most 16 words/u],
  ] as const) {
    const response = await service.get(path)
    const markup = await response.text()
    assert.equal(response.status, 400, path)
    assert.match(seen(markup), failure)
    assert.match(markup, /href="\/"/u)
  }
})

test('a parameter that a page does not know changes nothing', async (t) => {
  const service = await library(t)
  for (const path of [
    '/',
    '/papers',
    '/?q=plan',
    '/chapters/3',
    '/map?chapter=3',
    '/concepts',
    '/papers/p1',
    '/about',
  ]) {
    const plain = await service.get(path)
    const more = await service.get(`${path}${path.includes('?') ? '&' : '?'}utm_source=a&colour=red&colour=blue`)
    assert.deepEqual([more.status, more.headers.get('etag')], [200, plain.headers.get('etag')], path)
    assert.equal(await more.text(), await plain.text(), path)
  }
})

test('a cursor belongs to the view that it was given out for', async (t) => {
  const service = await startTestService(t)
  await service.accept(...generatedPapers(1, 25))
  const next = linkIn(await (await service.get('/?sort=newest')).text(), /^Next page$/u)
  assert.equal((await service.get(next)).status, 200)
  assert.equal((await service.get(next.replace('newest', 'enterprise'))).status, 400)
  assert.equal((await service.get(next.replace('?', '?year=2020&'))).status, 400)
  assert.equal((await service.get(next.replace(/cursor=(\d+)\./u, 'cursor=1$1.'))).status, 400)
})

test('a chapter opens with its introduction, years, concepts and papers', async (t) => {
  const service = await library(t)
  const { page } = service
  const markup = await page('/chapters/2')
  const text = seen(markup)
  assert.match(text, /Chapter 2 Planning How work of hours/u)
  assert.match(text, /2025 1/u)
  assert.match(text, /planning 1/u)
  assert.deepEqual(idsIn(markup), ['p2'])
  assert.match(linkIn(markup, /^Chapter 3: Memory$/u), /^\/chapters\/3$/u)
  for (const chapter of ['0', '8', '03', 'x', '1.5'])
    assert.equal((await service.get(`/chapters/${chapter}`)).status, 404)
  assert.match(seen(await page('/chapters/7')), /0 papers/u)
})

test('/chapters lists the seven chapters with their papers', async (t) => {
  const service = await startTestService(t)
  await service.accept(...three)
  const markup = await (await service.get('/chapters')).text()
  const links = [...markup.matchAll(/<h2><a href="\/chapters\/(?<number>\d)">/gu)].map(({ groups }) => groups?.number)
  assert.deepEqual(links, ['1', '2', '3', '4', '5', '6', '7'])
  const counts = [...markup.matchAll(/<p class="facts">(?<count>[^<]+)<\/p>/gu)].map(({ groups }) => groups?.count)
  const expected = [1, 2, 3, 4, 5, 6, 7].map((number) => three.filter(({ chapter }) => chapter === number).length)
  assert.deepEqual(
    counts,
    expected.map((papers) => `${papers} ${papers === 1 ? 'paper' : 'papers'}`),
  )
})

test('unpublished papers appear in no list, count, facet or spelling', async (t) => {
  const service = await startTestService(t)
  await service.accept(...three)
  const pages = async () => Promise.all(['/', '/papers'].map(async (path) => (await service.get(path)).text()))
  const before = await pages()
  const key = await service.key('submit')
  const hidden = wholePaper({ id: 'p9', title: 'Xenolithic', institution: 'Hidden Institute', concepts: ['xenology'] })
  const response = await service.send('POST', '/api/papers', hidden, { 'x-api-key': key })
  assert.equal(response.status, 201)
  assert.deepEqual(await pages(), before)
  for (const path of ['/?q=xenolithic', '/?institution=Hidden+Institute', '/?concept=xenology', '/?q=xenolithik'])
    assert.doesNotMatch(await (await service.get(path)).text(), /p9"|Xenolithic|<mark>|Searched for/u, path)
  assert.doesNotMatch(await (await service.get('/?q=xenolithik')).text(), /Did you mean/u)
})

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

test('bounds in time narrow a view, are shown and can be removed, and its list is what feeds and files have', async (t) => {
  const service = await startTestService(t)
  service.clock.set('2026-10-31T23:00:00.000Z')
  await service.accept(leastPaper({ id: 'p1', title: 'First plans', year: 2023, longHorizonScore: 0.9 }))
  service.clock.set('2026-11-01T00:00:00.000Z')
  await service.accept(leastPaper({ id: 'p2', title: 'Second plans', year: 2024, longHorizonScore: 0.1 }))
  service.clock.set('2026-11-02T00:00:00.000Z')
  await service.accept(leastPaper({ id: 'p3', title: 'Third plans', year: 2021, longHorizonScore: 0.5 }))
  const page = async (path: string): Promise<string> => (await service.get(path)).text()
  for (const [path, ids] of [
    ['/papers?sort=added', ['p3', 'p2', 'p1']],
    ['/?q=plans&sort=added', ['p3', 'p2', 'p1']],
    ['/?addedSince=2026-11-01', ['p3', 'p2']],
    ['/?q=plans&addedSince=2026-11-01&sort=newest', ['p2', 'p3']],
    ['/?q=plans&match=all&addedSince=2026-11-02', ['p3']],
    ['/?yearFrom=2022', ['p1', 'p2']],
    ['/?q=plans&yearFrom=2022&yearTo=2023', ['p1']],
  ] as const)
    assert.deepEqual(idsIn(await page(path)), ids, path)
  for (const path of ['/papers?sort=added', '/?q=plans&sort=added'])
    assert.match(seen(await page(path)), / · 2021 · added 2 November 2026 Save .* · 2023 · added 31 October 2026 Save/u)
  assert.doesNotMatch(await page('/papers'), / · added </u)
  const bounded = await page('/?q=plans&match=all&yearFrom=2021&yearTo=2023&addedSince=2026-11-01')
  assert.match(seen(bounded), /Year: 2021 to 2023 × Added: since 2026-11-01 ×/u)
  assert.equal(linkIn(bounded, /^Year: 2021 to 2023 ×$/u), '/papers?q=plans&match=all&addedSince=2026-11-01')
  assert.equal(linkIn(bounded, /^Added: since 2026-11-01 ×$/u), '/papers?q=plans&match=all&yearFrom=2021&yearTo=2023')
  assert.match(bounded, /type="hidden" name="addedSince" value="2026-11-01"/u)
  assert.doesNotMatch(bounded, /href="\/follow/u)
  assert.match(seen(await page('/?yearTo=2022')), /Year: until 2022 ×/u)
  const feed = await page('/papers.atom?addedSince=2026-11-01&yearTo=2023')
  assert.match(feed, /Third plans/u)
  assert.doesNotMatch(feed, /First|Second/u)
  assert.match(feed, /papers, until 2023, since 2026-11-01/u)
  assert.equal((await page('/papers.ris?addedSince=2026-11-01')).match(/^TI {2}-/gmu)?.length, 2)
  const nothing = seen(await page('/?yearFrom=2025'))
  assert.match(nothing, /Without year from 2025/u)
  for (const [query, message] of [
    ['addedSince=2026-02-30', /addedSince: must be a day, such as 2026-11-01/u],
    ['addedSince=november', /addedSince: must be a day/u],
    ['yearFrom=0', /yearFrom: must be a whole number from 1 to 9999/u],
  ] as const)
    assert.match(seen(await page(`/?${query}`)), message)
})

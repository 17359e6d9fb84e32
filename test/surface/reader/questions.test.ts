import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { generatedPapers, leastPaper, wholePaper } from '../../support/service/papers.ts'
import { idsIn, linkIn, seen } from '../../support/markup.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'

const filler = (word: string): string => `Words about ${word} that say little. `.repeat(40)

const asked = async (
  t: TestContext,
  papers: Parameters<TestService['accept']>,
): Promise<TestService & { page: (query: Record<string, string>) => Promise<string> }> => {
  const service = await startTestService(t)
  await service.accept(...papers)
  const page = async (query: Record<string, string>): Promise<string> => {
    const response = await service.get(`/?${new URLSearchParams(query).toString()}`)
    assert.equal(response.status, 200)
    return response.text()
  }
  return { ...service, page }
}

const why = (markup: string): string => seen(/<details class="why">.*?<\/details>/su.exec(markup)?.[0] ?? '')

const papers = [
  wholePaper({ id: 'p1', title: 'Checkpoints of agents', year: 2023, longHorizonScore: 0.2 }),
  leastPaper({
    id: 'p2',
    title: 'Robots',
    year: 2025,
    abstract: '**Zebras** cross [at night](https://example.org) & checkpoints help.',
    longHorizonScore: 0.9,
  }),
  leastPaper({
    id: 'p3',
    title: 'Bare',
    year: 2024,
    fullText: `# One\n\n${filler('grass')}\n\n# Two\n\nGiraffes sleep standing up. ${filler('trees')}`,
  }),
]

test('words without operators are ranked best first, and the line above says how', async (t) => {
  const { page } = await asked(t, papers)
  const markup = await page({ q: 'how do agents use checkpoints', weak: 'show' })
  assert.match(seen(markup), /2 papers, best match; all words: 0; 1 good match · hide weaker/u)
  assert.deepEqual(idsIn(markup), ['p1', 'p2'])
  const newest = linkIn(markup, /^newest by year$/u)
  assert.equal(newest, '/papers?q=how+do+agents+use+checkpoints&sort=newest&weak=show')
  const ordered = await page({ q: 'how do agents use checkpoints', sort: 'newest', weak: 'show' })
  assert.match(seen(ordered), /2 papers, newest by year; all words: 0/u)
  assert.deepEqual(idsIn(ordered), ['p2', 'p1'])
  assert.match(ordered, /type="hidden" name="sort" value="newest"/u)
  assert.equal(linkIn(ordered, /^best match$/u), '/papers?q=how+do+agents+use+checkpoints&weak=show')
})

test('match=all and operators give the search for all words, and the two lead to each other', async (t) => {
  const { page } = await asked(t, papers)
  const ranked = await page({ q: 'checkpoints agents', weak: 'show' })
  assert.match(seen(ranked), /2 papers, best match; all words: 1 /u)
  assert.equal(linkIn(ranked, /^1$/u), '/papers?q=checkpoints+agents&match=all')
  const all = await page({ q: 'checkpoints agents', match: 'all' })
  assert.match(seen(all), /1 paper for checkpoints agents with all words; best match/u)
  assert.deepEqual(idsIn(all), ['p1'])
  assert.equal(linkIn(all, /^best match$/u), '/papers?q=checkpoints+agents')
  assert.deepEqual(idsIn(await page({ q: 'checkpoints' })), ['p1', 'p2'])
  for (const q of ['checkpoints -agents', '"checkpoints help"', 'title:robots', 'zebr*', 'zebras OR nothing'])
    assert.match(seen(await page({ q })), /1 paper for/u, q)
  assert.deepEqual(idsIn(await page({ q: 'checkpoints -agents', match: 'any' })), ['p2'])
})

/** 24 papers that answer the question below, and 30 that have one word of it. */
const manyWeak = [
  ...Array.from({ length: 24 }, (_, index) =>
    leastPaper({
      id: `p${index + 1}`,
      title: 'How do checkpoints let agents roll back plans?',
      year: 2020 + (index % 2),
    }),
  ),
  ...Array.from({ length: 30 }, (_, index) =>
    leastPaper({ id: `p${index + 25}`, title: `Agents of the kind ${index}`, year: 2025 }),
  ),
]
const ROLL_BACK = 'how do checkpoints let agents roll back plans'

test('weak hits of a question are folded, by a link that works without scripts', async (t) => {
  const service = await asked(t, manyWeak)
  const { page } = service
  const folded = await page({ q: ROLL_BACK })
  assert.match(seen(folded), /24 good matches · show weaker ; all words: 24/u)
  assert.match(seen(folded), /Year 2021 12 2020 12 /u, 'facets count good matches')
  assert.doesNotMatch(seen(folded), /2025 30/u)
  const next = await (await service.get(linkIn(folded, /^Next page$/u))).text()
  assert.deepEqual([idsIn(folded).length, idsIn(next).length], [20, 4])
  assert.match(linkIn(next, /^Next page$/u), /^no link/u)
  assert.equal(linkIn(next, /^Show 30 weaker matches$/u), linkIn(folded, /^show weaker$/u))

  const whole = await (await service.get(linkIn(folded, /^show weaker$/u))).text()
  assert.match(seen(whole), /54 papers, best match; all words: 24 ; 24 good matches · hide weaker/u)
  assert.match(seen(whole), /2025 30/u)
  assert.match(linkIn(whole, /^newest by year$/u), /&weak=show$/u)
  assert.doesNotMatch(linkIn(whole, /^24$/u), /weak/u, 'the list for all words has no weak hits')
  assert.doesNotMatch(whole, /<form class="find".*name="weak".*<\/form>/su, 'a new question is folded')
  const second = linkIn(whole, /^Next page$/u)
  assert.match(second, /weak=show&cursor=/u)
  assert.deepEqual(idsIn(await (await service.get(second)).text()).length, 20)
  assert.equal(linkIn(whole, /^hide weaker$/u), `/papers?q=${ROLL_BACK.replaceAll(' ', '+')}`)

  const newest = await page({ q: ROLL_BACK, sort: 'newest' })
  assert.match(seen(newest), /24 good matches, newest by year · show weaker/u)
  assert.ok(idsIn(newest).every((id) => Number(id.slice(1)) <= 24))
  assert.match(
    seen(await page({ q: ROLL_BACK, year: '2020' })),
    /12 papers, best match; all words: 12/u,
    'all are good',
  )
  const allWeak = await page({ q: ROLL_BACK, year: '2025' })
  assert.match(seen(allWeak), /30 papers, best match; all words: 0; no good match/u)
  assert.equal(idsIn(allWeak).length, 20)
  assert.equal((await service.get('/?q=agents&weak=yes')).status, 400)
})

test('files and feeds of a folded view have all matches', async (t) => {
  const service = await asked(t, manyWeak)
  const { page } = service
  const q = ROLL_BACK.replaceAll(' ', '+')
  const alternates = [...(await page({ q: ROLL_BACK, weak: 'show' })).matchAll(/<link rel="alternate"[^>]*>/gu)]
  assert.ok(alternates.length > 4)
  assert.ok(alternates.every(([link]) => !link.includes('weak')))
  for (const query of [`q=${q}`, `q=${q}&weak=show`])
    assert.equal((await (await service.get(`/papers.jsonl?${query}`)).text()).trim().split('\n').length, 54)
  const feed = async (query: string): Promise<string> => (await service.get(`/papers.atom?${query}`)).text()
  const entries = (await feed('q=agents')).match(/<entry>/gu)?.length ?? 0
  assert.ok(entries >= 20)
  assert.equal(await feed('q=agents&weak=show'), await feed('q=agents'))
  assert.match(await page({ weak: 'show' }), /<link rel="canonical" href="[^"]*\/papers"/u)
})

test('each hit shows its best passage with the words marked, and leads to its place', async (t) => {
  const service = await asked(t, papers)
  const short = await service.page({ q: 'zebras at night' })
  assert.match(short, /<mark>Zebras<\/mark> cross at <mark>night<\/mark> &amp; checkpoints help\./u)
  assert.equal(linkIn(short, /^in the abstract$/u), '/papers/p2#abstract.1')
  const long = await service.page({ q: 'giraffes standing' })
  assert.match(long, /<mark>Giraffes<\/mark> sleep <mark>standing<\/mark> up\./u)
  const place = linkIn(long, /^in the full text$/u)
  assert.match(place, /^\/papers\/p3#s2\.1$/u)
  assert.ok((await (await service.get('/papers/p3')).text()).includes('<span id="s2.1"></span>'))
})

test('“Why here” names the words by field, and those that are not said', async (t) => {
  const { page } = await asked(t, papers)
  assert.match(
    why(await page({ q: 'do giraffes sleep near robots' })),
    /Title: robots|Full text: giraffes, sleep Missing: robots/u,
  )
  const markup = await page({ q: 'checkpoints of agents in savannahs' })
  assert.match(why(markup), /Why here Title: checkpoints, agents Abstract: .* Missing: savannahs/u)
})

test('“Why here” names the words that are close in meaning to others, which are marked as well', async (t) => {
  const { page } = await asked(t, [leastPaper({ id: 'p1', title: 'Failures of robots' })])
  const markup = await page({ q: 'blunders of robots in savannahs' })
  assert.match(why(markup), /Title: robots failures — close in meaning to: blunders Missing: savannahs/u)
  assert.match(markup, /<mark>Failures<\/mark> of <mark>robots<\/mark>/u)
})

test('misspelt words are corrected, and the page says so', async (t) => {
  const { page } = await asked(t, papers)
  const markup = await page({ q: 'zebras and chekpoints' })
  assert.deepEqual(idsIn(markup), ['p2', 'p1'])
  assert.match(seen(markup), /Searched for checkpoints instead of chekpoints , which no paper has/u)
})

test('nothing found offers corrections, fewer words, and the closest papers', async (t) => {
  const { page } = await asked(t, papers)
  const none = await page({ q: 'zebras giraffes', match: 'all' })
  assert.match(seen(none), /0 papers for zebras giraffes .*Without the word zebras : 1|Without the word giraffes : 1/u)
  assert.deepEqual(idsIn(await page({ q: 'zebras', match: 'all' })), ['p2'])
  assert.equal(linkIn(none, /^Without the word giraffes$/u), '/papers?q=zebras&match=all')
  assert.match(seen(none), /Closest papers/u)
  assert.deepEqual(idsIn(none).toSorted(), ['p2', 'p3'])
  const filtered = await page({ q: 'zebras', year: '1999' })
  assert.match(seen(filtered), /0 papers, best match.*Without year 1999 : 1.*Closest papers/u)
  assert.deepEqual(idsIn(filtered), ['p2'])
  const unknown = await page({ q: 'xylophone quartets' })
  assert.match(seen(unknown), /No papers found.*Highest by Main subject/u)
  assert.deepEqual(idsIn(unknown), ['p2', 'p1', 'p3'])
  assert.match(seen(await page({ q: '"zebras standing" -robots' })), /0 papers for.*Closest papers/u)
})

test('pages of a ranking have each hit once, and facets count and narrow its hits', async (t) => {
  const service = await asked(t, generatedPapers(1, 45))
  const ids: string[] = []
  let path = '/papers?q=number+agents&weak=show'
  for (let pages = 0; pages < 5 && !path.startsWith('no link'); pages += 1) {
    const markup = await (await service.get(path)).text()
    ids.push(...idsIn(markup))
    path = linkIn(markup, /^Next page$/u)
  }
  assert.deepEqual([ids.length, new Set(ids).size], [45, 45])
  const [, year = '', count = ''] =
    /Year (\d{4}) (\d+) /u.exec(seen(await service.page({ q: 'number agents', weak: 'show' }))) ?? []
  assert.match(
    seen(await service.page({ q: 'number agents', year, weak: 'show' })),
    new RegExp(`${count} papers, best match`, 'u'),
  )
  const lines = (await (await service.get('/papers.jsonl?q=number+agents')).text()).trim().split('\n')
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { id: string }).id),
    ids,
  )
  const cursor = new URL(linkIn(await service.page({ q: 'number agents', weak: 'show' }), /^Next page$/u), service.url)
  cursor.searchParams.set('q', 'number robots')
  assert.equal((await service.get(`${cursor.pathname}${cursor.search}`)).status, 400)
})

test('a question may be long: more words than a search for all words takes', async (t) => {
  const { page } = await asked(t, papers)
  const q = `${'are there papers that say anything at all about the way in which '.repeat(2)} zebras cross "state of the art"`
  assert.equal(idsIn(await page({ q }))[0], 'p2')
})

test('dates in a question are filters that are shown and can be removed, and follow the day', async (t) => {
  const service = await asked(t, [
    leastPaper({ id: 'p1', title: 'Plans of agents', year: 2025, authors: ['Ada Example'] }),
    leastPaper({ id: 'p2', title: 'Plans', year: 2023, authors: ['Ben Other'] }),
    leastPaper({ id: 'p3', title: 'Plans of robots', year: 2026, authors: ['Cyd Example'] }),
  ])
  const { page } = service
  const since = await page({ q: 'plans since 2025' })
  assert.deepEqual(idsIn(since).toSorted(), ['p1', 'p3'])
  assert.match(seen(since), /Year: from 2025 × since 2025 was read as a filter; search for the words as typed \./u)
  assert.match(since, /name="q" value="plans since 2025"/u)
  const asTyped = '/papers?q=plans+since+2025&interpret=false'
  assert.equal(linkIn(since, /^Year: from 2025 ×$/u), asTyped)
  assert.equal(linkIn(since, /^search for the words as typed$/u), asTyped)
  assert.equal(linkIn(since, /^newest by year$/u), '/papers?q=plans+since+2025&sort=newest')
  assert.match(since, /href="\/papers\.bib\?q=plans&amp;yearFrom=2025"/u)
  const typed = await page({ q: 'plans since 2025', interpret: 'false' })
  assert.equal(idsIn(typed).length, 3)
  assert.doesNotMatch(typed, /was read as/u)
  assert.deepEqual(idsIn(await page({ q: 'Example et al. 2026' })), ['p3'])
  assert.deepEqual(idsIn(await page({ q: 'author:example since 2026' })), ['p3'])
  assert.match(seen(await page({ q: 'what is new this week' })), /Added: since 2026-11-16 ×/u)
  assert.match(seen(await page({ q: 'plans since 2025', match: 'all' })), /No papers found/u)

  const nothing = await page({ q: 'plans in 2024' })
  assert.match(seen(nothing), /No papers found\. Without year 2024/u)
  assert.equal(linkIn(nothing, /^Without year 2024$/u), '/papers?q=plans+in+2024&interpret=false')

  for (const path of [
    '/papers?q=plans+from+last+year',
    '/papers.ris?q=plans+from+last+year',
    '/papers.atom?q=plans+from+last+year',
  ]) {
    service.clock.set('2026-11-20T10:00:00.000Z')
    const before = await service.get(path)
    const tag = before.headers.get('etag') ?? ''
    assert.match(await before.text(), /Plans(?:<\/mark>)? of agents/u, path)
    assert.equal((await service.get(path, { 'if-none-match': tag })).status, 304, path)
    service.clock.set('2027-01-01T00:00:00.000Z')
    const after = await service.get(path, { 'if-none-match': tag })
    assert.equal(after.status, 200, path)
    assert.match(await after.text(), /Plans(?:<\/mark>)? of robots/u, path)
  }
})

test('a question in a language that the library has no text in is told so, on the page and in the API', async (t) => {
  const service = await asked(t, [leastPaper({ id: 'p1', title: 'AgentGen', abstract: 'Plans of agents.' })])
  const q = 'wie planen agenten über viele tage'
  const markup = seen(await service.page({ q }))
  assert.match(markup, /The library has no text in German; words were not corrected\./u)
  assert.doesNotMatch(markup, /Searched for/u)
  assert.match(seen(await service.page({ q: 'agentgne', match: 'all' })), /Did you mean agentgen/u)
  assert.doesNotMatch(seen(await service.page({ q: 'wie planen agenten', match: 'all' })), /Did you mean/u)
  const answer = await service.get(`/api/v1/search?${new URLSearchParams({ q }).toString()}`)
  const { unknownLanguage, corrections } = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([unknownLanguage, corrections], ['German', []])
  const english = await service.get('/api/v1/search?q=how+do+agents+plan')
  assert.equal('unknownLanguage' in ((await english.json()) as object), false)
})

/** A text about zebras, with as many words that no paper has. */
const zebraText = (words: number): string =>
  `Zebras cross at night. ${Array.from({ length: words }, (_, index) => `w${index}x`).join(' ')}`

test('a pasted abstract is ranked by the words that tell most, and the page says what was left out', async (t) => {
  const { page } = await asked(t, papers)
  const markup = await page({ q: zebraText(90) })
  assert.deepEqual(idsIn(markup)[0], 'p2')
  assert.match(
    seen(markup),
    /A search takes 64 different words: those of this text that tell most\. 29 others were left out\./u,
  )
  assert.doesNotMatch(seen(markup), /characters of this text/u)
  assert.doesNotMatch(seen(await page({ q: 'zebras at night' })), /left out/u)
  const cut = await page({ q: zebraText(900) })
  assert.match(seen(cut), /Only the first 4,000 characters of this text were read\. A search takes 64/u)
  const typed = /name="q" value="(?<typed>[^"]*)" maxlength="4000"/u.exec(cut)?.groups?.typed ?? ''
  assert.ok(typed.length <= 4_000 && typed.length > 3_900 && /^Zebras .* w\d+x$/u.test(typed), 'cut between words')
})

test('papers like one are a list of their own, which takes filters, words and files, and leads back', async (t) => {
  const alike = [
    wholePaper({ id: 'p1', title: 'Checkpoints of <agents>', chapter: 4 }),
    wholePaper({ id: 'p2', title: 'More checkpoints', chapter: 2 }),
    wholePaper({ id: 'p3', title: 'Checkpoints again', chapter: 3 }),
    leastPaper({ id: 'p4', title: 'Zebras' }),
  ]
  const service = await asked(t, alike)
  const paper = await (await service.get('/papers/p1')).text()
  assert.equal(linkIn(paper, /^More like this$/u), '/papers?like=p1')
  const markup = await service.page({ like: 'p1' })
  assert.deepEqual(idsIn(markup).toSorted(), ['p2', 'p3'])
  assert.match(markup, /<h1 dir="auto">Papers like <a href="\/papers\/p1">Checkpoints of &lt;agents&gt;<\/a><\/h1>/u)
  assert.equal(linkIn(markup, /^Papers like: Checkpoints of <agents> ×$/u), '/papers')
  assert.doesNotMatch(markup, /\/follow\?|application\/atom\+xml/u)
  assert.equal(linkIn(markup, /^newest by year$/u), '/papers?like=p1&sort=newest')
  assert.match(markup, /<input type="hidden" name="like" value="p1" \/>/u)
  const filtered = await service.page({ like: 'p1', chapter: '3', q: 'again' })
  assert.deepEqual(idsIn(filtered), ['p3'])
  assert.equal(linkIn(filtered, /^Papers like: /u), '/papers?q=again&chapter=3')
  const none = await service.page({ like: 'p1', chapter: '5' })
  assert.deepEqual(linkIn(none, /^Papers like: /u), '/papers?chapter=5')
  assert.equal(linkIn(await service.page({ q: 'zebras' }), /^More like this$/u), '/papers?like=p4')
  const file = await (await service.get('/papers.bib?like=p1')).text()
  assert.ok(file.includes('More checkpoints') && file.includes('Checkpoints again') && !file.includes('agents>'))
  for (const path of [
    '/papers?like=p9',
    '/papers?like=nothing',
    '/papers.bib?like=p9',
    '/papers.atom?like=p1',
    '/follow?search=%2F%3Flike%3Dp1',
  ])
    assert.equal((await service.get(path)).status, 400, path)
})

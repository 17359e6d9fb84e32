import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Gap } from '#core/editorial/gap.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const AT = '2026-11-20T09:00:00.000Z'
const service = await startTestService({ after })

/** A corpus whose newest year is 2026: 8 recent papers and 10 before. */
const paper = (number: number, year: number, concepts: string[]) =>
  wholePaper({
    id: `p${number}`,
    title: `Paper number ${number}`,
    year,
    concepts,
    chapter: 1 + (number % 7),
    longHorizonScore: number / 100,
    houseCommentary: 'See **p2**.',
  })
const old = Array.from({ length: 10 }, (_, index) => paper(index + 1, 2023 + (index % 2), ['memory']))
const recent = Array.from({ length: 8 }, (_, index) =>
  paper(index + 11, 2025 + (index % 2), [...(index < 4 ? ['memory'] : ['new idea']), ...(index < 3 ? ['rising'] : [])]),
)
await service.accept(...old, ...recent, paper(19, 2023, ['rising']), paper(30, 2026, ['gone']))
await decide(service, 'p30', 'retract', 'Wrong.')
await service.store.transact(async (tx) => {
  await tx.concepts.define('memory', 'What is <kept>.')
  const gaps: Gap[] = [
    { id: 'g1', title: 'Mild one', severity: 'medium', explanation: 'Little.', paperIds: ['p1'] },
    {
      id: 'g2',
      title: 'Grave <one>',
      severity: 'critical',
      explanation: 'As **p1** shows (p2), but not p404.\n\n<b>raw</b>',
      paperIds: ['p1', 'p2', 'p30'],
    },
  ]
  for (const gap of gaps) await tx.gaps.put(gap, AT)
})
const brief = (week: number, featured: string[]) => ({
  id: `2026-w${week}`,
  week: { year: 2026, week },
  title: `What week ${week} brought`,
  summary: 'A summary with *stress*.',
  take: 'Read p1.',
  featured,
})
await service.store.transact(async (tx) => {
  await tx.briefs.publish({ ...brief(46, ['p1']), publishedAt: '2026-11-13T09:00:00.000Z' })
  await tx.briefs.publish({ ...brief(47, ['p12', 'p3']), publishedAt: AT })
})
await decide(service, 'p3', 'retract', 'Wrong too.')

const textOf = async (path: string, status = 200): Promise<string> => {
  const response = await service.get(path)
  const text = await response.text()
  assert.equal(response.status, status, text)
  return text
}

const inOrder = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => match[1] ?? '')

const ids = (html: string): string[] => inOrder(html, /<li>\s*<a href="\/papers\/(p\d+)"/gu)

test('concepts are listed by papers, each with its trend and its share by year', async () => {
  const html = await textOf('/concepts')
  assert.deepEqual(inOrder(html, /<th scope="row"><a href="\/concepts\/([^"]+)"/gu), ['memory', 'new-idea', 'rising'])
  assert.match(html, /memory<\/a><\/th>\s*<td class="number">13<\/td>\s*<td><span class="trend stable">Stable/u)
  assert.match(html, /new idea<\/a><\/th>\s*<td class="number">4<\/td>\s*<td>Too few to tell<\/td>/u)
  assert.match(html, /rising<\/a><\/th>\s*<td class="number">4<\/td>\s*<td>Too few to tell<\/td>/u)
  assert.match(html, /<svg[^>]*role="img"[^>]*><title>memory: 50% of the papers of 2026/u)
  assert.ok(!html.includes('gone'), 'a concept of retracted papers only is not shown')
})

test('the filter by trend is in the address, and says how many there are of each', async () => {
  const html = await textOf('/concepts?trend=stable')
  assert.deepEqual(inOrder(html, /<th scope="row"><a href="\/concepts\/([^"]+)"/gu), ['memory'])
  assert.match(html, /<a href="\/concepts\?trend=stable" aria-current="true">Stable <span class="count">1</u)
  assert.match(html, /<a href="\/concepts\?trend=growing">Growing <span class="count">0</u)
  assert.match(html, /<a href="\/concepts">All <span class="count">3</u)
  assert.match(await textOf('/concepts?trend=falling', 400), /trend/u)
  await textOf('/concepts?page=2', 404)
  await textOf('/concepts?page=0', 400)
})

test('a concept has a label from eight papers on, in the page and in its Markdown', async () => {
  const trending = await startTestService({ after })
  const years = [2023, 2024, 2025, 2025, 2025, 2026, 2026, 2026]
  const papersOf = (first: number, names: string[], count: number) =>
    years.slice(-count).map((year, index) => paper(first + index, year, names))
  await trending.accept(
    ...papersOf(1, ['grown'], 8),
    ...papersOf(11, ['almost'], 7),
    ...[...Array(8).keys()].map((index) => paper(21 + index, 2026, ['brand new'])),
    ...[...Array(6).keys()].map((index) => paper(31 + index, 2024, ['old'])),
  )
  const read = async (path: string): Promise<string> => await (await trending.get(path)).text()
  const list = await read('/concepts')
  assert.match(list, /grown<\/a><\/th>\s*<td class="number">8<\/td>\s*<td><span class="trend growing">Growing/u)
  assert.match(list, /brand new<\/a><\/th>\s*<td class="number">8<\/td>\s*<td><span class="trend emerging">Emerging/u)
  assert.match(list, /almost<\/a><\/th>\s*<td class="number">7<\/td>\s*<td>Too few to tell<\/td>/u)
  const shown = inOrder(await read('/concepts?trend=growing'), /<th scope="row"><a href="\/concepts\/([^"]+)"/gu)
  assert.deepEqual(shown, ['grown'])
  const markdown = await read('/concepts.md')
  assert.match(markdown, /\[almost\]\([^)]*\): 7 papers, too few to tell/u)
  assert.match(markdown, /\[grown\]\([^)]*\): 8 papers, growing/u)
  assert.match(await read('/concepts/brand-new'), /No paper before 2025 has it, so it counts as emerging\./u)
  assert.match(await read('/concepts/grown'), /from 1\.25 times on, a concept counts as growing\./u)
  assert.match(await read('/concepts/almost'), /A label is shown from 8 papers on, and it has 7\./u)
  const api = await read('/api/v1/concepts/almost')
  assert.match(api, /"trend":"growing"/u, 'growing', 'the field of the contract keeps its three values')
})

test('many concepts come in pages', async () => {
  const many = await startTestService({ after })
  const names = Array.from({ length: 60 }, (_, index) => `concept ${String(index).padStart(2, '0')}`)
  await many.accept(leastPaper({ concepts: names }))
  const pages = [await many.get('/concepts'), await many.get('/concepts?page=2')]
  const [first = '', second = ''] = await Promise.all(pages.map((response) => response.text()))
  assert.equal(inOrder(first, /<th scope="row"><a href="([^"]+)"/gu).length, 50)
  assert.deepEqual(inOrder(second, /<th scope="row"><a href="([^"]+)"/gu).at(-1), '/concepts/concept-59')
  assert.match(first, /<a rel="next" href="\/concepts\?page=2">/u)
  assert.match(second, /<a rel="prev" href="\/concepts">/u)
})

test('a concept proves its trend in words, figures and tables', async () => {
  const stable = await textOf('/concepts/memory')
  assert.match(stable, /<p class="lead">What is &lt;kept&gt;\.<\/p>/u)
  assert.match(stable, /In 2025 and 2026, 4 papers have it, of 8 in the library: 50\.0%\./u)
  assert.match(stable, /In 2023 and 2024, 9 papers had it, of 10: 90\.0%\./u)
  assert.match(stable, /Its share is 0\.56 times what it was; below 1\.25 times, a concept counts as stable\./u)
  assert.match(stable, /<strong>Share of the papers of each year that have memory<\/strong>/u)
  assert.match(
    stable,
    /<strong>More papers of memory are of 2024 than of any other year: 5 of 13<\/strong> Papers by year: .*<details><summary>As a table<\/summary>/su,
  )
  assert.match(await textOf('/concepts/rising'), /3 papers have it.*1 paper had it.*from 8 papers on, and it has 4/su)
  const emerging = await textOf('/concepts/new-idea')
  assert.match(emerging, /Trend: Too few to tell<.*A label is shown from 8 papers on, and it has 4\./su)
  assert.ok(!emerging.includes('In 2023 and 2024'))
  for (const id of ['gone', 'unknown']) await textOf(`/concepts/${id}`, 404)
})

test('a concept shows its papers in the public order, page by page, and what it goes with', async () => {
  await service.accept(...Array.from({ length: 22 }, (_, index) => paper(40 + index, 2020, ['paging', 'rising'])))
  const first = await textOf('/concepts/paging')
  assert.deepEqual(ids(first).slice(0, 2), ['p61', 'p60'])
  assert.equal(ids(first).length, 20)
  assert.match(first, /<a href="\/concepts\/rising">rising <span class="count">22<\/span><\/a>/u)
  assert.match(first, /<a href="\/papers\?concept=paging">/u)
  const next = /<a rel="next" href="(?<address>\/concepts\/paging\?cursor=[\w.-]+)#papers">/u.exec(first)?.groups
    ?.address
  assert.ok(next !== undefined)
  const second = await textOf(next)
  assert.deepEqual(ids(second), ['p41', 'p40'])
  assert.ok(!second.includes('As a table'), 'the evidence stands on the first page')
  await textOf(next.replace('paging', 'rising'), 400)
})

test('gaps are ordered by severity with explanation and public papers', async () => {
  const html = await textOf('/gaps')
  assert.deepEqual(inOrder(html, /<section class="gap" id="([^"]+)"/gu), ['g2', 'g1'])
  assert.match(html, /<h2 class="severity critical">Critical<\/h2>/u)
  assert.match(
    html,
    /As <strong><a href="\/papers\/p1" dir="auto" class="mention" aria-description="Paper number 1 · Ada Example, Ben Sample, 2023">Paper number 1<\/a><\/strong> shows \(<a href="\/papers\/p2"[^>]+>Paper number 2<\/a>\), but not p404\./u,
  )
  assert.match(html, /&lt;b&gt;raw&lt;\/b&gt;/u)
  assert.match(html, /Rests on 2 papers/u)
  assert.ok(!html.includes('/papers/p30'))
  const medium = await textOf('/gaps?severity=medium')
  assert.deepEqual(inOrder(medium, /<section class="gap" id="([^"]+)"/gu), ['g1'])
  assert.match(medium, /aria-current="true">Medium <span class="count">1</u)
  await textOf('/gaps?severity=mild', 400)
})

test('a matrix shows how many papers of each concept a chapter holds', async () => {
  const table = /<table class="coverage">.*<\/table>/su.exec(await textOf('/gaps'))?.[0] ?? ''
  const memory = /<tr><th scope="row"><a href="\/concepts\/memory">memory<\/a><\/th>(?<cells>.*?)<\/tr>/su.exec(table)
  const cells = [...(memory?.groups?.cells ?? '').matchAll(/<td class="number \w+">(\d+)<\/td>/gu)].map((cell) =>
    Number(cell[1]),
  )
  assert.equal(cells.length, 7)
  // Papers 1 to 14 have it, two a chapter; paper 3, of chapter 4, was retracted.
  assert.deepEqual(cells, [2, 2, 2, 1, 2, 2, 2])
})

test('a gap has a page of its own', async () => {
  const html = await textOf('/gaps/g2')
  assert.match(html, /<h1>Grave &lt;one&gt;<\/h1>/u)
  assert.match(html, /last revised <time datetime="2026-11-20">20 November 2026<\/time>/u)
  assert.match(html, /<a href="\/papers\/p2"[^>]*>Paper number 2<\/a>/u)
  await textOf('/gaps/g9', 404)
})

test('briefs are kept by year, and each shows its featured papers that are public', async () => {
  const archive = await textOf('/briefs')
  assert.deepEqual(inOrder(archive, /<a href="\/briefs\/([^"]+)"/gu), ['2026-w47', '2026-w46'])
  assert.match(archive, /<h2 id="y2026">2026<\/h2>/u)
  const html = await textOf('/briefs/2026-w47')
  assert.match(html, /Week 47, 2026 · published <time datetime="2026-11-20">20 November 2026<\/time>/u)
  assert.match(html, /A summary with <em>stress<\/em>\./u)
  assert.match(html, /<h2 id="take">House’s take<\/h2><p>Read <a href="\/papers\/p1"[^>]+>Paper number 1<\/a>\.<\/p>/u)
  assert.deepEqual(inOrder(html, /<h3><a href="\/papers\/(p\d+)"/gu), ['p12'])
  assert.match(html, /See <strong><a href="\/papers\/p2"[^>]+>Paper number 2<\/a><\/strong>\./u)
  assert.match(html, /<a rel="prev" href="\/briefs\/2026-w46">Week 46, 2026<\/a>/u)
  assert.ok(!html.includes('rel="next"'))
  await textOf('/briefs/2026-w40', 404)
})

test('an empty corpus has pages too', async () => {
  const empty = await startTestService({ after })
  for (const [path, sentence] of [
    ['/concepts', 'The library has no concepts at present.'],
    ['/concepts?trend=stable', 'The library has no stable concepts at present.'],
    ['/gaps', 'The library has no gaps at present.'],
    ['/briefs', 'No brief has been published yet.'],
  ] as const) {
    const response = await empty.get(path)
    assert.equal(response.status, 200)
    assert.ok((await response.text()).includes(sentence), path)
  }
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { mergePaper, savePaperVersion } from '#actions/papers.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  leastPaper({ id: 'p1', title: 'Memory <that> lasts', abstract: 'Agents forget within an hour.' }),
  leastPaper({
    id: 'p2',
    title: 'Cited',
    houseCommentary: 'They forget [p1 "Agents forget within an hour"], **often** ([p9]). See `[p1]`.',
  }),
  leastPaper({ id: 'p3', title: 'Plain', houseCommentary: 'Nothing is cited.' }),
)
const gap = {
  title: 'Open',
  severity: 'high' as const,
  explanation: 'Nobody looked [search: q=zeugma = 0]; they lose it [p1 "Agents lose all within an hour"].',
  paperIds: ['p1'],
}
const { id: gapId } = await service.run(addGap, { gap, actor: 'test' })
const brief = { title: 'B', summary: 'Much [p1].', take: 'Good [p2], and [p1 "not there at all"].', featured: ['p2'] }
await service.run(publishBrief, {
  brief: { id: '2026-w46', week: { year: 2026, week: 46 }, ...brief },
  actor: 'test',
})

const textAt = async (path: string): Promise<string> => (await service.get(path)).text()
const mark = (number: number): string =>
  `<sup class="cited"><a id="m${number}" href="#e${number}" aria-label="Evidence ${number}">${number}</a></sup>`

test('a commentary has small numbered marks that lead to quotation, place and paper', async () => {
  const page = await textAt('/papers/p2')
  assert.ok(page.includes(`They forget${mark(1)}, <strong>often</strong> (${mark(2)}). See <code>[p1]</code>.`), page)
  const entry = /<li id="e1">(?<entry>[^]*?)<\/li>/u.exec(page)?.groups?.['entry'] ?? ''
  for (const part of [
    '<a href="/papers/p1" dir="auto">Memory &lt;that&gt; lasts</a>',
    '<blockquote dir="auto">Agents forget within an hour</blockquote>',
    '<a href="/papers/p1#abstract.1">In the abstract</a>',
    '<a class="back" href="#m1"',
  ])
    assert.ok(entry.includes(part), `${part}\n${entry}`)
  assert.match(page, /<li id="e2">A paper that is not in the library\./u)
})

test('a gap tells what a search finds and how the paper words what is quoted', async () => {
  const page = await textAt(`/gaps/${gapId}`)
  assert.ok(page.includes(`Nobody looked${mark(1)}; they lose it${mark(2)}.`))
  assert.match(page, /<code>q=zeugma<\/code><\/a> finds 0 papers \([^]*?; the text says = 0\./u)
  assert.match(
    page,
    /In the abstract<\/a>\. The paper has it in other words: <q dir="auto">Agents forget within an hour<\/q>/u,
  )
})

test('the marks of both texts of a brief are counted together', async () => {
  const page = await textAt('/briefs/2026-w46')
  assert.ok(page.includes(`Much${mark(1)}.`))
  assert.ok(page.includes(`Good${mark(2)}, and${mark(3)}.`))
  assert.match(page, /<li id="e3">[^]*?The text that the library has of the paper does not have these words\./u)
})

const markElsewhere = (page: string, number: number): string =>
  `<sup class="cited"><a href="${page}#e${number}" aria-label="Evidence ${number}">${number}</a></sup>`

test('marks in a list of gaps and in the papers of a brief lead to the evidence on the pages of these', async () => {
  const list = await textAt('/gaps')
  const [first, second] = [1, 2].map((number) => markElsewhere(`/gaps/${gapId}`, number))
  assert.ok(list.includes(`Nobody looked${first}; they lose it${second}.`), list)
  const brief = await textAt('/briefs/2026-w46')
  assert.ok(brief.includes(`They forget${markElsewhere('/papers/p2', 1)}, <strong>often</strong>`), brief)
  for (const page of [list, brief]) {
    const ids = [...page.matchAll(/ id="(?<id>[^"]+)"/gu)].map(({ groups }) => groups?.['id'])
    assert.equal(new Set(ids).size, ids.length)
  }
})

test('an earlier version of a paper shows what it named, without a word on what is found now', async (t) => {
  const earlier = await startTestService(t)
  const abstract = 'Agents forget within an hour.'
  const long = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ')
  await earlier.accept(
    leastPaper({ id: 'p1', title: 'Memory <that> lasts', abstract }),
    leastPaper({ id: 'p2', title: 'Merged' }),
    leastPaper({
      id: 'p4',
      title: 'Revised',
      houseCommentary: `Lost [p1 "Agents lose all"], so [p2] (see p1), [p9 "${long}"]. None [search: q=zeugma&year=2020 = 0].`,
    }),
    leastPaper({ id: 'p5', title: 'Plain', houseCommentary: 'Nothing is cited.' }),
  )
  const revise = (id: string, commentary: string) =>
    earlier.run(savePaperVersion, {
      id,
      change: (paper) => ({ ...paper, commentary }),
      version: null,
      actor: 'test',
      act: 'paper.edit',
    })
  earlier.clock.advance(60)
  await revise('p4', 'Nothing is lost [p1].')
  await revise('p5', 'Cited now [p1].')
  await earlier.run(mergePaper, { id: 'p2', into: 'p5', note: null, actor: 'test' })
  const at = async (path: string): Promise<string> => (await earlier.get(path)).text()
  const page = await at('/papers/p4?version=1')
  const [, written = ''] = /<p>(?<text>Lost[^]*?)<\/p>/u.exec(page) ?? []
  assert.ok(written.startsWith(`Lost${mark(1)}, so${mark(2)} (see <a href="/papers/p1"`), written)
  assert.ok(written.endsWith(`lasts</a>),${mark(3)}. None${mark(4)}.`), written)
  const entry = (number: number): string =>
    new RegExp(`<li id="e${number}">([^]*?)</li>`, 'u').exec(page)?.[1]?.replaceAll(/\s+/gu, ' ') ?? ''
  assert.match(entry(1), /href="\/papers\/p1"[^]*<blockquote dir="auto">Agents lose all<\/blockquote>/u)
  assert.match(entry(2), /href="\/papers\/p5" dir="auto">Plain</u)
  assert.match(entry(3), /^A paper that is not in the library\.[^]*w24 …<\/blockquote>$/u)
  assert.match(entry(4), /<code>q=zeugma&amp;year=2020<\/code><\/a>; the text said = 0\./u)
  assert.doesNotMatch(page, /in other words|does not have these words|finds \d/u)
  const markdown = await at('/papers/p4.md?version=1')
  assert.ok(markdown.includes('Lost[^1], so[^2] (see p1),[^3]. None[^4].'), markdown)
  assert.match(markdown, /^\[\^1\]: “Agents lose all” \[Memory .+\(2025\), p1\.$/mu)
  assert.match(markdown, /^\[\^3\]: “w0 .+ w24 …” A paper that is not public here \(p9\)\.$/mu)
  assert.match(markdown, /^\[\^4\]: Search q=zeugma&year=2020\.$/mu)
  for (const path of ['/papers/p5?version=1', '/papers/p5.md?version=1'])
    assert.doesNotMatch(await at(path), /class="cited"|id="evidence"|\[\^/u, path)
  assert.ok((await at('/papers/p4')).includes(`Nothing is lost${mark(1)}.`))
})

test('Markdown has footnotes', async () => {
  const paper = await textAt('/papers/p2.md')
  assert.ok(paper.includes('They forget[^1], **often** ([^2]). See `[p1]`.'), paper)
  assert.match(
    paper,
    /^\[\^1\]: “Agents forget within an hour” \[Memory .+ lasts\]\(http.+\/papers\/p1\), Ada Example \(2025\), p1@1#abstract\.1\.$/mu,
  )
  assert.match(paper, /^\[\^2\]: A paper that is not public here \(p9\)\.$/mu)
  const gapText = await textAt(`/gaps/${gapId}.md`)
  assert.ok(gapText.includes('Nobody looked[^1]; they lose it[^2].'), gapText)
  assert.match(gapText, /^\[\^1\]: Search q=zeugma: 0 papers on 2026-11-20\.$/mu)
  assert.match(await textAt('/briefs/2026-w46.md'), /Good\[\^2\], and\[\^3\]\.[^]+^\[\^3\]: .+ is missing\.$/mu)
})

test('a page without marks has nothing of it, and neither have lists and feeds', async () => {
  for (const path of ['/papers/p3', '/papers/p3.md', '/gaps.md', '/gaps.atom', '/briefs.atom', '/', '/llms.txt'])
    assert.doesNotMatch(await textAt(path), /class="cited"|id="evidence"|\[p\d|\[\^|\[search:|[\ue000-\uf8ff]/u, path)
  assert.doesNotMatch(await textAt('/papers/p1'), /id="evidence"/u)
  assert.doesNotMatch(await textAt('/papers'), /class="cited"|an hour&quot;\]/u)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Chart, figure, filesAt } from './figure.ts'
import { bars, shareChart, shareLine, sharedAxes, yearChart } from './series.ts'

const shares = [
  { year: 2023, share: 0.05 },
  { year: 2025, share: 0.2 },
]

const figureOf = (chart: Chart): string => figure(chart, filesAt('/x')).toString()

const outline = (markup: string) => /class="line" d="(?<d>[^"]+)"/u.exec(markup)?.groups?.d

test('the line of a share has a title, a summary, a text alternative and its table', () => {
  const markup = figureOf(shareChart(shares, { title: 'Memory' }))
  assert.ok(markup.includes('<title>Memory: 20% of the papers of 2025, 5.0% in 2023.</title>'), markup)
  assert.match(markup.replaceAll(/<[^>]+>|\s+/gu, ' '), /2023\s+5\.0%\s+2024\s+0%\s+2025\s+20%/u)
})

test('lines to compare use the scale that they are given', () => {
  assert.equal(outline(figureOf(shareChart(shares, { title: 'x' }))), 'M0,75L50,100L100,0')
  assert.equal(outline(shareLine(shares, { title: 'x', top: 0.4 }).toString()), 'M0,87.5L50,100L100,50')
})

test('where the page lists the numbers, only the drawing is shown', () => {
  const markup = shareLine(shares, { title: 'x', top: 0.2 }).toString()
  assert.match(markup, /^<svg/u)
  assert.doesNotMatch(markup, /<table|<figure/u)
})

test('no years, or no shares, are not an error', () => {
  assert.match(figureOf(shareChart([], { title: 'x' })), /There are no papers yet\./u)
  assert.doesNotMatch(figureOf(shareChart([{ year: 2025, share: 0 }], { title: 'x' })), /NaN|Infinity/u)
})

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const years = [
  { year: 2025, papers: 1_200 },
  { year: 2022, papers: 3 },
  { year: 2023, papers: 1_400 },
]

const curveOf = (...given: Parameters<typeof yearChart>): string => figureOf(yearChart(...given))

test('the curve of the years has a title, a summary, a text alternative and its table', () => {
  const markup = curveOf(years, { title: 'Papers by year' })
  const finding = 'Most papers are of 2023: 1,400 of 2,603'
  const summary = 'Papers by year: 2,603 papers from 2022 to 2025.'
  assert.ok(markup.includes(`role="img" width="100%"><title>${finding}. ${summary}</title>`), markup)
  assert.ok(textOf(markup).startsWith(`${finding} ${summary}`), textOf(markup))
  assert.match(
    textOf(markup),
    /As a table Papers by year Year Papers 2022 3 2023 1,400 2024 0 2025 1,200 Download: SVG · CSV$/u,
  )
})

test('years without papers are drawn as zero', () => {
  const line = /class="line" d="(?<d>[^"]+)"/u.exec(curveOf(years, { title: 'x' }))?.groups?.d ?? ''
  const points = line.slice(1).split('L')
  assert.equal(points.length, 4)
  assert.equal(points[2], '66.67,100')
})

test('one year is a dot in the middle, and no year is a sentence', () => {
  const one = curveOf([{ year: 2025, papers: 2 }], { title: 'x' })
  assert.match(one, /<circle cx="50%"/u)
  assert.match(one, /2 papers in 2025\./u)
  for (const nothing of [[], [{ year: 2025, papers: 0 }]]) {
    const markup = curveOf(nothing, { title: 'x' })
    assert.doesNotMatch(markup, /<svg/u)
    assert.match(markup, /There are no papers yet\./u)
  }
})

test('a single old book does not make a thousand empty years', () => {
  const markup = curveOf([...years, { year: 1_000, papers: 1 }], { title: 'x' })
  assert.ok(markup.length < 6_000, String(markup.length))
})

test('a title is escaped wherever it appears', () => {
  const markup = curveOf(years, { title: '"><script>alert(1)</script>' })
  assert.doesNotMatch(markup, /<script/u)
  assert.doesNotMatch(markup, /="[^"<]*"><script/u)
})

test('curves with shared axes have the same years and the same upper edge, and their tables only their own years', () => {
  const few = [{ year: 2023, papers: 10 }]
  const axes = sharedAxes([years, few])
  assert.deepEqual(axes, { from: 2022, to: 2025, top: 1_500 })
  const [many, one] = [years, few].map((rows) => curveOf(rows, { title: 'x', axes }))
  for (const markup of [many, one]) {
    assert.match(markup ?? '', /y="0%" dy="0.32em">1,500</u)
    assert.deepEqual(markup?.match(/(?<=dy="1.4em">)\d+/gu)?.slice(0, 1), ['2022'])
  }
  assert.equal(outline(one ?? ''), 'M0,100L33.33,99.33L66.67,100L100,100')
  assert.match(textOf(one ?? ''), /Year Papers 2023 10 Download: SVG · CSV$/u)
})

test('a value of a table may be a link and may read differently from its number', () => {
  const rows = [{ name: 'A & B', papers: 1_200, href: '/papers?institution=A' }]
  const chart = bars(rows, { title: 'Papers', finding: 'All', summary: 'x', column: 'Name' })
  assert.deepEqual(chart.table.rows, [[{ value: 'A & B', href: '/papers?institution=A' }, 1_200]])
  const markup = figureOf(chart)
  assert.match(markup, /<a href="\/papers\?institution=A">A &amp; B<\/a><\/th><td class="number">1,200<\/td>/u)
})

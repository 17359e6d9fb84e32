import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareLine, yearCurve } from './series.ts'

const shares = [
  { year: 2023, share: 0.05 },
  { year: 2025, share: 0.2 },
]

const outline = (markup: string) => /class="line" d="(?<d>[^"]+)"/u.exec(markup)?.groups?.d

test('the line of a share has a title, a summary, a text alternative and its table', () => {
  const markup = shareLine(shares, { title: 'Memory' }).toString()
  assert.ok(markup.includes('<title>Memory: 20% of the papers of 2025, 5.0% in 2023.</title>'), markup)
  assert.match(markup.replaceAll(/<[^>]+>|\s+/gu, ' '), /2023\s+5\.0%\s+2024\s+0%\s+2025\s+20%/u)
})

test('lines to compare use the scale that they are given', () => {
  assert.equal(outline(shareLine(shares, { title: 'x' }).toString()), 'M0,75L50,100L100,0')
  assert.equal(outline(shareLine(shares, { title: 'x', top: 0.4 }).toString()), 'M0,87.5L50,100L100,50')
})

test('where the page lists the numbers, only the drawing is shown', () => {
  const markup = shareLine(shares, { title: 'x', table: false }).toString()
  assert.match(markup, /^<svg/u)
  assert.doesNotMatch(markup, /<table|<figure/u)
})

test('no years, or no shares, are not an error', () => {
  assert.match(shareLine([], { title: 'x' }).toString(), /There are no papers yet\./u)
  assert.doesNotMatch(shareLine([{ year: 2025, share: 0 }], { title: 'x' }).toString(), /NaN|Infinity/u)
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

test('the curve of the years has a title, a summary, a text alternative and its table', () => {
  const markup = yearCurve(years, { title: 'Papers by year' }).toString()
  const summary = '2,603 papers from 2022 to 2025, most in 2023 (1,400).'
  assert.ok(markup.includes(`role="img" width="100%"><title>Papers by year: ${summary}</title>`), markup)
  assert.ok(textOf(markup).startsWith(`Papers by year ${summary}`))
  assert.match(textOf(markup), /As a table Papers by year Year Papers 2022 3 2023 1,400 2024 0 2025 1,200$/u)
})

test('years without papers are drawn as zero', () => {
  const line = /class="line" d="(?<d>[^"]+)"/u.exec(yearCurve(years, { title: 'x' }).toString())?.groups?.d ?? ''
  const points = line.slice(1).split('L')
  assert.equal(points.length, 4)
  assert.equal(points[2], '66.67,100')
})

test('one year is a dot in the middle, and no year is a sentence', () => {
  const one = yearCurve([{ year: 2025, papers: 2 }], { title: 'x' }).toString()
  assert.match(one, /<circle cx="50%"/u)
  assert.match(one, /2 papers in 2025\./u)
  for (const nothing of [[], [{ year: 2025, papers: 0 }]]) {
    const markup = yearCurve(nothing, { title: 'x' }).toString()
    assert.doesNotMatch(markup, /<svg/u)
    assert.match(markup, /There are no papers yet\./u)
  }
})

test('a single old book does not make a thousand empty years', () => {
  const markup = yearCurve([...years, { year: 1_000, papers: 1 }], { title: 'x' }).toString()
  assert.ok(markup.length < 6_000, String(markup.length))
})

test('a title is escaped wherever it appears', () => {
  const markup = yearCurve(years, { title: '"><script>alert(1)</script>' }).toString()
  assert.doesNotMatch(markup, /<script/u)
  assert.doesNotMatch(markup, /="[^"<]*"><script/u)
})

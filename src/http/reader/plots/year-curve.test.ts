import assert from 'node:assert/strict'
import { test } from 'node:test'
import { yearCurve } from './year-curve.ts'

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]+>/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

const rows = [
  { year: 2025, papers: 1_200 },
  { year: 2022, papers: 3 },
  { year: 2023, papers: 1_400 },
]

test('the curve of the years has a title, a summary, a name for those who cannot see it, and its table', () => {
  const markup = yearCurve(rows, { title: 'Papers by year' }).toString()
  const summary = '2,603 papers from 2022 to 2025, most in 2023 (1,400).'
  assert.ok(markup.includes(`role="img" width="100%"><title>Papers by year: ${summary}</title>`), markup)
  assert.ok(textOf(markup).startsWith(`Papers by year ${summary}`))
  assert.match(textOf(markup), /As a table Papers by year Year Papers 2022 3 2023 1,400 2024 0 2025 1,200$/u)
})

test('years between that had no paper are drawn as none', () => {
  const line = /class="line" d="(?<d>[^"]+)"/u.exec(yearCurve(rows, { title: 'x' }).toString())?.groups?.d ?? ''
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
  const markup = yearCurve([...rows, { year: 1_000, papers: 1 }], { title: 'x' }).toString()
  assert.ok(markup.length < 6_000, String(markup.length))
})

test('a title is escaped wherever it appears', () => {
  const markup = yearCurve(rows, { title: '"><script>alert(1)</script>' }).toString()
  assert.doesNotMatch(markup, /<script/u)
  assert.doesNotMatch(markup, /="[^"<]*"><script/u)
})

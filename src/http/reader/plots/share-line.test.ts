import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareLine } from './share-line.ts'

const rows = [
  { year: 2023, share: 0.05 },
  { year: 2025, share: 0.2 },
]

const outline = (markup: string) => /class="line" d="(?<d>[^"]+)"/u.exec(markup)?.groups?.d

test('the line of a share has a title, a summary, a name and its table', () => {
  const markup = shareLine(rows, { title: 'Memory' }).toString()
  assert.ok(markup.includes('<title>Memory: 20% of the papers of 2025, 5.0% in 2023.</title>'), markup)
  assert.match(markup.replaceAll(/<[^>]+>|\s+/gu, ' '), /2023\s+5\.0%\s+2024\s+0%\s+2025\s+20%/u)
})

test('lines that are compared share the scale they are given', () => {
  assert.equal(outline(shareLine(rows, { title: 'x' }).toString()), 'M0,75L50,100L100,0')
  assert.equal(outline(shareLine(rows, { title: 'x', top: 0.4 }).toString()), 'M0,87.5L50,100L100,50')
})

test('where the page lists the numbers, only the drawing is shown', () => {
  const markup = shareLine(rows, { title: 'x', table: false }).toString()
  assert.match(markup, /^<svg/u)
  assert.doesNotMatch(markup, /<table|<figure/u)
})

test('no years and no shares are no error', () => {
  assert.match(shareLine([], { title: 'x' }).toString(), /There are no papers yet\./u)
  assert.doesNotMatch(shareLine([{ year: 2025, share: 0 }], { title: 'x' }).toString(), /NaN|Infinity/u)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ShareImage } from '#ports/share-images.ts'
import { readFontWidths } from './font-widths.ts'
import { layOut, wrapByWidth } from './lay-out.ts'

const fontOf = (weight: 400 | 600) =>
  readFontWidths(readFileSync(new URL(`./fonts/source-serif-4-${weight}.woff2`, import.meta.url)))
const fonts = { 400: fontOf(400), 600: fontOf(600) }

const image: ShareImage = {
  houseName: 'House',
  kind: 'Paper',
  title: 'Agents that Plan',
  facts: ['Ada Example', '2025'],
  accent: '#a1421c',
}

type Line = { y: number; size: number; text: string }

const linesOf = (given: Partial<ShareImage>): Line[] =>
  [
    ...layOut({ ...image, ...given }, fonts).matchAll(/ y="(?<y>\d+)" font-size="(?<size>\d+)"[^>]*>(?<text>[^<]*)</gu),
  ].map(({ groups }) => ({ y: Number(groups?.y), size: Number(groups?.size), text: groups?.text ?? '' }))

const widthOf = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (fonts[600].of(letter.codePointAt(0) ?? 0) ?? 9), 0)

test('a picture has house, kind, title and facts', () => {
  assert.deepEqual(
    linesOf({}).map(({ text }) => text),
    ['House', 'Paper', 'Agents that Plan', 'Ada Example · 2025'],
  )
})

test('a longer title is smaller, stays within the picture, and ends with an ellipsis if even that does not suffice', () => {
  let smallest = 100
  for (const words of [3, 10, 20, 40, 200]) {
    const titles = linesOf({ title: 'Wondrous agents '.repeat(words).trim() }).slice(2, -1)
    for (const { y, size, text } of titles) {
      assert.ok(y < 500, `${y}`)
      assert.ok(size <= smallest)
      assert.ok(widthOf(text) * size <= 1_040, text)
      smallest = size
    }
    assert.equal(titles.at(-1)?.text.endsWith('…'), words >= 20, `${words}`)
  }
})

test('a word without a space is cut, and lines lose nothing', () => {
  const word = 'W'.repeat(100)
  const lines = wrapByWidth(`a ${word} b`, fonts[600], 10)
  assert.ok(lines.every((line) => widthOf(line) <= 10))
  assert.equal(lines.join('').replaceAll(' ', ''), `a${word}b`)
})

test('letters that the font lacks are never boxes or half a title: the house stands in the place of the title', () => {
  for (const title of ['長期タスク', 'Agents と plans', 'تخطيط', 'תכנון', 'x ∉ y', '🚀', ''])
    assert.deepEqual(
      linesOf({ title }).map(({ text }) => text),
      ['Paper', 'House', 'Ada Example · 2025'],
      title,
    )
  assert.deepEqual(
    linesOf({ title: 'τ² 🚀 Š\u0301plans\u200d \u202eand #1', facts: ['山田 太郎', '2025'], houseName: '図書館' }).map(
      ({ text }) => text,
    ),
    ['Paper', 'τ² Š\u0301plans and #1', '2025'],
  )
  assert.deepEqual(
    linesOf({ title: '長', houseName: '図', facts: [] }).map(({ text }) => text),
    ['Paper'],
  )
})

test('text stays text', () => {
  const svg = layOut({ ...image, title: '</text><script>&"', houseName: '<b>', accent: '"/><script>' }, fonts)
  assert.doesNotMatch(svg, /<script|<b>/u)
  assert.ok(svg.includes('&lt;/text&gt;&lt;script&gt;&amp;&quot;'))
})

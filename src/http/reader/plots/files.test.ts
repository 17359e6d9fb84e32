import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { SaxesParser } from 'saxes'
import { chartCsv, chartSvg, FILE_COLOURS } from './files.ts'
import { bars, yearChart } from './series.ts'

/** The elements of an XML document. Throws if it is not well-formed. */
const elementsOf = (xml: string): { name: string; attributes: Record<string, string> }[] => {
  const found: { name: string; attributes: Record<string, string> }[] = []
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => found.push({ name, attributes }))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  return found
}

const years = [
  { year: 2024, papers: 1_200 },
  { year: 2025, papers: 3 },
]

const hostile = '"><script>alert(1)</script> class="line" \u0001 ‮&'

test('a file of a chart is an image that needs nothing else', () => {
  const svg = chartSvg(yearChart(years, { title: 'Papers by year' }), 'House, https://house.example/stats')
  const elements = elementsOf(svg)
  assert.match(
    svg,
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="760"/u,
  )
  for (const words of ['Most papers are of 2024: 1,200 of 1,203', 'Source: House, https://house.example/stats'])
    assert.ok(svg.includes(`>${words}</text>`), words)
  for (const { name, attributes } of elements) {
    assert.ok(!['script', 'style', 'image', 'a', 'foreignObject'].includes(name), name)
    for (const [attribute, value] of Object.entries(attributes)) {
      assert.ok(!/^(?:class|style|href|on.*)$/u.test(attribute), `${name} ${attribute}`)
      assert.ok(attribute === 'xmlns' || !/url\(|:\/\//u.test(value), value)
    }
  }
  assert.equal(elements.filter(({ name }) => name === 'circle').length, 2)
})

test('text of others stays text, in lines that fit and at most six of them', () => {
  const rows = [{ name: hostile, papers: 1 }]
  const words = { title: hostile, finding: hostile.repeat(100), summary: 'x'.repeat(5_000), column: 'Name' }
  const svg = chartSvg(bars(rows, words), hostile)
  const elements = elementsOf(svg)
  assert.ok(elements.every(({ name }) => name !== 'script'))
  assert.ok(svg.includes('class=&quot;line&quot;'))
  assert.ok(elements.filter(({ name }) => name === 'text').length <= 6 * 3 + 2)
})

test('a legend has a shape and a label for each chapter', () => {
  const legend = [null, 1, 2, 3].map((chapter) => ({ chapter, label: chapter === null ? hostile : 'x'.repeat(500) }))
  const elements = elementsOf(chartSvg({ ...yearChart(years, { title: 't' }), legend }, 'House'))
  const shapes = elements.filter(({ name }) => name === 'g').map(({ attributes }) => attributes.transform)
  assert.equal(shapes.length, 4)
  assert.equal(new Set(shapes).size, 4)
  assert.equal(elements.filter(({ name, attributes }) => name === 'path' && 'd' in attributes).length, 4 + 2)
})

test('the numbers are values, not words', () => {
  const chart = yearChart(years, { title: 'Papers by year' })
  assert.equal(chartCsv(chart), 'Year,Papers\r\n2024,1200\r\n2025,3\r\n')
  const linked = bars([{ name: '=A1', papers: 2, href: '/x' }], {
    title: 't',
    finding: 'f',
    summary: 's',
    column: 'Name',
  })
  assert.equal(chartCsv(linked), "Name,Papers\r\n'=A1,2\r\n")
})

test('the colours of files are those of the light theme', () => {
  const style = readFileSync(new URL('../../../../public/longview/colours.css', import.meta.url), 'utf8')
  const { chapters, ...others } = FILE_COLOURS
  for (const [name, colour] of [
    ...Object.entries(others),
    ...chapters.map((colour, index) => [`chapter-${index + 1}`, colour] as const),
  ])
    assert.ok(style.includes(`--${name}: light-dark(${colour},`), name)
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { readFontWidths } from './font-widths.ts'

const fileOf = (weight: 400 | 600): Buffer =>
  readFileSync(new URL(`./fonts/source-serif-4-${weight}.woff2`, import.meta.url))

const letters = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0) ?? 0)

test('a font has Latin, Greek and Cyrillic letters and signs, and lacks others', () => {
  for (const weight of [400, 600] as const) {
    const font = readFontWidths(fileOf(weight))
    for (const letter of letters('AzÅłşτΩЖґ²₂≤→…·“”—')) assert.ok((font.of(letter) ?? 0) > 0.1, String(letter))
    for (const letter of letters('漢あ한مא🚀')) assert.equal(font.of(letter), null)
  }
})

test('the widths are those with which lines are drawn, without kerning', async () => {
  await initWasm(readFileSync(new URL('../../node_modules/@resvg/resvg-wasm/index_bg.wasm', import.meta.url)))
  const [file, line] = [fileOf(600), 'Measuring the Ability to Complete Long Tasks: τ² and Проверка']
  const font = readFontWidths(file)
  const width = letters(line).reduce((sum, letter) => sum + (font.of(letter) ?? 0), 0) * 100
  const drawing = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="200"><text y="150" font-family="Source Serif 4" font-weight="600" font-size="100">${line}</text></svg>`,
    { font: { fontBuffers: [file] } },
  )
  const drawn = drawing.getBBox()?.width ?? 0
  assert.ok(drawn > width * 0.97 && drawn < width * 1.005, `${drawn} of ${width}`)
})

test('what is not such a file is refused', () => {
  assert.throws(() => readFontWidths(Buffer.from('OTTO and more')), /This is not a WOFF2 file/u)
  assert.throws(() => readFontWidths(fileOf(400).subarray(0, 500)))
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { accentGrounds, accentShades, contrastOf } from './accent-colour.ts'

const everyColour = fc.integer({ min: 0, max: 0xff_ff_ff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('any colour can be read on the paper of both themes', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21)
  fc.assert(
    fc.property(everyColour, (colour) => {
      const { accent, link } = accentShades(colour)
      for (const theme of ['light', 'dark'] as const)
        for (const ground of accentGrounds[theme]) {
          assert.ok(contrastOf(accent[theme], ground) >= 4.5, `${colour}: ${accent[theme]} on ${ground}`)
          assert.ok(contrastOf(link[theme], ground) >= 7, `${colour}: ${link[theme]} on ${ground}`)
        }
    }),
  )
})

test('a colour that can be read already stays as it is, and the others keep their hue', () => {
  assert.equal(accentShades('#0f766e').accent.light, '#0f766e')
  assert.deepEqual(accentShades('#ff0000').accent, { light: '#dd0000', dark: '#ff3232' })
})

test('the grounds are those of the stylesheet', () => {
  const style = readFileSync(new URL('../../public/longview/colours.css', import.meta.url), 'utf8')
  for (const [index, name] of ['paper', 'wash'].entries())
    assert.ok(
      style.includes(`--${name}: light-dark(${accentGrounds.light[index]}, ${accentGrounds.dark[index]});`),
      name,
    )
})

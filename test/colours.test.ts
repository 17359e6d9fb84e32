import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const style = readFileSync(new URL('../public/longview/colours.css', import.meta.url), 'utf8')

/** The two values of each colour, for light and for dark. */
const colours = new Map(
  [...style.matchAll(/--(?<name>[\w-]+): light-dark\((?<light>#[\da-f]{6}), (?<dark>#[\da-f]{6})\)/gu)].map(
    ({ groups }) => [groups?.name ?? '', [groups?.light ?? '', groups?.dark ?? ''] as const],
  ),
)

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours as WCAG 2 defines it, 1 to 21. */
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const least = (name: string, ground: string): number =>
  Math.min(
    ...[0, 1].map((theme) =>
      contrast(colours.get(name)?.[theme] ?? '#000000', colours.get(ground)?.[theme] ?? '#000000'),
    ),
  )

test('what figures draw stands out from the paper by 3 to 1 at least, and text by 4.5 to 1, light and dark', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21)
  assert.ok(contrast('#777777', '#ffffff') < 4.5)
  const drawn = [...colours.keys()].filter((name) => /^(?:chapter-\d|accent)$/u.test(name))
  assert.equal(drawn.length, 8)
  for (const name of drawn) assert.ok(least(name, 'paper') >= 3, `${name}: ${least(name, 'paper')}`)
  for (const name of ['ink', 'soft', 'link', 'bad', 'good'])
    for (const ground of ['paper', 'wash'])
      assert.ok(least(name, ground) >= 4.5, `${name} on ${ground}: ${least(name, ground)}`)
})

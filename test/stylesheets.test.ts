import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const FOLDER = new URL('../public/', import.meta.url)

/** One file has all sizes and spaces, another the fonts of systems in the metrics of ours. */
const SOURCES = ['longview/tokens.css', 'longview/fonts.css']

/** What is neither: each with its reason. A value in em belongs to the letter next to it. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'longview/text.css a { text-underline-offset: 0.2em }': 'below the letters of any size',
  'longview/text.css mark { padding: 0 0.1em }': 'a marker is as wide as the letters need',
  'longview/text.css code, kbd, pre { font: 0.9em/1.5 var(--mono) }':
    'fixed-width letters look larger than those around them',
  'longview/mathematics.css math { font-size: 1.05em }': 'fonts for mathematics look smaller than the text around them',
  "longview/mathematics.css math[display='block'] { margin: 0.6em 0 }": 'a formula is spaced in the size of its text',
  'longview/mathematics.css .math-boxed { padding: 0.2em }': 'as above',
  'longview/mathematics.css .math-over { border-top: 0.06em solid }':
    'the strokes of a formula are as thick as those of its letters',
  'longview/mathematics.css .math-under { border-bottom: 0.06em solid }': 'as above',
  'longview/mathematics.css .math-boxed { border: 0.06em solid }': 'as above',
  'longview/map.css .map { max-width: max(17rem, 100svh - 24rem) }':
    'the map is as wide as it may be high in one window',
  'longview/print.css body { font-size: 11pt }': 'paper is measured in points',
  'reference.css h1 code { font-size: 0.75em }': 'an address as a heading is longer than a line',
}

type Declaration = { place: string; selector: string; property: string; value: string }

/** The declarations of a stylesheet, and the conditions of its at-rules as declarations of `@media`. */
const declarationsOf = (file: string, text: string): Declaration[] => {
  const found: Declaration[] = []
  const open: string[] = []
  for (const [part = ''] of text.replaceAll(/\/\*[^]*?\*\//gu, '').matchAll(/[^{};]*[{};]/gu)) {
    const words = part.slice(0, -1).replaceAll(/\s+/gu, ' ').trim()
    if (part.endsWith('{')) open.push(words)
    else if (words.includes(':')) {
      const [property = '', ...rest] = words.split(':')
      const [selector = '', value] = [open.at(-1), rest.join(':').trim()]
      found.push({ place: `${file} ${selector} { ${property}: ${value} }`, selector, property, value })
    }
    if (part.endsWith('{') && words.startsWith('@media'))
      found.push({ place: `${file} ${words}`, selector: words, property: '@media', value: words })
    if (part.endsWith('}')) open.pop()
  }
  return found
}

const LENGTH = /(?<![\w.-])-?(?:\d*\.)?\d+(?:rem|em|px|pt|ch|lh|cm|mm|in|pc|ex)\b/gu

/** The lengths that each kind of property may name itself: everything else comes from a token. */
const kinds: readonly { properties: RegExp; lengths: readonly string[] }[] = [
  { properties: /^font(?:-size)?$/u, lengths: [] },
  { properties: /^(?:margin|padding|gap|row-gap|column-gap|inset|scroll-padding|top|right|bottom|left)/u, lengths: [] },
  { properties: /^border-radius$/u, lengths: ['2px'] },
  // A hairline, what is present or wrong, and the edge of a chapter or of what is set apart.
  {
    properties: /^(?:border(?!-radius)|outline|text-decoration|text-underline|stroke-width|box-shadow)/u,
    lengths: ['1px', '2px', '3px'],
  },
  { properties: /^max-width$/u, lengths: [] },
  { properties: /^@media$/u, lengths: ['39.99rem', '40rem', '59.99rem', '60rem'] },
]

const isKnown = ({ place, property, value }: Declaration): boolean => {
  const kind = kinds.find(({ properties }) => properties.test(property))
  const strays = [...value.matchAll(LENGTH)].map(([length]) => length)
  return place in EXCEPTIONS || strays.every((length) => kind === undefined || kind.lengths.includes(length))
}

const straysOf = (file: string, text: string): string[] =>
  declarationsOf(file, text)
    .filter((declaration) => !isKnown(declaration))
    .map(({ place }) => place)

const sheets = globSync('**/*.css', { cwd: FOLDER })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !SOURCES.includes(path))
  .map((path) => ({ path, text: readFileSync(new URL(path, FOLDER), 'utf8') }))

test('sizes, spaces and widths in stylesheets come from the tokens', () => {
  assert.ok(sheets.length > 25)
  assert.deepEqual(
    sheets.flatMap(({ path, text }) => straysOf(path, text)),
    [],
  )
  const all = new Set(sheets.flatMap(({ path, text }) => declarationsOf(path, text).map(({ place }) => place)))
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((place) => !all.has(place)),
    [],
    'an exception that nothing needs',
  )
})

test('a stray size, space, line or breakpoint is found', () => {
  const planted = `/* margin: 9px; */ .a { margin: 0 var(--space-4); padding: 0.6rem 1rem; font: 600 14px/1.5 serif }
    @media (min-width: 44rem) { .b > li { border: 4px solid var(--rule); border-top: 1px solid; width: 7rem } }
    .c { gap: calc(1rem + var(--space-8)); max-width: 46rem; top: -4rem; margin: 0 }`
  assert.deepEqual(straysOf('x.css', planted), [
    'x.css .a { padding: 0.6rem 1rem }',
    'x.css .a { font: 600 14px/1.5 serif }',
    'x.css @media (min-width: 44rem)',
    'x.css .b > li { border: 4px solid var(--rule) }',
    'x.css .c { gap: calc(1rem + var(--space-8)) }',
    'x.css .c { max-width: 46rem }',
    'x.css .c { top: -4rem }',
  ])
})

test('the tokens are the sizes and spaces of the design, and the hue of a chapter is named in one file', () => {
  const tokens = new Map(
    declarationsOf('', readFileSync(new URL('longview/tokens.css', FOLDER), 'utf8')).map(({ property, value }) => [
      property,
      Number.parseFloat(value) * 16,
    ]),
  )
  const sizes = ['small', 'plain', 'text', 'large', 'title', 'display'].map((name) => tokens.get(`--${name}`))
  assert.deepEqual(sizes, [13, 15, 18, 22, 28, 40])
  const spaces = [...tokens].filter(([name]) => name.startsWith('--space-'))
  assert.deepEqual(
    spaces,
    [4, 8, 16, 24, 40, 64].map((pixels) => [`--space-${pixels}`, pixels]),
  )
  assert.equal(tokens.get('--wide'), 72 * 16)
  // The last one: on a touch screen.
  assert.equal(tokens.get('--control'), 44)
  assert.deepEqual(
    sheets.filter(({ text }) => text.includes('--chapter-')).map(({ path }) => path),
    ['longview/colours.css'],
  )
})

test('every token that a stylesheet names is defined', () => {
  const texts = [...sheets, ...SOURCES.map((path) => ({ path, text: readFileSync(new URL(path, FOLDER), 'utf8') }))]
  const defined = new Set(
    texts.flatMap(({ text }) => [...text.matchAll(/(?<name>--[\w-]+):/gu)].map(({ groups }) => groups?.name)),
  )
  const missing = texts.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((?<name>--[\w-]+)/gu)]
      .map(({ groups }) => groups?.name)
      .filter((name) => !defined.has(name))
      .map((name) => `${path}: ${name}`),
  )
  assert.deepEqual(missing, [])
})

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { explodingMarkdown } from '../../test/support/parsing-cost.ts'
import { renderMarkdown } from './render-markdown.ts'
import { RENDERER_VERSION } from './renderer-version.ts'

test('what is beyond the bounds is plain text, with every mark as it was typed', () => {
  for (const text of explodingMarkdown(50_000)) {
    const markup = renderMarkdown(text)
    assert.ok(markup.startsWith('<p dir="auto">'), markup.slice(0, 60))
    assert.ok(markup.length < 6 * text.length + 100_000, `${markup.length} characters`)
    assert.doesNotMatch(markup, /<(?!\/?p\b)/u)
  }
})

test('the markup of any text within the bounds has a bounded size', () => {
  for (const text of explodingMarkdown(2_000)) assert.ok(renderMarkdown(text).length <= 30_000)
})

test('mathematics is rendered, but not in code, and escapes stay escapes', () => {
  const math = '<math alttext="x"><mi>x</mi></math>'
  const cases: [string, string][] = [
    ['a $x$ b', `<p>a ${math} b</p>`],
    ['**$x$** and \\(x\\)', `<p><strong>${math}</strong> and ${math}</p>`],
    ['# $x$', `<h1>${math}</h1>`],
    ['[$x$](https://example.org "$x$")', `<p><a href="https://example.org" title="$x$">${math}</a></p>`],
    [
      '> $a +\n> b$',
      '<blockquote>\n<p><math alttext="a + b"><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></math></p>\n</blockquote>',
    ],
    ['`$x$`', '<p><code>$x$</code></p>'],
    ['    $x$', '<pre><code>$x$\n</code></pre>'],
    ['\\$x\\$ costs $5 or $6', '<p>$x$ costs $5 or $6</p>'],
    ['see \\[1\\]', '<p>see [1]</p>'],
    ['$\\unknown{<b>}$', '<p>$\\unknown{&lt;b&gt;}$</p>'],
    ['\uE0140\uE015 $x$', '<p>\uE0140\uE015 $x$</p>'],
  ]
  for (const [text, markup] of cases) assert.equal(renderMarkdown(text), markup, text)
})

test('tables have a box that scrolls, and headings of columns', () => {
  assert.equal(
    renderMarkdown('| a | b |\n|---|--:|\n| <i> | $x$ |\n| `c` |').replaceAll('\n', ''),
    '<div class="scroll" tabindex="0" role="region" aria-label="Table 1"><table><thead><tr><th scope="col">a</th>' +
      '<th scope="col" class="right">b</th></tr></thead><tbody><tr><td>&lt;i&gt;</td>' +
      '<td class="right"><math alttext="x"><mi>x</mi></math></td></tr><tr><td><code>c</code></td><td class="right"></td></tr></tbody></table></div>',
  )
  assert.equal(renderMarkdown('a | b'), '<p>a | b</p>')
  const wide = `${'|a'.repeat(200)}|\n${'|-'.repeat(200)}|\n${'|\n'.repeat(1_500)}`
  assert.match(renderMarkdown(wide), /^<p dir="auto">/u)
})

const at = (href: string, words: string): string => `<a href="${href}">${words}</a>`
const figure = (shown: string, caption = ''): string =>
  `<figure class="elsewhere">${shown}${caption === '' ? '' : `<figcaption dir="auto">${caption}</figcaption>`}</figure>`

test('an image is a link that says where it is, with its caption', () => {
  const there = 'https://example.org/a.png'
  const math = '<math alttext="x"><mi>x</mi></math>'
  const cases: [string, string][] = [
    [`![The loop](${there})`, figure(at(there, 'Image at example.org'), 'The loop')],
    [`![The loop](${there} "Figure 1")`, figure(at(there, 'Image at example.org: The loop'), 'Figure 1')],
    [`![](${there})`, figure(at(there, 'Image at example.org'))],
    [`![loop of $x$](${there} "$5")`, figure(at(there, `Image at example.org: loop of ${math}`), '$5')],
    [
      `![a](${there})\n![b](${there})`,
      `${figure(at(there, 'Image at example.org'), 'a')}\n${figure(at(there, 'Image at example.org'), 'b')}`,
    ],
    [`See ![a](${there}).`, `<p>See ${at(there, 'a (image at example.org)')}.</p>`],
    [`See ![](${there}).`, `<p>See ${at(there, 'image (image at example.org)')}.</p>`],
    [`[![build](${there})](https://example.org/)`, `<p>${at('https://example.org/', 'build (image)')}</p>`],
    [
      `[a](https://example.org/) ![b](${there})`,
      `<p>${at('https://example.org/', 'a')} ${at(there, 'b (image at example.org)')}</p>`,
    ],
    ['![a](figures/1.png)', figure('Image that is not shown', 'a')],
    ['b ![a](figures/1.png)', '<p>b a (image that is not shown)</p>'],
    ['![a] \\![b](c)', '<p>![a] !<a href="c">b</a></p>'],
    ['`![a](b)`', '<p><code>![a](b)</code></p>'],
  ]
  for (const [text, markup] of cases) assert.equal(renderMarkdown(text), markup, text)
})

test('no image loads anything, runs anything, or breaks out of its place', () => {
  const addresses = [
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/onload=alert(1)>',
    'vbscript:x',
    '//example.org/x.png',
    'https://name:secret@example.org/x.png',
    '/papers/p1',
    'https://',
  ]
  for (const address of addresses) {
    assert.equal(
      renderMarkdown(`![a](<${address.replaceAll(/[<>]/gu, '')}>)`),
      figure('Image that is not shown', 'a'),
      address,
    )
    assert.doesNotMatch(renderMarkdown(`![a](${address})`), /<img|<svg|href="(?!https:\/\/)/iu, address)
  }
  const attacks = [
    '![a"onerror=alert(1)](https://example.org/"onload=x)',
    '![a](https://example.org/x "t\\"><img src=x onerror=alert(1)>")',
    '![<img src=x onerror=alert(1)>](https://example.org/x)',
    '![`<img src="https://example.org/" alt="" />`](https://example.org/x)',
    '<img src="https://example.org/" alt="x" />',
    '![a ![b](https://b.example) c](https://d.example)',
    '![a [b](https://c.example) c](https://d.example)',
  ]
  for (const attack of attacks) {
    const markup = renderMarkdown(attack)
    assert.doesNotMatch(markup, /<(?!\/?(?:p|a|figure|figcaption)\b)/u, attack)
    assert.doesNotMatch(markup, /<[^>]*\son[a-z]+=/u, attack)
    assert.doesNotMatch(markup, /<a [^>]*>[^]*<a [^]*<\/a>[^]*<\/a>/u, attack)
  }
})

test('beyond the formulas that one text may have, TeX stays', () => {
  const markup = renderMarkdown('$x$ '.repeat(800))
  assert.equal(markup.split('<math').length - 1, 500)
  assert.match(markup, /\$x\$<\/p>$/u)
})

test('another version of micromark or temml is another version of the renderer', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  assert.deepEqual([dependencies['micromark'], dependencies['temml'], RENDERER_VERSION], ['4.0.3', '0.13.5', 4])
})

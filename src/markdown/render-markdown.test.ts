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

test('beyond the formulas that one text may have, TeX stays', () => {
  const markup = renderMarkdown('$x$ '.repeat(800))
  assert.equal(markup.split('<math').length - 1, 500)
  assert.match(markup, /\$x\$<\/p>$/u)
})

test('another version of micromark or temml is another version of the renderer', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  assert.deepEqual([dependencies['micromark'], dependencies['temml'], RENDERER_VERSION], ['4.0.3', '0.13.5', 3])
})

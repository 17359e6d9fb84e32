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

test('another version of micromark is another version of the renderer', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>
  }
  assert.deepEqual([dependencies['micromark'], RENDERER_VERSION], ['4.0.3', 1])
})

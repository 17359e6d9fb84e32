import assert from 'node:assert/strict'
import { test } from 'node:test'
import { html, jsonBlock, markdown } from './html.ts'
import { renderMarkdown } from './markdown/render-markdown.ts'

test('what is written into a template is escaped', () => {
  assert.equal(html`<p title="${'"x"'}">${'<b>&'}</p>`.toString(), '<p title="&quot;x&quot;">&lt;b&gt;&amp;</p>')
})

test('lists are joined, and what is absent is left out', () => {
  assert.equal(html`${['a', html`<i>b</i>`, null, undefined, false, 0]}`.toString(), 'a<i>b</i>0')
})

/** The levels of the headings of a text below a heading of level 3. */
const levels = (text: string): string[] =>
  [
    ...markdown(renderMarkdown(text), 4)
      .toString()
      .matchAll(/<h(?<level>\d)>/gu),
  ].map((match) => match.groups?.level ?? '')

test('Markdown becomes markup below the headings of the page', () => {
  assert.equal(
    markdown(renderMarkdown('# One\n\ntext *in* italics')).toString(),
    '<h3>One</h3>\n<p>text <em>in</em> italics</p>',
  )
  assert.deepEqual(levels('# One\n\n## Two\n\n### Three\n\n#### Four'), ['4', '5', '6', '6'])
  assert.deepEqual(levels('### Deep\n\n##### Deeper\n\n## Up\n\n# Top\n\n### Down'), ['4', '5', '4', '4', '5'])
})

test('HTML, scripts and pictures in Markdown do nothing', () => {
  for (const text of [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://example.org/x.png)',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<javascript:alert(1)>',
  ])
    assert.doesNotMatch(markdown(renderMarkdown(text)).toString(), /<script|<img|href="(?:javascript|data)/iu, text)
})

test('a block of JSON cannot be ended by a value', () => {
  const block = jsonBlock('application/json', { title: '</script><script>alert(1)</script>' }).toString()
  assert.equal(block.match(/<\/script>/gu)?.length, 1)
  assert.deepEqual(JSON.parse(block.slice(block.indexOf('>') + 1, block.lastIndexOf('<'))), {
    title: '</script><script>alert(1)</script>',
  })
})

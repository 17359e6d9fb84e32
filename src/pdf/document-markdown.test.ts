import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentMarkdown } from './document-markdown.ts'

test('parts become Markdown, references a list', () => {
  const text = documentMarkdown([
    { kind: 'heading', text: 'A title', level: 1 },
    { kind: 'paragraph', text: 'Text.' },
    { kind: 'heading', text: 'References', level: 2 },
    { kind: 'reference', text: '[1] One.' },
    { kind: 'reference', text: '[2] Two.' },
    { kind: 'paragraph', text: 'More.' },
  ])
  assert.equal(text, '# A title\n\nText.\n\n## References\n\n- [1] One.\n- [2] Two.\n\nMore.')
})

test('signs that Markdown would take for its own stay what they are', () => {
  const shown: [string, string][] = [
    ['a*b* and `code` and back\\slash', 'a\\*b\\* and \\`code\\` and back\\\\slash'],
    ['snake_case and _name_', 'snake_case and \\_name\\_'],
    ['<script> and a < b', '\\<script> and a < b'],
    ['see [1](2) and [3]', 'see [1]\\(2) and [3]'],
    ['[1]: what a definition would be', '[1]\\: what a definition would be'],
    ['# 1 of them', '\\# 1 of them'],
    ['- 5 degrees', '\\- 5 degrees'],
    ['1. first', '1\\. first'],
    ['AT&amp;T', 'AT\\&amp;T'],
  ]
  for (const [text, wanted] of shown) assert.equal(documentMarkdown([{ kind: 'paragraph', text }]), wanted)
})

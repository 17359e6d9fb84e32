import assert from 'node:assert/strict'
import { test } from 'node:test'
import { corePaper } from '../../../../test/support/database/stored.ts'
import { explodingMarkdown } from '../../../../test/support/markdown/exploding-markdown.ts'
import { unrenderedMarkdown } from './unrendered-markdown.ts'

const reasons = (fullText: string): string[] => unrenderedMarkdown(corePaper({ fullText })).map(({ reason }) => reason)

test('a commentary that is not rendered is a finding with its reason', () => {
  for (const commentary of explodingMarkdown(50_000)) {
    const [found, ...more] = unrenderedMarkdown(corePaper({ commentary }))
    assert.deepEqual([found?.check, found?.field, found?.weight, more], ['markdown', 'commentary', 15, []])
    assert.match(found?.reason ?? '', /^Readers see the commentary as plain text: it has more than .*\.$/u)
  }
  assert.deepEqual(unrenderedMarkdown(corePaper({ commentary: '# Good\n\n*words*' })), [])
})

test('so are sections of a full text in Markdown, and a plain text has none', () => {
  const nested = '> - '.repeat(500)
  assert.deepEqual(reasons(`# One\n\n${nested}\n\n# Two\n\nWords.`), [
    'Readers may see 1 section of the full text as plain text.',
  ])
  assert.deepEqual(reasons(nested), [])
})

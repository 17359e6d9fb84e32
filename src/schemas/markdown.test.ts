import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { micromark } from 'micromark'
import { inlineText, quotedText } from './markdown.ts'
import { budget } from '../../test/support/budgets.ts'

/** What a program that reads Markdown makes of it, without the markup of quotations and paragraphs. */
const rendered = (markdown: string): string => micromark(markdown)

const piece = fc.constantFrom(
  '#',
  ' ',
  '\n',
  '\r',
  '\u2028',
  '-',
  '=',
  '1',
  '.',
  '>',
  '<b>',
  '[x](y)',
  '`',
  '```',
  '~~~',
  '*',
  '_',
  '\\',
  'word',
  '    ',
  '\t',
  '|',
  '!',
  '&amp;',
)
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

test('a name in Markdown is one line without markup, even if it contains some', () => {
  fc.assert(
    fc.property(text, (name) => {
      const line = inlineText(name)
      assert.ok(!line.includes('\n'))
      const markup = rendered(`${line}\n\nend`)
      assert.deepEqual(
        [...markup.matchAll(/<(?<tag>\/?[a-z\d]+)/gu)]
          .map(({ groups }) => groups?.tag)
          .filter((tag) => tag !== 'p' && tag !== '/p'),
        [],
        JSON.stringify([name, line, markup]),
      )
    }),
    { numRuns: budget('properties') },
  )
  assert.equal(inlineText('# A *bold* [claim](x)\n<b>'), String.raw`\# A \*bold\* \[claim\](x) \<b\>`)
  assert.equal(inlineText('GPT-4o scores 0.5'), 'GPT-4o scores 0.5')
})

test('a text cannot end its quotation', () => {
  fc.assert(
    fc.property(text, (given) => {
      const markup = rendered(`${quotedText(given)}\n\nours`)
      assert.match(markup, /^<blockquote>[^]*<\/blockquote>\n<p>ours<\/p>$/u, JSON.stringify([given, markup]))
    }),
    { numRuns: budget('properties') },
  )
  assert.equal(quotedText('One.\n\n## Two'), '> One.\n>\n> ## Two')
})

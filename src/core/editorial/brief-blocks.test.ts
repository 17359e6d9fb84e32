import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBriefBlocks, writeBriefBlocks, type BriefBlock } from './brief-blocks.ts'
import { budget } from '../../../test/support/budgets.ts'

/** Blocks in a line each: texts, and papers with + where featured, and = where the text lists them. */
const outline = (blocks: readonly BriefBlock[]): string[] =>
  blocks.map((block) =>
    block.kind === 'text'
      ? block.text
      : `${block.id}${block.isFeatured ? '+' : ''}${block.isListed ? '=' : ''} ${block.name}|${block.line}`,
  )

const summary = [
  'Two things came.',
  '',
  '- The ledger (of a kind) (p1): what agents owe',
  '- Second, 2024 (p2), 2024, chapter 3',
  '- Third (p3)',
  '',
  'Concepts on the rise:',
  '',
  '- planning (growing)',
  '',
  'The end.',
].join('\n')

test('a brief opens as texts and papers, with what is said about each', () => {
  assert.deepEqual(outline(readBriefBlocks({ summary, featured: ['p1', 'p9', 'p3', 'p8'] })), [
    'Two things came.',
    'p1+= The ledger (of a kind)|what agents owe',
    'p2= Second, 2024|, 2024, chapter 3',
    'p9+ |',
    'p3+= Third|',
    'p8+ |',
    'Concepts on the rise:\n\n- planning (growing)\n\nThe end.',
  ])
  const prose = { summary: 'Prose about p1 alone.', featured: ['p2', 'p1'] }
  assert.deepEqual(outline(readBriefBlocks(prose)), ['Prose about p1 alone.', 'p2+ |', 'p1+ |'])
})

test('what would not be written back as it is stays text', () => {
  for (const kept of [
    { summary, featured: ['p3', 'p1'] },
    { summary: '- A (p1)\n- A again (p1)', featured: ['p1'] },
    { summary: '- A (p1)\n\n\n\n- B (p2)', featured: [] },
    { summary: Array.from({ length: 201 }, (_, index) => `- T (p${index + 1})`).join('\n'), featured: ['p2'] },
  ])
    assert.deepEqual(writeBriefBlocks(readBriefBlocks(kept)), kept)
  assert.equal(outline(readBriefBlocks({ summary, featured: ['p3', 'p1'] }))[0], summary)
})

test('papers are moved, described and taken out', () => {
  const blocks = readBriefBlocks({ summary, featured: ['p1', 'p9', 'p3'] })
  const [lead, first, second, ninth, third, rest] = blocks
  assert.ok(lead && first?.kind === 'paper' && second && ninth?.kind === 'paper' && third && rest)
  const moved = writeBriefBlocks([
    lead,
    third,
    { ...ninth, name: 'Ninth', line: 'new,\nand said' },
    { ...first, isFeatured: false, line: 'said otherwise' },
    rest,
  ])
  assert.deepEqual(moved.featured, ['p3', 'p9'])
  assert.equal(
    moved.summary.split('\n\n')[1],
    '- Third (p3)\n- Ninth (p9): new, and said\n- The ledger (of a kind) (p1): said otherwise',
  )
  assert.deepEqual(writeBriefBlocks([{ ...ninth, isFeatured: false }]), { summary: '', featured: [] })
})

const pieces = [
  '\n',
  '\n\n',
  '- ',
  'A',
  ' (p1)',
  ' (p2)',
  ' (p12345)',
  ': ',
  ':',
  ',',
  ' ',
  'said',
  '`',
  '> ',
  '—',
  '1. ',
]

test('no text and no order of papers is changed by opening it as blocks', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join('')),
  )
  const featured = fc.uniqueArray(fc.constantFrom('p1', 'p2', 'p3', 'p12345'))
  fc.assert(
    fc.property(text, featured, (summary, ids) => {
      const brief = { summary, featured: ids }
      assert.deepEqual(writeBriefBlocks(readBriefBlocks(brief)), brief)
    }),
    { numRuns: budget('cheapProperties') },
  )
})

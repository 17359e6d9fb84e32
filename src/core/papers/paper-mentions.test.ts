import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainMarkup } from '#core/text/markdown.ts'
import { byId, linkPaperIds, mentionedIds, nameMentions, paperLinker, shortTitle } from './paper-mentions.ts'

const paper = (id: string, title: string, authors = ['Ada Example']) => ({ id, title, authors, year: 2025 })

test('a short title ends at the colon, or after a word', () => {
  for (const [title, short] of [
    ['MemStrata: A Ledger for Agents', 'MemStrata'],
    ['Ratio 3:1 in plans', 'Ratio 3:1 in plans'],
    ['Plans that are made before the work of agents begins', 'Plans that are made before the work of…'],
    ['Exactly forty characters make this title', 'Exactly forty characters make this title'],
    ['An unbreakable title follows here, which, goes on: and on', 'An unbreakable title follows here…'],
    ['x'.repeat(60), `${'x'.repeat(40)}…`],
    ['Plan', 'Plan'],
    [String.raw`$\tau^2$-Bench: For Agents`, 'τ²-Bench'],
  ] as const)
    assert.equal(shortTitle(title), short)
})

test('ids of texts are found once each, up to a number', () => {
  assert.deepEqual(mentionedIds(['p1 (p2), p1', null, 'see p30. x/p4 p5-a [p6] -p7'], 9), ['p1', 'p2', 'p30', 'p5'])
  assert.deepEqual(mentionedIds(['p1 p2 p3'], 2), ['p1', 'p2'])
})

const link = (about: string) =>
  `<a href="/papers/p1" dir="auto" class="mention" aria-description="MemStrata: A &lt;Ledger&gt; &amp; &quot;more&quot; · Ada, Ben, Cyd and others, 2025">${about}</a>`

test('an id becomes the short title of its paper, with a preview, and takes the place of its own name', () => {
  const papers = byId([
    paper('p1', 'MemStrata: A <Ledger> & "more"', ['Ada', 'Ben', 'Cyd', 'Dan']),
    paper('p2', 'Plans that are made before the work of agents begins'),
  ])
  assert.equal(
    linkPaperIds(plainMarkup('The ledger of MemStrata (p1) holds; see (p1) and p999.'), papers),
    `<p dir="auto">The ledger of ${link('MemStrata')} holds; see (${link('MemStrata')}) and p999.</p>`,
  )
  assert.equal(
    linkPaperIds(plainMarkup('As p2 says.'), papers, { site: 'https://library.example' }),
    '<p dir="auto">As <a href="https://library.example/papers/p2" dir="auto">Plans that are made before the work of…</a> says.</p>',
  )
  const quoted = '<p><code>p1</code> <a href="/x">p1</a></p>' as ReturnType<typeof plainMarkup>
  assert.equal(linkPaperIds(quoted, papers), quoted)
  const formula = '<p><math alttext="p1"><mtext>p1</mtext></math></p>' as ReturnType<typeof plainMarkup>
  assert.equal(linkPaperIds(formula, papers), formula)
  assert.equal(
    linkPaperIds(
      plainMarkup('MemStrata: A <Ledger> & "more" (p1), 2025, and MemStrata (p1, p2).'),
      byId([paper('p1', 'MemStrata: A <Ledger> & "more"', ['Ada', 'Ben', 'Cyd', 'Dan'])]),
    ),
    `<p dir="auto">${link('MemStrata: A &lt;Ledger&gt; &amp; &quot;more&quot;')}, 2025, and MemStrata (${link('MemStrata')}, p2).</p>`,
  )
})

test('a text of many ids has a bounded number of previews', () => {
  const linked = linkPaperIds(plainMarkup('p1 '.repeat(1_000)), byId([paper('p1', 'Plan')]))
  assert.equal(linked.split('aria-description').length, 51)
  assert.equal(linked.split('<a href="/papers/p1"').length, 1_001)
  const linker = paperLinker(byId([paper('p1', 'Plan')]))
  const pieces = Array.from({ length: 60 }, () => linker(plainMarkup('p1'))).join('')
  assert.equal(pieces.split('aria-description').length, 51, 'counted over all texts of a page')
})

test('in plain words an id becomes the short title', () => {
  const papers = byId([paper('p1', 'MemStrata: A <Ledger>')])
  assert.equal(
    nameMentions('The grid of p1 & <p1> beside p2, x-p1 and [p1].', papers),
    'The grid of MemStrata & <MemStrata> beside p2, x-p1 and [p1].',
  )
})

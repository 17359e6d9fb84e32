import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { editChapter } from '#actions/editorial/chapters.ts'
import { addGap } from '#actions/editorial/gaps.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { decide } from '../../support/service/review.ts'
import { setSettings } from '../../support/service/settings.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const LONG = '\n\nMany words stand here.'.repeat(2_000)
const text = '# One\n\nSee p2 and the ledger (p2), not p9, `p2` or $p2$.\n\n# Two\n\nAgain p2, and p3.'
await service.accept(
  leastPaper({ id: 'p1', title: 'With a note', fullText: text, fullTextKind: 'note' }),
  leastPaper({ id: 'p2', title: 'Ledgers: How to <keep> them', authors: ['Ada Example'], year: 2024 }),
  leastPaper({ id: 'p3', title: 'Withdrawn' }),
  leastPaper({ id: 'p4', title: 'Of the authors', fullText: text }),
  leastPaper({ id: 'p5', title: 'With a long note', fullText: `${text}${LONG}`, fullTextKind: 'note' }),
)
await decide(service, 'p3', 'retract', 'Wrong.')

const LINK =
  '<a href="/papers/p2" dir="auto" class="mention" aria-description="Ledgers: How to &lt;keep&gt; them · Ada Example, 2024">Ledgers</a>'
const pageAt = async (path: string): Promise<string> => (await service.get(path)).text()

test('a note names papers by short titles with previews, whole or in parts; ids of other papers and in code stay', async () => {
  for (const [path, next] of [
    ['/papers/p1', '/papers/p1'],
    ['/papers/p5/text', '/papers/p5/text?part=2'],
  ] as const) {
    const page = await pageAt(path)
    assert.ok(page.includes(`See ${LINK} and the ledger (${LINK}), not p9, <code>p2</code> or <math`), path)
    assert.ok((await pageAt(next)).includes(`Again ${LINK}, and p3.`), next)
    assert.doesNotMatch(page, /Withdrawn/u, path)
  }
})

test('what authors wrote is not changed: there, p2 is a page', async () => {
  const page = await pageAt('/papers/p4')
  assert.match(page, /See p2 and the ledger \(p2\), not p9/u)
  assert.doesNotMatch(page, /class="mention"/u)
})

test('Markdown and JSON keep the ids', async () => {
  assert.match(await pageAt('/papers/p1.md'), /See p2 and the ledger \(p2\)/u)
  assert.match(await pageAt('/api/papers/p1'), /See p2 and the ledger \(p2\)/u)
})

test('the introduction of a chapter and any gap do the same', async () => {
  const words = { name: 'Planning', introduction: 'Begin with p2.' }
  await service.run(editChapter, { id: 1, version: null, words, actor: 'test' })
  for (const path of ['/chapters', '/chapters/1']) assert.ok((await pageAt(path)).includes(`Begin with ${LINK}.`), path)

  const gap = { title: 'Open', severity: 'high' as const, explanation: 'Not even (p2), nor p3.', paperIds: ['p1'] }
  const { id } = await service.run(addGap, { gap, actor: 'test' })
  for (const path of ['/gaps', `/gaps/${id}`])
    assert.ok((await pageAt(path)).includes(`Not even (${LINK}), nor p3.`), path)
  assert.match(await pageAt('/gaps.atom'), /Not even \(&lt;a href=&quot;http[^ ]+\/papers\/p2&quot;/u)
})

test('openings in lists have it in plain words, and the front page shows none that speaks of another paper', async () => {
  const commentary = 'The grid of *p2* (p1, p2) is *kept*, unlike p3.'
  await service.accept(leastPaper({ id: 'p6', title: 'With a commentary', chapter: 2, houseCommentary: commentary }))
  const take = 'Read p2 first.'
  const brief = { id: '2026-w47', week: { year: 2026, week: 47 }, title: 'T', summary: 'S', take, featured: ['p1'] }
  await service.run(publishBrief, { brief, actor: 'test' })
  for (const path of ['/papers', '/chapters/2'])
    assert.match(await pageAt(path), />The grid of Ledgers is kept, unlike p3\.</u, path)
  const front = await pageAt('/')
  assert.match(front, />Read Ledgers first\.</u)
  assert.match(front, />With a commentary</u)
  assert.doesNotMatch(front, /The grid of/u)
})

test('the text about the library does the same', async () => {
  await setSettings(service, { about: 'Begin with p2, not p3.' })
  assert.ok((await pageAt('/about')).includes(`Begin with ${LINK}, not p3.`))
})

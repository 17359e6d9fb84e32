import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addGap } from '#actions/editorial/gaps.ts'
import { explodingMarkdown } from '../../support/parsing-cost.ts'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { submit } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })

const LENGTH = 50_000

const textOf = async (path: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

test('Markdown that explodes is plain text on the page of its paper, and the page has a bounded size', async () => {
  for (const [at, commentary] of explodingMarkdown(LENGTH).entries()) {
    await service.accept(leastPaper({ id: `p${at + 1}`, houseCommentary: commentary }))
    const page = await textOf(`/papers/p${at + 1}`)
    assert.ok(page.length < 6 * LENGTH, `${page.length} characters`)
    const shown = page.slice(page.indexOf('id="commentary"'))
    assert.match(shown, /<p dir="auto">/u)
    assert.doesNotMatch(shown.slice(0, shown.indexOf('</section>')), /<(?:blockquote|ul|h3|em|strong)>/u)
  }
})

test('it is plain text in a full text too, and in a part of one', async () => {
  const deep = '> - '.repeat(2_500)
  await service.accept(leastPaper({ id: 'p101', fullText: `# One\n\n${deep}` }))
  assert.doesNotMatch(await textOf('/papers/p101'), /<blockquote>/u)
  await service.accept(leastPaper({ id: 'p102', fullText: `# One\n\n${deep.repeat(20)}` }))
  assert.doesNotMatch(await textOf('/papers/p102/text?part=3'), /<blockquote>/u)
})

const rendered = (link: string): string =>
  `<p>As <em>${link}</em> says, <a href="https://example.org/p201">this</a> is <code>p201</code>.</p>\n` +
  '<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n<blockquote>\n<p>p999</p>\n</blockquote>'

test('ordinary Markdown is the same page with its paper and in the console before', async () => {
  const key = await service.key()
  const editor = await signedIn(service, 'editor')
  const houseCommentary = 'As *p201* says, [this](https://example.org/p201) is `p201`.\n\n- one\n- two\n\n> p999'
  await submit(service, key, leastPaper({ id: 'p200', houseCommentary }))
  assert.ok((await (await editor.get('/console/queue/p200')).text()).includes(rendered('p201')))
  await service.accept(leastPaper({ id: 'p201' }), leastPaper({ id: 'p202', houseCommentary }))
  assert.ok(
    (await textOf('/papers/p202')).includes(
      rendered(
        '<a href="/papers/p201" dir="auto" class="mention" aria-description="A paper with nothing but the required fields · Ada Example, 2025">A paper with nothing but the required…</a>',
      ),
    ),
  )
})

test('editors see a full text as readers will: rendered, and plain where it is beyond the bounds', async () => {
  const key = await service.key()
  const editor = await signedIn(service, 'editor')
  const fullText = `# First\n\n*emphasis* and p201\n\n# Second\n\n${'> - '.repeat(2_500)}`
  await submit(service, key, leastPaper({ id: 'p210', fullText }))
  const page = await (await editor.get('/console/queue/p210')).text()
  const start = page.indexOf('<summary>Full text')
  const shown = page.slice(start, page.indexOf('</details>', start))
  assert.match(shown, /<h2 dir="auto">First<\/h2><p><em>emphasis<\/em> and p201<\/p>/u)
  assert.match(shown, /<h2 dir="auto">Second<\/h2><p dir="auto">&gt; - &gt; - /u)
})

test('editors see which text readers get as plain text, and why', async () => {
  const key = await service.key()
  const editor = await signedIn(service, 'editor')
  const houseCommentary = '> - '.repeat(12_500)
  await submit(service, key, leastPaper({ id: 'p300', houseCommentary }))
  const page = await (await editor.get('/console/queue/p300')).text()
  assert.match(
    page,
    /Readers see the commentary as plain text: it has more than 16 levels of nested quotes or lists\./u,
  )
  assert.match(page, /Readers see this as plain text: it has more than 16/u)
  const gap = { title: 'A gap', severity: 'high' as const, explanation: '*a_ '.repeat(5_000), paperIds: [] }
  const { id } = await service.run(addGap, { gap, actor: 'test' })
  assert.match(
    await (await editor.get(`/console/gaps/${id}`)).text(),
    /Readers see this as plain text: it has more than 2,000 emphasis marks/u,
  )
  const preview = await editor.post('/console/chapters/1/preview', {
    name: 'One',
    introduction: 'a\n=\n'.repeat(5_000),
  })
  assert.match(await preview.text(), /Readers see this as plain text: it has more than 2,000 lines/u)
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signedIn } from '../../support/service/editor-session.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { addCandidate, addJoin, addProposal, submitInto } from '../../support/service/review.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const title = String.raw`$\tau^2$-Bench for <agents> at $5 a run`
const abstract = String.raw`We show $x_i < y$ with \(\alpha\), at $5 or $10.

Also $\href{javascript:alert(1)}{z}$ and $\sum_{i=1}^{n} x_i + \sum_{i=1}^{n} y_i$.`
await service.accept(
  leastPaper({
    title,
    abstract,
    houseCommentary: 'It needs $n^3$ steps.',
    fullText: '# Bounds of $k_0$\n\nLet $q$ be.\n\n# Two\n\nText.',
  }),
)
const textAt = async (path: string): Promise<string> => {
  const response = await service.get(path)
  assert.equal(response.status, 200, path)
  return response.text()
}

const TAU = '<math alttext="τ²"><msup><mi>τ</mi><mn>2</mn></msup></math>'
const TITLE = `${TAU}-Bench for &lt;agents&gt; at $5 a run`

test('pages show the mathematics of titles, abstracts and texts', async () => {
  const page = await textAt('/papers/p1')
  assert.ok(page.includes(`<h1 dir="auto">${TITLE}</h1>`))
  assert.ok(page.includes('<math alttext="xᵢ &lt; y">'))
  assert.ok(page.includes('<math alttext="α"><mi>α</mi></math>, at $5 or $10.'))
  assert.ok(page.includes(String.raw`Also $\href{javascript:alert(1)}{z}$ and <span class="formula" tabindex="0"`))
  assert.ok(page.includes('<math alttext="n³">'))
  assert.match(
    page,
    /<h2 id="text-1" dir="auto">Bounds of <math alttext="k₀">|<h3 id="text-1" dir="auto">Bounds of <math alttext="k₀">/u,
  )
  assert.ok(page.includes('<math alttext="q">'))
  assert.doesNotMatch(page, /class="tex"|style=/u)
})

test('lists show it, and words that are found are not marked within it', async () => {
  for (const path of ['/', '/papers', '/papers?q=bench', '/papers?q=tau']) {
    const page = await textAt(path)
    assert.match(page, /<a (?:data-entry )?href="\/papers\/p1"[^>]*><math alttext="τ²">/u, path)
  }
  assert.match(await textAt('/?q=bench'), /<mark>Bench<\/mark>/u)
})

test('titles of windows, previews, feeds and printed references have it in plain signs', async () => {
  const page = await textAt('/papers/p1')
  assert.ok(page.includes('<title>τ²-Bench for &lt;agents&gt; at $5 a run · '))
  assert.ok(page.includes('<meta property="og:title" content="τ²-Bench for '))
  assert.match(page, /<meta name="description" content="We show xᵢ &lt; y with α, at \$5 or \$10\./u)
  const feed = await textAt('/papers.atom')
  assert.ok(feed.includes('τ²-Bench for '))
  assert.ok(feed.includes('We show xᵢ '))
  assert.match(await textAt('/papers/p1.txt'), /τ²-Bench/u)
})

test('forms for machines keep the TeX that is stored', async () => {
  assert.ok((await textAt('/api/papers/p1')).includes(`"title":${JSON.stringify(title)}`))
  assert.match(await textAt('/papers/p1.bib'), /\$\\tau\^2\$-Bench/u)
})

test('the console shows it in its lists', async () => {
  const editor = await signedIn(service, 'editor')
  await submitInto(service, {
    key: await service.key('submit'),
    state: 'pending',
    paper: leastPaper({ id: 'p2', title }),
  })
  const at = service.clock.now().toISOString()
  await addCandidate(service.store, leastPaper({ id: 'x1', title, abstract: 'With $x_1$ at $5.' }), at)
  await addProposal(service, 'p1', { year: 2024 })
  await addJoin(service, 'p1', { title })
  for (const path of ['queue', 'queue/p2', 'papers', 'candidates', 'proposals', 'joins']) {
    const page = await (await editor.get(`/console/${path}`)).text()
    assert.ok(page.includes(TITLE), path)
    // What agents read keeps the TeX that is stored.
    const shown = page.replaceAll(/value="[^"]*"|<textarea[^]*?<\/textarea>|<pre id="preview-json"[^]*?<\/pre>/gu, '')
    assert.doesNotMatch(shown, /\\tau/u, path)
  }
  assert.ok((await (await editor.get('/console/candidates')).text()).includes('<p dir="auto">With <math alttext="x₁">'))
})

test('labels and suggestions have it in plain signs', async () => {
  for (const path of ['/papers', '/papers/p1', '/reading-list?ids=p1', '/papers?like=p1']) {
    const page = await textAt(path)
    assert.doesNotMatch(
      page.replaceAll(/<pre[^]*?<\/pre>|<meta name="citation_[^>]*>|<script[^]*?<\/script>/gu, ''),
      /\\tau/u,
      path,
    )
    assert.match(page, /aria-label="Save: τ²-Bench for &lt;agents&gt; at \$5 a run"/u, path)
  }
  assert.match(await textAt('/papers?like=p1'), /Papers like τ²-Bench/u)
  const { suggestions } = JSON.parse(await textAt('/suggestions.json?q=bench'))
  assert.deepEqual(suggestions[0], { kind: 'paper', text: 'τ²-Bench for <agents> at $5 a run', url: '/papers/p1' })
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { placeName } from '#core/passages/anchor.ts'
import { placedPassages } from '#core/passages/text-parts.ts'
import { wholePaper } from '../../support/service/papers.ts'
import { metas, startPaperPages } from '../../support/corpora/paper-pages.ts'

const { service, textOf } = await startPaperPages({ after })

const chapter = (number: number): string =>
  `${number} Chapter number ${number}\n\n${'Words <i>here</i>. '.repeat(1_200)}`

test('a short text is on the page with its contents, a long one has pages of its own', async () => {
  const short = await textOf('/papers/p1')
  assert.match(short, /<a href="#text-1" dir="auto">Setting<\/a>.*<h3 id="text-2" dir="auto">Outcome<\/h3>/su)
  const fullText = Array.from({ length: 6 }, (_, index) => chapter(index + 1)).join('\n\n')
  await service.accept(wholePaper({ id: 'p40', fullText, storageUrl: undefined }))
  const page = await textOf('/papers/p40')
  assert.match(page, /<a class="button" href="\/papers\/p40\/text">Read the full text<\/a>/u)
  assert.ok(!page.includes('Words &lt;i&gt;'))
  const last = /href="(?<address>\/papers\/p40\/text\?part=(?<part>\d)#text-6)"/u.exec(page)?.groups
  assert.ok(last?.address !== undefined)
  const part = await textOf(last.address)
  assert.match(part, /<h2 id="text-6" dir="auto">6 Chapter number 6<\/h2>/u)
  assert.match(part, /Words &lt;i&gt;here&lt;\/i&gt;/u)
  assert.match(part, new RegExp(`Part ${last.part} of ${last.part}`, 'u'))
  assert.match(await textOf('/papers/p40/text'), /<a rel="next" href="\/papers\/p40\/text\?part=2">/u)
  const passages = placedPassages(fullText).filter((passage) => passage.part === Number(last.part))
  assert.deepEqual(
    Array.from(part.matchAll(/<span id="(?<name>s\d+\.\d+)">/gu), ({ groups }) => groups?.name),
    passages.map(({ place }) => placeName(place)),
  )
  await textOf('/papers/p40/text?part=99', 404)
  await textOf('/papers/p40/text?part=0', 400)
  await textOf('/papers/p3/text', 404)
})

test('hundreds of authors, odd scripts and markup in every field leave the page whole and small', async () => {
  const evil = '</script><script>alert(1)</script>"\'><img src=x onerror=alert(2)>'
  await service.accept(
    wholePaper({
      id: 'p60',
      title: `${evil} ${'long '.repeat(80)}`.trim(),
      authors: [evil, ...Array.from({ length: 572 }, (_, index) => `Author Number${index}`)],
      institution: evil,
      abstract: evil,
      topics: [evil],
      concepts: [evil],
      frameworkMappings: [evil],
      houseCommentary: evil,
      fullText: `# ${evil}\n\n${evil}`,
    }),
    wholePaper({ id: 'p61', title: 'عنوان بالعربية', authors: ['王伟', 'א ב'], abstract: '長期計画の研究。' }),
  )
  const html = await textOf('/papers/p60')
  assert.ok(!html.includes('<script>alert'))
  assert.ok(!html.includes('<img'))
  assert.equal(html.match(/<\/script>/gu)?.length, 4, 'theme, keys, data, copy')
  assert.match(html, /<summary>and 549 more authors<\/summary>/u)
  assert.equal(metas(html, 'citation_author').length, 573)
  assert.match(await textOf('/papers/p61'), /<h1 dir="auto">عنوان بالعربية<\/h1>/u)
  const parts = ['/papers/p60', '/assets/longview.css', '/assets/theme.js', '/assets/keys.js', '/assets/copy.js']
  let bytes = 0
  for (const path of parts) {
    const response = await service.get(path, { 'accept-encoding': 'br' })
    bytes += Number(response.headers.get('content-length') ?? (await response.arrayBuffer()).byteLength)
  }
  assert.ok(bytes < 30_000, `${bytes} bytes`)
})

test('a text with a heading in every line has a page of bounded size, and parts', async () => {
  await service.accept(wholePaper({ id: 'p41', fullText: '# a\n'.repeat(200_000) }))
  const page = await textOf('/papers/p41')
  assert.ok(page.length < 150_000, `${page.length} characters`)
  assert.match(page, /and 1500 more headings/u)
  const part = await textOf('/papers/p41/text?part=29')
  assert.ok(part.length < 50_000, `${part.length} characters`)
  assert.match(part, /Part 29 of 29/u)
})

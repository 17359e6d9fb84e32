import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
await service.accept(
  wholePaper({ id: 'p1', year: 2024, chapter: 3, concepts: ['memory'], authors: ['Ada Example'] }),
  wholePaper({ id: 'p2', year: 2025, chapter: 3, concepts: ['memory'], container: 'Journal of Agents' }),
)
await service.send('POST', '/api/papers', wholePaper({ id: 'p9', year: 1999, chapter: 5 }), {
  'x-api-key': await service.key(),
})

const fileAt = async (path: string): Promise<{ type: string | null; text: string; etag: string | null }> => {
  const response = await service.get(path)
  const { headers } = response
  assert.equal(response.status, 200, path)
  return { type: headers.get('content-type'), text: await response.text(), etag: headers.get('etag') }
}

test('every figure leads to its image and its numbers, which are revalidated like pages', async () => {
  const linked = new Set<string>()
  for (const page of [
    '/stats',
    '/map',
    '/map?chapter=3',
    '/chapters/3',
    '/concepts/memory',
    '/authors/ada-example',
    '/venues/journal-of-agents',
  ]) {
    const { text } = await fileAt(page)
    const links = [...text.matchAll(/<a href="(?<href>[^"]+)" download aria-label="(?<label>[^"]+)">/gu)]
    const figures = text.match(/<figure/gu)?.length ?? 0
    assert.equal(links.length, figures * 2, page)
    assert.equal(new Set(links.map(({ groups }) => groups?.label)).size, links.length, page)
    for (const { groups } of links) linked.add(groups?.href ?? '')
  }
  assert.ok(
    linked.has('/map.svg?chapter=3') && linked.has('/stats/years.csv') && linked.has('/concepts/memory/share.svg'),
  )
  for (const path of linked) {
    const { type, text, etag } = await fileAt(path)
    const isImage = path.includes('.svg')
    assert.equal(type, isImage ? 'image/svg+xml' : 'text/csv; charset=utf-8', path)
    assert.match(
      text,
      isImage ? /<svg xmlns=.*Source: House, http:\/\/127\.0\.0\.1:\d+\//su : /^[\w -]+(?:,[\w -]+)+\r\n.+\r\n/u,
      path,
    )
    assert.doesNotMatch(text, /1999|NaN|Infinity|undefined/u, path)
    assert.equal((await service.get(path, { 'if-none-match': etag ?? '' })).status, 304, path)
  }
})

test('the numbers of a file are those of the table', async () => {
  assert.equal((await fileAt('/stats/years.csv')).text, 'Year,Papers\r\n2024,1\r\n2025,1\r\n')
  assert.equal((await fileAt('/stats/chapters.csv')).text, 'Chapter,Papers\r\nChapter 3,2\r\n')
  assert.equal((await fileAt('/concepts/memory/share.csv')).text, 'Year,Share\r\n2024,1\r\n2025,1\r\n')
  assert.match((await fileAt('/map.csv')).text, /^Paper,Chapter,Main subject,Practice\r\np1,3,0\.\d+,0\.\d+\r\n/u)
})

test('figures that do not exist are missing pages', async () => {
  for (const path of [
    '/stats/other.svg',
    '/stats/constructor.csv',
    '/stats/years-of-chapter-5.svg',
    '/chapters/8/years.svg',
    '/concepts/none/years.csv',
    '/authors/nobody/years.svg',
    '/venues/nowhere/years.svg',
  ])
    assert.equal((await service.get(path)).status, 404, path)
  assert.equal((await service.get('/map.svg?chapter=9')).status, 400)
})

test('an empty library has empty files', async (t) => {
  const empty = await startTestService(t)
  for (const path of ['/stats/years.svg', '/stats/years.csv', '/stats/months.svg', '/map.svg', '/map.csv']) {
    const response = await empty.get(path)
    assert.equal(response.status, 200, path)
    assert.doesNotMatch(await response.text(), /NaN|Infinity|undefined/u, path)
  }
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishBrief } from '#actions/editorial/briefs.ts'
import { ask, sendMessage } from '../../support/mcp.ts'
import { leastPaper, wholePaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

/** A space without width, a tag that spells an A to machines only, a change of direction, a soft hyphen. */
const HIDDEN = '\u200b\u{e0041}\u202e\u00ad'
const ANY_HIDDEN = /[\u200b\u202e\u00ad\u{e0041}]/u

/** A value with invisible characters in every text, except where a text must be an id or one of a few words. */
const withHidden = (value: unknown, name = ''): unknown => {
  if (['id', 'type', 'kind', 'date', 'doi', 'arxivId', 'license'].includes(name)) return value
  if (typeof value === 'string') return `${value}${HIDDEN}`
  if (Array.isArray(value)) return value.map((one) => withHidden(one))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withHidden(inner, key)]))
}

const paper = withHidden(
  wholePaper({
    houseCommentary: 'Worth reading.',
    storageUrl: 'https://example.org/1.pdf',
    container: 'A journal',
    volume: '1',
    issue: '2',
    pages: '3-4',
    publisher: 'A publisher',
    fullText: 'Agents remember what they did.',
  }),
) as Record<string, unknown>

const service = await startTestService({ after })
await service.accept(
  { ...paper, license: `CC-BY-4.0${HIDDEN}` },
  leastPaper({ id: 'p2', title: `Agents${HIDDEN} forget` }),
)
const hidden = (text: string): string => `${text}${HIDDEN}`
const brief = {
  id: '2026-w47',
  week: { year: 2026, week: 47 },
  title: hidden('A week'),
  summary: hidden('Plans were made.'),
  take: hidden('We wait.'),
  featured: ['p1'],
}
await service.run(publishBrief, { brief, actor: 'test' })
const key = await service.key('review')
const put = async (path: string, body: unknown): Promise<void> => {
  const response = await service.send('PUT', path, body, { 'x-api-key': key, 'if-match': '*', 'if-none-match': '*' })
  assert.ok(response.ok, `${path}: ${await response.text()}`)
}
await put('/api/editorial/chapters/1', { name: hidden('Planning'), introduction: hidden('Plans.') })

const title = String(paper.title)

type Call = [tool: string, args: Record<string, unknown>]

const libraryCalls: Call[] = [
  ['search_papers', { query: 'agents', detail: 'abstract' }],
  ['find_passages', { query: 'agents remember' }],
  ['find_passages', { quote: 'remember what they did' }],
  ['find_passages', { quote: 'agents never remember what' }],
  ['get_papers', { ids: ['p1', 'p2', `p3${HIDDEN}`], sections: ['abstract', 'houseComment', 'fullText'] }],
  ['get_papers', { ids: ['p1'], detail: 'card' }],
  ['export_citations', { ids: ['p1'], format: 'bibtex' }],
  ['export_citations', { ids: ['p1'], format: 'ris' }],
  ['export_citations', { ids: ['p1'], format: 'csl-json' }],
  ['check_references', { references: [title, '10.1000/none'] }],
  ['check_text', { text: '“Agents remember what they never did” [p1]; Nobody (1999) [p1].' }],
  ['get_changes', {}],
  ['get_citations', { id: 'p1' }],
  ['browse_editorial', { kind: 'chapters' }],
  ['browse_editorial', { kind: 'concepts' }],
  ['browse_editorial', { kind: 'gaps' }],
  ['browse_editorial', { kind: 'briefs' }],
  ['browse_editorial', { kind: 'briefs', id: '2026-w47' }],
  ['count_papers', { groupBy: 'concept' }],
  ['count_papers', { groupBy: 'institution' }],
]

const connectorCalls: Call[] = [
  ['search', { query: 'agents' }],
  ['fetch', { id: 'p1' }],
]

for (const [path, calls] of [
  ['/mcp', libraryCalls],
  ['/mcp/connector', connectorCalls],
] as const)
  test(`no tool of ${path} passes invisible characters on, whatever field they are in`, async () => {
    const { tools } = await ask<{ tools: { name: string }[] }>(service, 'tools/list', {}, { path })
    assert.deepEqual(
      tools.map(({ name }) => name).filter((name) => !calls.some(([called]) => called === name)),
      [],
    )
    for (const [name, args] of calls) {
      const text = await (await sendMessage(service, 'tools/call', { name, arguments: args }, { path })).text()
      const what = `${name} ${JSON.stringify(args)}: ${text}`
      assert.doesNotMatch(text, /"isError":true|"error"/u, what)
      assert.doesNotMatch(text, ANY_HIDDEN, what)
    }
  })

test('no resource and no Markdown passes invisible characters on', async () => {
  for (const uri of ['longview://papers/p1', 'longview://papers/p1@1#abstract.1', 'longview://briefs/2026-w47']) {
    const text = await (await sendMessage(service, 'resources/read', { uri })).text()
    assert.match(text, /"contents"/u, text)
    assert.doesNotMatch(text, ANY_HIDDEN, uri)
  }
  const pages = ['papers/p1', 'papers', 'chapters/1', 'chapters', 'concepts', 'gaps', 'briefs', 'briefs/2026-w47']
  for (const path of [...pages.map((page) => `/${page}.md`), '/llms.txt', '/llms-full.txt']) {
    const response = await service.get(path)
    const text = await response.text()
    assert.equal(response.status, 200, path)
    assert.doesNotMatch(text, ANY_HIDDEN, `${path}: ${text}`)
  }
})

test('what tools name as untrusted has every field with text of papers', async () => {
  const response = await sendMessage(service, 'tools/call', {
    name: 'get_papers',
    arguments: { ids: ['p1'], sections: ['abstract', 'houseComment', 'fullText'] },
  })
  const { result } = (await response.json()) as {
    result: { structuredContent: { papers: Record<string, unknown>[]; untrusted: { fields: string[] } } }
  }
  const { papers, untrusted } = result.structuredContent
  const texts = Object.entries(papers[0] ?? {}).filter(([, value]) => typeof value === 'string' || Array.isArray(value))
  const trusted = new Set(['id', 'type', 'kind', 'date', 'doi', 'arxivId', 'abstractBy', 'fullTextKind'])
  assert.deepEqual(
    texts.map(([name]) => name).filter((name) => !trusted.has(name) && !untrusted.fields.includes(name)),
    [],
  )
  assert.ok(
    ['volume', 'issue', 'pages', 'license', 'houseComment', 'url', 'storageUrl'].every((name) =>
      untrusted.fields.includes(name),
    ),
    untrusted.fields.join(),
  )
  // Addresses lead where they did.
  assert.equal(papers[0]?.storageUrl, `https://example.org/1.pdf${encodeURIComponent(HIDDEN)}`)
})

test('the JSON of the API has the characters, so that one that is passed on would be noticed', async () => {
  const text = await (await service.get('/api/v1/papers/p1?include=fullText')).text()
  for (const field of ['title', 'volume', 'issue', 'pages', 'license', 'houseComment', 'url'])
    assert.match(text, new RegExp(`"${field}":"[^"]*\u200b`, 'u'), field)
  assert.match(text, ANY_HIDDEN)
})

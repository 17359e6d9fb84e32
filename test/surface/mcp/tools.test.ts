import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { countTokens } from '../../support/generated/count-tokens.ts'
import { longText } from '../../support/generated/long-text.ts'
import { answerOf, ask, callTool } from '../../support/mcp/mcp-client.ts'
import { HIDDEN, brief, startLibrary, type Page } from '../../support/mcp/tool-library.ts'

type ToolDescription = { name: string; description: string; inputSchema: object; outputSchema: object }

const service = await startLibrary({ after })

const { tools } = await ask<{ tools: ToolDescription[] }>(service, 'tools/list')

/** Every tool in every form. */
const calls: [tool: string, args: Record<string, unknown>][] = [
  ['search_papers', { query: 'checkpoints for agents' }],
  ['search_papers', { query: 'checkpoints', detail: 'abstract', chapter: 4, yearFrom: 2016, hasFullText: false }],
  ['search_papers', { query: 'nothinglikeit', minLongHorizon: 7.5 }],
  ['get_papers', { ids: ['p1', 'p2', 'p700', 'p701', 'p99999', '10.1/none', 'https://example.org/papers/3'] }],
  ['get_papers', { ids: ['p90', 'p1'], sections: ['abstract', 'fullText'] }],
  ['get_papers', { ids: ['p1'], detail: 'ids' }],
  ['find_passages', { query: 'naive plans', limit: 50 }],
  ['find_passages', { quote: 'Saving after each tool call', paperIds: ['p1', 'p700'] }],
  [
    'check_references',
    { references: ['Checkpoints 3 for agents', 'p701', `Agents ${HIDDEN}`, 'https://example.org/71'] },
  ],
  ['count_papers', { groupBy: 'concept' }],
  ['count_papers', { groupBy: 'year', query: 'checkpoints', chapter: 4, hasFullText: false }],
  ['count_papers', { groupBy: 'chapter', yearFrom: 2016, yearTo: 2018, author: 'Ada Example', minLongHorizon: 7 }],
  ['browse_editorial', { kind: 'chapters' }],
  ['browse_editorial', { kind: 'chapters', id: '4' }],
  ['browse_editorial', { kind: 'concepts', trend: 'emerging' }],
  ['browse_editorial', { kind: 'concepts', id: 'planning' }],
  ['browse_editorial', { kind: 'gaps', severity: 'high' }],
  ['browse_editorial', { kind: 'gaps', id: 'g1' }],
  ['browse_editorial', { kind: 'briefs' }],
  ['browse_editorial', { kind: 'briefs', id: 'latest' }],
  ['export_citations', { ids: ['p1', 'p2', 'p700'], format: 'ris' }],
  ['export_citations', { query: 'checkpoints', format: 'csl-json' }],
  ['export_citations', { query: 'checkpoints' }],
  ['get_changes', { since: 3 }],
]

const walk = async (tool: string, args: Record<string, unknown>): Promise<Page[]> => {
  const pages: Page[] = []
  for (let cursor: string | undefined; pages.length < 100;) {
    const asked = { ...args, ...(cursor === undefined ? {} : { cursor }) }
    const page = await answerOf<Page>(service, tool, asked)
    pages.push(page)
    if (page.nextCursor === null || page.nextCursor === undefined) return pages
    cursor = page.nextCursor
  }
  return assert.fail(`${tool} never ends`)
}

test('the tools have the names that agents rely on, and cost an agent little', async () => {
  assert.deepEqual(
    tools.map(({ name }) => name),
    [
      'search_papers',
      'get_papers',
      'find_passages',
      'check_references',
      'count_papers',
      'browse_editorial',
      'export_citations',
      'get_changes',
    ],
  )
  const tokens = countTokens(JSON.stringify({ tools: tools.map(({ outputSchema: _schema, ...tool }) => tool) }))
  assert.ok(tokens <= 2_500, `${tokens} tokens`)
  const { instructions } = await ask<{ instructions: string }>(service, 'server/discover')
  assert.ok(instructions.split(/\s+/u).length <= 120, instructions)
})

test('every tool answers as its schema says, within maxTokens, and shows nothing that is not public', async () => {
  const ajv = new Ajv2020({ strict: false })
  const checks = new Map(tools.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]))
  for (const [tool, args] of calls)
    for (const maxTokens of [undefined, 1_100]) {
      const { content, structuredContent, isError } = await callTool(service, tool, { ...args, maxTokens })
      const what = `${tool} ${JSON.stringify(args)}: ${JSON.stringify({ content, structuredContent })}`
      assert.notEqual(isError, true, what)
      const check = checks.get(tool)
      assert.ok(check?.(structuredContent), `${what}: ${JSON.stringify(check?.errors)}`)
      assert.equal(content.length, 1, what)
      const text = JSON.stringify({ content, structuredContent })
      assert.ok(countTokens(text) <= (maxTokens ?? 4_000), `${what}: ${countTokens(text)} tokens`)
      assert.ok(
        !JSON.stringify(structuredContent).replace(JSON.stringify(args).slice(1, -1), '').includes(HIDDEN),
        what,
      )
    }
})

test('the tools give what the agent API gives', async () => {
  const api = async (path: string): Promise<Record<string, unknown>> =>
    (await (await service.get(path)).json()) as Record<string, unknown>
  const found = await answerOf<Page>(service, 'search_papers', { query: 'checkpoints', limit: 3 })
  const search = await api('/api/v1/search?q=checkpoints&limit=3')
  assert.deepEqual([found.hits, found.total, found.parsedQuery], [search.hits, search.total, search.parsedQuery])
  assert.match(String(found.rerunUrl), /^http:\/\/127\.0\.0\.1:\d+\/api\/v1\/search\?q=checkpoints&limit=3/u)
  const passages = await answerOf<{ passages: { url: string }[] }>(service, 'find_passages', { query: 'save state' })
  const { passages: plain } = (await api('/api/v1/passages?q=save+state')) as { passages: { url: string }[] }
  assert.deepEqual(
    passages.passages,
    plain.map((passage) => ({ ...passage, url: service.url + passage.url })),
  )
  const { changes, nextSeq } = await answerOf<Page>(service, 'get_changes', { since: 2 })
  assert.deepEqual({ changes, nextSeq }, await api('/api/v1/changes?since=2&limit=50'))
  const { papers } = await answerOf<{ papers: unknown[] }>(service, 'get_papers', { ids: ['p2'] })
  const { houseComment: _, ...paper } = await api('/api/v1/papers/p2')
  assert.deepEqual(papers, [paper])
  const { text } = await answerOf<{ text: string }>(service, 'export_citations', { ids: ['p2'] })
  assert.equal(text, await (await service.get('/papers/p2.bib')).text())
  const concept = await answerOf<{ items: unknown[]; papers: unknown[] }>(service, 'browse_editorial', {
    kind: 'concepts',
    id: 'planning',
  })
  assert.deepEqual(concept.items, [await api('/api/v1/concepts/planning')])
  assert.deepEqual(concept.papers, ((await api('/api/v1/papers?limit=11')) as { papers: unknown[] }).papers)
})

test('small pages hold everything once, and long texts in pieces that join', async () => {
  const search = await walk('search_papers', { query: 'checkpoints for agents', maxTokens: 700 })
  const ids = search.flatMap(({ hits }) => (hits as { id: string }[]).map(({ id }) => id))
  assert.ok(search.length > 2, `${search.length} pages`)
  assert.deepEqual([ids.length, new Set(ids).size], [11, 11])
  const read = await walk('get_papers', { ids: ['p90', 'p1'], sections: ['fullText'], maxTokens: 900 })
  const papers = read.flatMap((page) => page.papers as { id: string; fullText?: string; authors?: unknown }[])
  assert.ok(read.length > 2, `${read.length} pages`)
  const pieces = papers.filter(({ id }) => id === 'p90')
  assert.equal(pieces.map((piece) => piece.fullText ?? '').join(''), longText)
  assert.equal(papers.filter(({ authors }) => authors !== undefined).length, 2)
  const cited = await walk('export_citations', { query: 'checkpoints', maxTokens: 700 })
  assert.equal(cited.flatMap(({ ids: some }) => some as string[]).length, 11)
  const latest = await walk('browse_editorial', { kind: 'briefs', id: 'latest', maxTokens: 500 })
  const texts = latest.flatMap(({ items }) => items as { summary?: string; houseTake?: string }[])
  assert.equal(texts.map(({ summary = '' }) => summary).join(''), brief.summary)
  assert.equal(texts.map(({ houseTake = '' }) => houseTake).join(''), brief.take)
  assert.deepEqual(
    latest.flatMap((page) => page.papers as { id: string }[]).map(({ id }) => id),
    ['p1', 'p3'],
  )
})

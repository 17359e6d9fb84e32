import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { answerOf, callTool } from '../../support/mcp/mcp-client.ts'
import { startLibrary, type Page } from '../../support/mcp/tool-library.ts'

const service = await startLibrary({ after })

test('the tools name each error in their arguments, and say why a paper is missing', async () => {
  const wrong = await callTool(service, 'get_papers', { ids: ['p1', 'a\u0007', ' '], sections: ['title'], foo: 1 })
  assert.equal(wrong.isError, true)
  assert.deepEqual(wrong.content[0]?.text.split('\n'), [
    'ids.1 must hold no control characters',
    'ids.2 must not be empty',
    'sections.0 must be one of abstract, houseComment, fullText',
    'foo is not known here',
  ])
  const { missing } = await answerOf<Page>(service, 'get_papers', { ids: ['p700', 'p701', 'p1', 'no such thing'] })
  assert.deepEqual(missing, [
    { id: 'p700', reason: 'not_found' },
    { id: 'p701', reason: 'retracted' },
    { id: 'no such thing', reason: 'not_found' },
  ])
  const refused: [string, Record<string, unknown>, RegExp][] = [
    ['search_papers', {}, /^query is required$/u],
    ['search_papers', { query: 'a', cursor: 'AAAA' }, /^cursor is not one that was given out/u],
    ['search_papers', { query: ' ' }, /^query must not be empty$/u],
    ['find_passages', {}, /^query is required, or quote/u],
    ['find_passages', { query: 'a', quote: 'b' }, /^quote must be the only one/u],
    ['find_passages', { query: 'a', paperIds: ['p700', 'x'] }, /p700 \(not_found\), x \(not_found\)/u],
    ['get_papers', { ids: ['p1'], cursor: 'AAAA' }, /^cursor is not one/u],
    ['export_citations', {}, /^ids or query is required/u],
    ['browse_editorial', { kind: 'gaps', id: 'none' }, /^There is no gap none\.$/u],
    ['browse_editorial', { kind: 'chapters', id: '8' }, /^There is no such chapter/u],
    ['get_changes', { since: 100_000 }, /^since is a number that this corpus has not given out/u],
    ['count_papers', { groupBy: 'author' }, /^groupBy must be one of chapter/u],
  ]
  for (const [tool, args, words] of refused) {
    const { content, isError } = await callTool(service, tool, args)
    assert.equal(isError, true, tool)
    assert.match(content[0]?.text ?? '', words)
  }
  const tight = await callTool(service, 'browse_editorial', { kind: 'concepts', id: 'planning', maxTokens: 500 })
  const needed = /maxTokens is too small for this answer, which needs (?<tokens>\d+)/u.exec(
    tight.content[0]?.text ?? '',
  )
  if (tight.isError === true) {
    const maxTokens = Number(needed?.groups?.tokens)
    await answerOf(service, 'browse_editorial', { kind: 'concepts', id: 'planning', maxTokens })
  }
})

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { unassessedPaper, submit } from '../../support/service/review.ts'
import { sendMessage, type CallResult } from '../../support/mcp.ts'
import { startTestService } from '../../support/service/test-service.ts'

const service = await startTestService({ after })
const [submitter, agent] = [await service.key(), await service.key('draft')]

const TOOLS_FOR_ALL = 10

const send = (method: string, params: Record<string, unknown>, key: string | null): Promise<Response> =>
  sendMessage(service, method, params, { headers: key === null ? {} : { authorization: `Bearer ${key}` } })

const toolsOf = async (key: string | null): Promise<{ names: string[]; cacheScope: string }> => {
  const { result } = (await (await send('tools/list', {}, key)).json()) as {
    result: { tools: { name: string; annotations: { readOnlyHint: boolean } }[]; cacheScope: string }
  }
  const writing = result.tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)
  assert.deepEqual(writing, result.tools.length > TOOLS_FOR_ALL ? ['attach_draft'] : [])
  return { names: result.tools.map(({ name }) => name).slice(TOOLS_FOR_ALL), cacheScope: result.cacheScope }
}

const call = async (name: string, args: Record<string, unknown>): Promise<CallResult> =>
  ((await (await send('tools/call', { name, arguments: args }, agent)).json()) as { result: CallResult }).result

test('a second set of tools appears with a key that may draft, and with no other', async () => {
  assert.deepEqual(await toolsOf(agent), {
    names: ['list_queue', 'get_submission', 'attach_draft'],
    cacheScope: 'private',
  })
  assert.deepEqual(await toolsOf(submitter), { names: [], cacheScope: 'public' })
  assert.deepEqual(await toolsOf(null), { names: [], cacheScope: 'public' })
  assert.equal((await send('tools/list', {}, 'lv_wrong')).status, 401)
  const refused = (await (await send('tools/call', { name: 'list_queue', arguments: {} }, submitter)).json()) as object
  assert.ok('error' in refused)
})

test('an agent reads the queue and attaches a draft, which publishes nothing', async () => {
  await submit(service, submitter, unassessedPaper({ id: 'p1' }))
  const queue = await call('list_queue', {})
  const entry = { id: 'p1', title: 'Retrieval of episodes from memory', year: 2025, version: 1 }
  assert.deepEqual(queue.structuredContent?.papers, [entry])
  const read = await call('get_submission', { id: 'p1' })
  const { version, papers, untrusted } = read.structuredContent as {
    version: number
    papers: { abstract: string }[]
    untrusted: { fields: string[] }
  }
  assert.equal(version, 1)
  assert.match(papers[0]?.abstract ?? '', /Episodes are written to a memory store\./u)
  assert.ok(untrusted.fields.includes('abstract'))
  const passage = 'Episodes are written to a memory store.'
  const wrong = await call('attach_draft', {
    id: 'p1',
    draft: { version: 1, chapter: { value: 3, passage: 'Never said.' } },
  })
  assert.deepEqual(
    [wrong.isError, wrong.content[0]?.text],
    [true, 'chapter.passage must be a quotation from the title, abstract or full text'],
  )
  const kept = await call('attach_draft', { id: 'p1', draft: { version: 1, chapter: { value: 3, passage } } })
  assert.equal(kept.content[0]?.text, 'The draft of p1 at version 1 is saved.')
  assert.deepEqual((await call('list_queue', {})).structuredContent?.papers, [{ ...entry, drafted: 1 }])
  assert.equal((await service.get('/api/papers/p1')).status, 404)
})

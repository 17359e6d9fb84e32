import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { actsOf, editorialClient } from '../../support/service/editing.ts'
import { assertFailure, jsonOf } from '../../support/service/responses.ts'
import { submitInto } from '../../support/service/review.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { startTestService } from '../../support/service/test-service.ts'

type Failing = { mark: string; problem: string; found: string | null }

const service = await startTestService({ after })
await service.accept(
  leastPaper({ id: 'p1', title: 'Memory', abstract: 'Agents forget within an hour.' }),
  leastPaper({ id: 'p2', title: 'Cited' }),
)
const editor = await editorialClient(service)
const [HOLDS, ALTERED] = ['[p1 "Agents forget within an hour"]', '[p1 "Agents lose all within an hour"]']
const failing: Failing[] = [
  { mark: ALTERED, problem: 'The authors have it in other words.', found: 'Agents forget within an hour' },
  { mark: '[search: q=memory = 0]', problem: 'The search finds 1.', found: null },
]
const explanation = `They forget ${HOLDS}. They lose ${ALTERED}. Nobody looked [search: q=memory = 0].`
const gap = { title: 'Open', severity: 'high', explanation, papers: [] }

/** What does not hold, as the answer to a change says. */
const failingIn = async (answer: Promise<Response>): Promise<Failing[] | undefined> => {
  const response = await answer
  assert.ok(response.ok, await response.clone().text())
  return (await jsonOf<{ evidence?: Failing[] }>(response)).evidence
}

test('the answer to a written gap says which marks do not hold, once', async () => {
  const added = await editor.ask('/gaps', { method: 'POST', body: gap })
  assert.deepEqual(await failingIn(Promise.resolve(added)), failing)
  const read = await editor.ask('/gaps/g1')
  assert.equal(await failingIn(Promise.resolve(read.clone())), undefined)
  assert.equal(added.headers.get('etag'), read.headers.get('etag'), 'the tag is that of the gap alone')
  const put = (text: string) =>
    editor.ask('/gaps/g1', { method: 'PUT', body: { ...gap, explanation: text }, version: '*' })
  assert.equal(await failingIn(put(`They forget ${HOLDS}.`)), undefined)
  assert.deepEqual(await failingIn(put('Gone [p9].')), [
    { mark: '[p9]', problem: 'There is no public paper p9.', found: null },
  ])
})

test('so does that to a draft of a brief, and to a paper whose commentary is written', async () => {
  const brief = { title: 'B', summary: `Lost ${ALTERED}.`, houseTake: 'Good [p1].', featuredPapers: [] }
  assert.deepEqual(
    await failingIn(editor.ask('/briefs/2026-w47', { method: 'PUT', body: brief, version: 'none' })),
    failing.slice(0, 1),
  )
  const patch = (body: object) => failingIn(editor.ask('/papers/p2', { method: 'PATCH', body, version: '*' }))
  assert.deepEqual(await patch({ houseCommentary: `Lost ${ALTERED}.` }), failing.slice(0, 1))
  assert.equal(await patch({ title: 'Cited again' }), undefined, 'the commentary was not written')
  const { paper } = await editor.get<{ paper: object }>('/papers/p2')
  assert.deepEqual(
    await failingIn(editor.ask('/papers/p2', { method: 'PUT', body: paper, version: '*' })),
    failing.slice(0, 1),
  )
  assert.deepEqual(
    await failingIn(editor.ask('/papers/p2/restore', { method: 'POST', body: { version: 2 }, version: '*' })),
    failing.slice(0, 1),
  )
})

test('accepting a paper says which marks of its commentary do not hold; it may cite the paper itself', async () => {
  const decide = async (id: string, houseCommentary: string, decision: object) => {
    const paper = leastPaper({ id, title: `Decided ${id}`, abstract: 'Plans last an hour.', houseCommentary })
    await submitInto(service, { key: await service.key(), state: 'pending', paper })
    return failingIn(editor.ask(`/submissions/${id}/decision`, { method: 'POST', body: decision }))
  }
  const own = 'Plans last [p21 "last an hour"]. Not for days [p21 "last for days"]. Gone [p9].'
  const accepted = await decide('p21', own, { decision: 'accept' })
  assert.deepEqual(
    accepted?.map(({ mark }) => mark),
    ['[p21 "last for days"]', '[p9]'],
  )
  const shown = await editor.get<{ evidence: Failing[] }>('/papers/p21/evidence')
  assert.deepEqual(
    shown.evidence.flatMap(({ mark, problem, found }) => (problem === null ? [] : [{ mark, problem, found }])),
    accepted,
    'what readers see afterwards',
  )
  assert.equal(await decide('p22', `They forget ${HOLDS}.`, { decision: 'accept' }), undefined)
  assert.equal(await decide('p23', 'Gone [p9].', { decision: 'reject', note: 'Not this.' }), undefined, 'not published')
})

test('a person’s word on a quotation is set and taken back, and readers see it', async () => {
  await editor.ask('/gaps/g1', { method: 'PUT', body: gap, version: '*' })
  type Judged = Failing & { field: string; number: number; sentence: string; support: string | null; judgedBy: string }
  const listed = await editor.get<{ evidence: Judged[] }>('/gaps/g1/evidence')
  assert.deepEqual(
    listed.evidence.map((one) => [one.field, one.number, one.sentence, one.mark, one.problem, one.support]),
    [
      ['explanation', 1, 'They forget.', HOLDS, null, null],
      ['explanation', 2, 'They lose.', ALTERED, 'The authors have it in other words.', null],
      ['explanation', 3, 'Nobody looked.', '[search: q=memory = 0]', 'The search finds 1.', null],
    ],
  )
  const judgement = { field: 'explanation', number: 1, mark: HOLDS, support: 'partly', by: 'Ada Example' }
  const judge = (changes: object, path = '/gaps/g1/evidence') =>
    editor.ask(path, { method: 'PUT', body: { ...judgement, ...changes } })
  const supportOf = async () =>
    (await jsonOf<{ evidence: Judged[] }>(await service.get('/api/v1/gaps/g1/evidence'))).evidence[0]?.support
  const { evidence } = await jsonOf<{ evidence: Judged[] }>(await judge({}))
  assert.deepEqual(
    [evidence[0]?.support, evidence[0]?.judgedBy, await supportOf()],
    ['partly', 'Ada Example', 'partly'],
  )
  assert.match(await (await service.get('/gaps/g1')).text(), /in part, says <bdi>Ada Example<\/bdi>/u)
  const [act] = await actsOf(service, 'evidence.judge')
  assert.match(act?.actor ?? '', /^key:/u)
  const recorded = { mark: HOLDS, support: 'partly', by: 'Ada Example' }
  assert.deepEqual([act?.subject, act?.before, act?.after], ['gap:g1', null, recorded])
  for (const [changes, path] of [
    [{ by: undefined }, 'by'],
    [{ field: 'summary' }, 'field'],
    [{ support: 'maybe' }, 'support'],
  ] as const)
    assert.deepEqual((await assertFailure(await judge(changes), 'corpus', 400)).paths, [path])
  await assertFailure(await judge({ mark: ALTERED }), 'corpus', 412)
  for (const folder of ['papers/p99', 'gaps/g99', 'briefs/2020-w01'])
    await assertFailure(await editor.ask(`/${folder}/evidence`), 'corpus', 404)
  await assertFailure(await judge({}, '/gaps/g99/evidence'), 'corpus', 404)
  assert.equal((await judge({ support: null, by: undefined })).status, 200)
  assert.equal(await supportOf(), null)
  const [taken] = await actsOf(service, 'evidence.judge')
  assert.deepEqual([taken?.before, taken?.after], [recorded, { mark: HOLDS, support: null, by: null }])
})

test('the marks of a commentary and of both texts of a brief are judged by the names of their fields', async () => {
  const brief = { title: 'B', summary: 'Good [p1].', houseTake: `They forget ${HOLDS}.`, featuredPapers: ['p1'] }
  await editor.ask('/briefs/2026-w46', { method: 'PUT', body: brief, version: 'none' })
  assert.equal((await editor.ask('/briefs/2026-w46/publish', { method: 'POST', version: 1 })).status, 200)
  for (const [folder, field, mark] of [
    ['briefs/2026-w46', 'houseTake', HOLDS],
    ['papers/p2', 'houseCommentary', ALTERED],
  ] as const) {
    const body = { field, number: 1, mark, support: 'no', by: 'Ada Example' }
    const { evidence } = await jsonOf<{ evidence: { field: string; support: string | null }[] }>(
      await editor.ask(`/${folder}/evidence`, { method: 'PUT', body }),
    )
    assert.equal(evidence.find((one) => one.field === field)?.support, 'no')
  }
})

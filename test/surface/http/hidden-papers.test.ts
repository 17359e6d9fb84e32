import { publishBrief } from '#actions/editorial/briefs.ts'
import { submissionStates } from '#core/review/submission.ts'
import { briefOfWeek47, wholePaper, leastPaper } from '../../support/service/papers.ts'
import { submitInto, decide, submit } from '../../support/service/review.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonOf } from '../../support/service/responses.ts'

/** States in which nothing of a paper is public; of a retracted one only the reason and the date are. A merged one leads elsewhere. */
const hiddenStates = submissionStates.filter((state) => state !== 'accepted' && state !== 'merged')

/** A word that occurs nowhere else, for one field of one paper. */
const marker = (state: string, field: string): string => `zq${state.replace('_', '')}${field.toLowerCase()}zq`

/** A paper whose every field holds a word that only it has. */
const markedPaper = (id: string, state: string): Record<string, unknown> => ({
  id,
  title: marker(state, 'title'),
  authors: [marker(state, 'author'), marker(state, 'coauthor')],
  year: 1_899,
  institution: marker(state, 'institution'),
  url: `https://${marker(state, 'host')}.example/10.1234/${marker(state, 'doi')}`,
  abstract: marker(state, 'abstract'),
  chapter: 6,
  longHorizonScore: 0.987_123,
  enterpriseScore: 0.876_321,
  topics: [marker(state, 'topic')],
  concepts: [marker(state, 'concept')],
  frameworkMappings: [marker(state, 'framework')],
  houseCommentary: marker(state, 'commentary'),
  storageUrl: `https://${marker(state, 'storage')}.example/x.pdf`,
  type: 'dataset',
  fullText: marker(state, 'fulltext'),
})

/** What a response shows of a marked paper, if it shows anything of it. */
const MARK = /zq[a-z]+zq|\b1899\b|0\.98712|9\.8712|0\.87632|8\.7632/iu

/** A corpus with one public paper and one marked paper in each hidden state, p1 to p5. */
const startWithHidden = async (t: Parameters<typeof startTestService>[0]) => {
  const service = await startTestService(t)
  const [key, other] = [await service.key(), await service.key()]
  await service.accept(wholePaper({ id: 'p100' }))
  const ids: string[] = []
  for (const [index, state] of hiddenStates.entries()) {
    ids.push(`p${index + 1}`)
    await submitInto(service, { key, state, paper: markedPaper(`p${index + 1}`, state) })
  }
  await service.store.transact((tx) =>
    tx.gaps.put(
      { id: 'g1', title: 'Gap', severity: 'high', explanation: 'Why.', paperIds: ['p100', ...ids] },
      service.clock.now().toISOString(),
    ),
  )
  await service.run(publishBrief, {
    actor: 'test',
    brief: { ...briefOfWeek47, featured: ['p100'] },
  })
  return { service, key, other, ids }
}

/** Values to try as parameters of public routes, besides those of the hidden papers. */
const parameters = [
  '',
  '?limit=500',
  '?chapter=6&limit=500',
  '?type=dataset',
  '?min_lh_score=9',
  '?severity=high',
  '?trend=emerging',
  '?trend=stable',
  '?include=fullText',
  '?dryRun=true',
]

type Described = { security: unknown[]; parameters?: { name: string; in: string }[] }

/**
 * Every public address that GET knows, out of the description of the routes itself. Each path is tried with all parameters once,
 * and with those that it describes for every name.
 */
const publicAddresses = async (service: TestService, ids: string[]): Promise<string[]> => {
  const { paths } = await jsonOf<{ paths: Record<string, Record<string, Described>> }>(
    await service.get('/openapi.json'),
  )
  const names = [
    ...ids,
    'p100',
    'checkpointing',
    '2026-w47',
    ...hiddenStates.flatMap((state) => [marker(state, 'concept'), marker(state, 'title')]),
  ]
  return Object.entries(paths).flatMap(([path, { get }]) => {
    if (get === undefined || get.security.length > 0) return []
    const described = new Set(get.parameters?.map(({ name }) => name))
    const own = parameters.filter((query) =>
      [...new URLSearchParams(query).keys()].every((name) => described.has(name)),
    )
    const named = path.includes('{') ? names.map((name) => path.replaceAll(/\{\w+\}/gu, name)) : [path]
    return named.flatMap((one, index) => (index === 0 ? parameters : own).map((query) => one + query))
  })
}

test('nothing of an unpublished paper is in any public response', async (t) => {
  const { service, ids } = await startWithHidden(t)
  const addresses = await publicAddresses(service, ids)
  assert.ok(addresses.length > 500, `only ${addresses.length} addresses`)
  let requests = 0
  for (const address of addresses) {
    const response = await service.get(address)
    assert.ok(response.status < 500, address)
    if (response.status === 200) requests += 1
    // Random emails may spell anything.
    const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
    const headersAndBody = JSON.stringify(headers) + (await response.text())
    // A failure repeats the requested address, which the client knows.
    // A concept that was public is named in the change that says it no longer is.
    const tombstone = address.startsWith('/api/v1/changes') ? marker('retracted', 'concept') : undefined
    const reflected = /\/(?<name>zq[a-z]+zq)/u.exec(address)?.groups?.name ?? tombstone
    assert.doesNotMatch(
      reflected === undefined ? headersAndBody : headersAndBody.replaceAll(reflected, ''),
      MARK,
      address,
    )
  }
  assert.ok(requests > 100, `only ${requests} addresses were answered`)
})

test('the words of an unpublished paper find nothing', async (t) => {
  const { service } = await startWithHidden(t)
  for (const state of hiddenStates)
    for (const field of [
      'title',
      'author',
      'abstract',
      'topic',
      'host',
      'doi',
      'concept',
      'framework',
      'fulltext',
      'commentary',
    ])
      for (const q of [
        marker(state, field),
        `${marker(state, field).slice(0, -4)}*`,
        `title:${marker(state, field)}`,
      ]) {
        const response = await service.get(`/api/papers?q=${q}`)
        assert.equal(response.headers.get('x-total-count'), '0', q)
        assert.equal(await response.text(), '{"success":true,"count":0,"papers":[]}', q)
      }
})

test('an unpublished paper changes no number that the public can see', async (t) => {
  const { service } = await startWithHidden(t)
  const alone = await startTestService(t)
  await alone.accept(wholePaper({ id: 'p100' }))
  for (const path of [
    '/api/stats',
    '/api/papers',
    '/api/papers?chapter=6',
    '/api/papers?q=-nothing',
    '/api/v1/papers',
    '/api/v1/papers?type=dataset',
    '/api/v1/papers?min_lh_score=0',
    '/api/v1/concepts',
    '/api/v1/concepts/checkpointing',
  ]) {
    const [here, there] = [await service.get(path), await alone.get(path)]
    assert.equal(await here.text(), await there.text(), path)
    assert.equal(here.headers.get('x-total-count'), there.headers.get('x-total-count'), path)
  }
  const { gaps } = await jsonOf<{ gaps: { paperCount: number }[] }>(await service.get('/api/v1/gaps'))
  assert.equal(gaps[0]?.paperCount, 1)
})

/** What differs between any two responses, or belongs to the connection. */
const OF_THE_MOMENT = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

test('an unpublished paper is answered byte for byte like an unknown one, headers and all', async (t) => {
  const { service, ids } = await startWithHidden(t)
  const shown = async (method: string, path: string, headers: Record<string, string>): Promise<unknown> => {
    const response = await fetch(service.url + path, { method, headers })
    const headersAndBody = [...response.headers].filter(([name]) => !OF_THE_MOMENT.has(name))
    return [response.status, headersAndBody, await response.text()]
  }
  const hidden = ids.filter((_, index) => hiddenStates[index] !== 'retracted')
  assert.equal(hidden.length, 4)
  for (const [before, behind] of [
    ['/api/papers/', ''],
    ['/api/v1/papers/', ''],
    ['/api/v1/papers/', '?include=fullText'],
  ] as const)
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS'])
      for (const headers of [{ 'if-none-match': '*' }, { 'x-api-key': await service.key() }] as Record<
        string,
        string
      >[]) {
        const unknown = await shown(method, `${before}p9${behind}`, headers)
        for (const id of hidden) {
          const reply = JSON.stringify(await shown(method, before + id + behind, headers))
          assert.equal(reply.replaceAll(id, 'p9'), JSON.stringify(unknown), `${method} ${before}${id}${behind}`)
        }
      }
})

test('even its submitter reads an unpublished paper nowhere in public', async (t) => {
  const { service, key, ids } = await startWithHidden(t)
  for (const id of ids)
    for (const path of [`/api/papers/${id}`, `/api/v1/papers/${id}`])
      assert.doesNotMatch(await (await service.get(path, { 'x-api-key': key })).text(), MARK)
})

test('another key learns nothing of a paper that is not public', async (t) => {
  const { service, other, ids } = await startWithHidden(t)
  const withKey = { 'x-api-key': other }
  const reflected = [
    await service.get('/api/submissions?limit=500', withKey),
    ...(await Promise.all(ids.map((id) => service.get(`/api/submissions/${id}`, withKey)))),
    ...(await Promise.all(
      hiddenStates.flatMap((state) => {
        const { title, year, url } = markedPaper('p50', state)
        return [
          service.send('POST', '/api/papers?dryRun=true', leastPaper({ id: 'p50', title, year }), withKey),
          service.send('POST', '/api/papers?dryRun=true', leastPaper({ id: 'p50', url, title: 'x' }), withKey),
        ]
      }),
    )),
  ]
  for (const response of reflected) assert.doesNotMatch(await response.text(), MARK, response.url)
})

test('the markers do show once the paper is public: the crawl would see them', async (t) => {
  const service = await startTestService(t)
  await submit(service, await service.key(), markedPaper('p1', 'pending'))
  await decide(service, 'p1', 'accept')
  for (const path of [
    '/api/papers',
    '/api/papers/p1',
    `/api/papers?q=${marker('pending', 'title')}`,
    '/api/v1/papers',
    '/api/v1/papers/p1',
    '/api/v1/concepts',
  ])
    assert.match(await (await service.get(path)).text(), MARK, path)
})

test('a retracted paper shows the reason and the date, and nothing else of itself', async (t) => {
  const service = await startTestService(t)
  await service.accept(markedPaper('p1', 'retracted'))
  await decide(service, 'p1', 'retract', 'Withdrawn by its authors.')
  for (const path of ['/api/papers/p1', '/api/v1/papers/p1', '/api/v1/papers/p1?include=fullText']) {
    const response = await service.get(path)
    assert.equal(response.status, 410)
    const text = await response.text()
    assert.doesNotMatch(text, MARK)
    assert.match(text, /Withdrawn by its authors\./u)
  }
})

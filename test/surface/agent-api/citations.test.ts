import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CitedWork } from '#core/citations/cited-work.ts'
import type { CitationsResponse, ReferencesResponse } from '#http/agent-api/citations.ts'
import { engines } from '../../support/database/engines.ts'
import { answerOf } from '../../support/mcp.ts'
import { leastPaper } from '../../support/service/papers.ts'
import { jsonOf } from '../../support/service/responses.ts'
import { startTestService } from '../../support/service/test-service.ts'

const cited = (given: Partial<CitedWork>): CitedWork => ({
  doi: null,
  arxivId: null,
  openalexId: null,
  title: null,
  year: null,
  authors: [],
  text: null,
  ...given,
})

for (const engine of engines)
  test(`references and citations of a paper are paged, and unpublished papers look missing (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(
      leastPaper({ id: 'p1', title: 'It cites others' }),
      leastPaper({ id: 'p2', title: 'It is cited', doi: '10.1000/cited' }),
      leastPaper({ id: 'p3', title: 'It cites one', year: 2026 }),
    )
    const key = await service.key('submit')
    await service.send(
      'POST',
      '/api/papers',
      leastPaper({ id: 'p9', title: 'It waits for review', doi: '10.1000/waits' }),
      { 'X-API-Key': key },
    )
    const references = [
      cited({ doi: '10.1000/cited', title: 'It is cited', year: 2025, authors: ['A. Example'] }),
      cited({ doi: '10.1000/waits' }),
      cited({ title: 'Somewhere else', openalexId: 'W7' }),
      cited({ text: 'As printed, 12' }),
    ]
    await service.store.transact((tx) =>
      tx.citations.add([
        { paperId: 'p1', source: 'jats', references, openalexId: null },
        { paperId: 'p3', source: 'bibtex', references: references.slice(0, 1), openalexId: null },
        { paperId: 'p9', source: 'bibtex', references: references.slice(0, 1), openalexId: null },
      ]),
    )
    const first = await service.get('/api/v1/papers/p1/references?limit=3')
    assert.equal(first.headers.get('X-Total-Count'), '4')
    const page = await jsonOf<ReferencesResponse>(first)
    assert.deepEqual([page.total, page.inLibrary], [4, 1])
    assert.deepEqual(page.references, [
      {
        position: 1,
        title: 'It is cited',
        authors: ['A. Example'],
        year: 2025,
        doi: '10.1000/cited',
        sources: ['jats'],
        citedHere: 2,
        paper: { id: 'p2', title: 'It is cited', year: 2025 },
      },
      { position: 2, doi: '10.1000/waits', sources: ['jats'], citedHere: 1, paper: null },
      { position: 3, title: 'Somewhere else', openalexId: 'W7', sources: ['jats'], citedHere: 1, paper: null },
    ])
    const next = /<(?<url>[^>]+)>; rel="next"/u.exec(first.headers.get('Link') ?? '')?.groups?.url ?? ''
    assert.ok(next.includes(page.nextCursor ?? 'no cursor'))
    const { pathname, search } = new URL(next)
    const last = await jsonOf<ReferencesResponse>(await service.get(pathname + search))
    assert.deepEqual(last.references, [
      { position: 4, text: 'As printed, 12', sources: ['jats'], citedHere: 1, paper: null },
    ])
    assert.equal(last.nextCursor, null)

    const citing = await jsonOf<CitationsResponse>(await service.get('/api/v1/papers/p2/citations'))
    assert.deepEqual([citing.total, citing.papers.map(({ id }) => id), citing.nextCursor], [2, ['p3', 'p1'], null])
    const none = await jsonOf<CitationsResponse>(await service.get('/api/v1/papers/p1/citations'))
    assert.deepEqual(none, { total: 0, papers: [], nextCursor: null })
    for (const list of ['references', 'citations']) {
      assert.equal((await service.get(`/api/v1/papers/p9/${list}`)).status, 404)
      assert.equal((await service.get(`/api/v1/papers/p77/${list}`)).status, 404)
      assert.equal((await service.get(`/api/v1/papers/p1/${list}?limit=0`)).status, 400)
      assert.equal((await service.get(`/api/v1/papers/p1/${list}?page=2`)).status, 400)
      assert.equal((await service.get(`/api/v1/papers/p1/${list}?cursor=${page.nextCursor}x`)).status, 400)
    }
    const told = await answerOf<{ id: string; total: number; works: { id: string }[] }>(service, 'get_citations', {
      id: '10.1000/cited',
      list: 'citations',
    })
    assert.deepEqual([told.id, told.total, told.works.map(({ id }) => id)], ['p2', 2, ['p3', 'p1']])
  })

test('copies of the library have references: records for mirrors, and relations in DataCite by OAI-PMH', async (t) => {
  const service = await startTestService(t)
  await service.accept(leastPaper({ id: 'p1', title: 'It cites' }), leastPaper({ id: 'p2', doi: '10.1000/cited' }))
  const references = [cited({ doi: '10.1000/cited' }), cited({ arxivId: '2001.00001' }), cited({ title: 'A & B' })]
  await service.store.transact((tx) =>
    tx.citations.add([{ paperId: 'p1', source: 'tei', references, openalexId: null }]),
  )
  const record = await jsonOf<object>(await service.get('/api/v1/records/references/p1'))
  assert.deepEqual(record, {
    kind: 'references',
    id: 'p1',
    record: {
      id: 'p1',
      references: [
        { doi: '10.1000/cited', sources: ['tei'], paper: 'p2' },
        { arxivId: '2001.00001', sources: ['tei'] },
        { title: 'A & B', sources: ['tei'] },
      ],
    },
  })
  assert.equal((await service.get('/api/v1/records/references/p2')).status, 404)
  const harvested = async (prefix: string): Promise<string> =>
    (await service.get(`/oai?verb=ListRecords&metadataPrefix=${prefix}`)).text()
  const relations = [...(await harvested('oai_datacite')).matchAll(/<relatedIdentifier [^]*?<\/relatedIdentifier>/gu)]
  const page = `${service.url}/papers/p1`
  assert.deepEqual(
    relations.map(([whole]) => whole),
    [
      '<relatedIdentifier relatedIdentifierType="DOI" relationType="References">10.1000/cited</relatedIdentifier>',
      '<relatedIdentifier relatedIdentifierType="arXiv" relationType="References">arXiv:2001.00001</relatedIdentifier>',
      `<relatedIdentifier relatedIdentifierType="URL" relationType="IsCitedBy">${page}</relatedIdentifier>`,
    ],
  )
  assert.ok(!(await harvested('oai_dc')).includes('relatedIdentifier'))
})

const named = (id: string) => leastPaper({ id, title: `Memory ${id}`, doi: `10.1000/${id}` })

const references = (...ids: string[]): CitedWork[] => ids.map((id) => cited({ doi: `10.1000/${id}` }))

for (const engine of engines)
  test(`lists and searches are ordered by citations in the library (${engine.name})`, async (t) => {
    const service = await startTestService(t, { engine })
    await service.accept(named('p1'), named('p2'), named('p3'), named('p4'))
    assert.doesNotMatch(await (await service.get('/papers')).text(), /sort=cited/u, 'not offered without citations')
    await service.store.transact((tx) =>
      tx.citations.add([
        { paperId: 'p1', source: 'jats', references: references('p3', 'p2'), openalexId: null },
        { paperId: 'p2', source: 'bibtex', references: references('p3'), openalexId: null },
      ]),
    )
    type Listed = { papers: { id: string }[] }
    const order: string[] = []
    let path = '/api/v1/papers?sort=cited&limit=1'
    while (path !== '') {
      const response = await service.get(path)
      order.push(...(await jsonOf<Listed>(response)).papers.map(({ id }) => id))
      const next = /<(?<url>[^>]+)>; rel="next"/u.exec(response.headers.get('Link') ?? '')?.groups?.url
      path = next === undefined ? '' : new URL(next).pathname + new URL(next).search
    }
    assert.deepEqual(order, ['p3', 'p2', 'p1', 'p4'])
    type Found = { hits: { id: string }[] }
    const { hits } = await jsonOf<Found>(await service.get('/api/v1/search?q=memory&sort=cited'))
    assert.deepEqual(hits.map(({ id }) => id).slice(0, 2), ['p3', 'p2'])
    for (const address of [
      '/papers?sort=cited',
      '/papers?q=memory&sort=cited',
      '/papers?q=memory&match=all&sort=cited',
    ]) {
      const page = await (await service.get(address)).text()
      assert.deepEqual(
        [...page.matchAll(/cited by (?<papers>\d papers?) here/gu)].map(({ groups }) => groups?.papers),
        ['2 papers', '1 paper', '0 papers', '0 papers'],
        address,
      )
      assert.match(page, /aria-current="true">cited here</u)
    }
    assert.doesNotMatch(await (await service.get('/papers')).text(), /cited by/u)
    assert.match(await (await service.get('/papers')).text(), /href="\/papers\?sort=cited">cited here</u)

    const ids = async (path: string): Promise<string[]> => {
      const found = await jsonOf<Partial<Listed & Found> & { total: number }>(await service.get(path))
      const listed = (found.papers ?? found.hits ?? []).map(({ id }) => id)
      assert.equal(found.total, listed.length, path)
      return listed.toSorted()
    }
    for (const path of [
      '/api/v1/papers?citedHere=true',
      '/api/v1/papers?citedHere=true&sort=cited',
      '/api/v1/papers?citedHere=true&sort=newest',
      '/api/v1/search?q=memory&citedHere=true',
      '/api/v1/search?q=memory&match=all&citedHere=true',
      '/api/v1/search?like=p1&citedHere=true',
    ])
      assert.deepEqual(await ids(path), ['p2', 'p3'], path)
    assert.equal((await ids('/api/v1/papers?citedHere=false')).length, 4)
    assert.equal((await service.get('/api/v1/search?q=memory&citedHere=yes')).status, 400)
    const first = await service.get('/api/v1/papers?citedHere=true&limit=1')
    const next = /<(?<url>[^>]+)>; rel="next"/u.exec(first.headers.get('Link') ?? '')?.groups?.url ?? ''
    assert.match(next, /citedHere=true/u)
    const { papers } = await jsonOf<Listed>(await service.get(new URL(next).pathname + new URL(next).search))
    assert.equal(papers.length, 1)
    assert.equal((await service.get(`/api/v1/papers?cursor=${new URL(next).searchParams.get('cursor')}`)).status, 400)
    assert.match(
      await (await service.get('/papers')).text(),
      /name="cited" value="yes"[^>]*><\/label><a href="\/papers\?cited=yes">cited here</u,
    )
    for (const address of ['/papers?cited=yes', '/papers?q=memory&cited=yes', '/papers?q=memory&match=all&cited=yes']) {
      const page = await (await service.get(address)).text()
      assert.match(page, /name="cited" value="yes"[^>]* checked/u, address)
      assert.doesNotMatch(page, /<input type="hidden" name="cited" value="yes" \/>\s*<h3>/u)
      const shown = new Set([...page.matchAll(/href="\/papers\/(?<id>p\d)"/gu)].map(({ groups }) => groups?.id ?? ''))
      assert.deepEqual([...shown].toSorted(), ['p2', 'p3'], address)
    }
  })

import assert from 'node:assert/strict'
import { after } from 'node:test'
import { decideProposal } from '#actions/imports.ts'
import { noticeLine } from '#core/imports/notice.ts'
import { checkPapers, type CheckOrder } from '#sources/check-papers.ts'
import { enrichPapers, type EnrichOrder } from '#sources/enrich-papers.ts'
import { SourceFault } from '#sources/protocols.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { atomPage, failures, madePapers, openCatalogueServer, openWatching } from '../support/sources.ts'

const server = await openCatalogueServer({ after })
const { origin } = server
const resolvers = {
  arxiv: `${origin}/arxiv`,
  doi: `${origin}/doi/`,
  crossref: `${origin}/crossref`,
  openalex: `${origin}/openalex`,
}
const signal = new AbortController().signal

const paths = (from: number): string[] =>
  server.asked.slice(from).map(({ pathname, searchParams }) => searchParams.get('id_list') ?? pathname)

/** A work of OpenAlex. */
const openalexWork = (title: string, doi: string, name: string) => ({
  id: `https://openalex.org/${doi}`,
  title,
  doi: `https://doi.org/${doi}`,
  publication_year: 2025,
  authorships: [{ author: { display_name: name }, institutions: [{ display_name: 'An institute' }] }],
  abstract_inverted_index: { Words: [0] },
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'public papers are compared with their records, each once in a while, and the news proposed',
    async (store) => {
      const { ports, run, clock } = await openWatching(store, origin)
      const [made] = madePapers(1)
      assert.ok(made !== undefined)
      const { id: arxivId, title, author } = made
      const published = { title: 'A published work', authors: ['Ada Byron'], year: 2026, doi: '10.1000/one' }
      await addPapers(
        store,
        newPaper({ id: 'p1', title, authors: [author], year: 2026, arxivId, abstract: 'Old.' }),
        newPaper({ id: 'p2', ...published, url: `${origin}/gone`, publisher: 'Press' }),
        newPaper({ id: 'p3', title: 'Another work', url: `${origin}/alive` }),
        newPaper({ id: 'p4', title: 'A work that waits', doi: '10.1000/secret' }, 'pending'),
      )
      const work = {
        DOI: '10.1000/one',
        title: ['A published work'],
        author: [{ given: 'Ada', family: 'Byron' }],
        issued: { 'date-parts': [[2026]] },
        publisher: 'Other Press',
      }
      let crossref: object = work
      server.answerWith(({ pathname }, response) => {
        if (pathname === '/arxiv') response.end(atomPage([made], { start: 0, size: 1 }).replace('v1<', 'v3<'))
        else if (pathname === '/crossref/10.1000%2Fone') response.end(JSON.stringify({ message: crossref }))
        else response.writeHead(pathname === '/alive' ? 200 : 404).end('x'.repeat(200))
      })
      const check = async (order: Partial<CheckOrder> = {}) => {
        const given = {
          id: null,
          before: new Date(clock.now().getTime() - 7 * 86_400_000).toISOString(),
          limit: 100,
          signal,
        }
        const found = await Array.fromAsync(
          checkPapers({ ...ports, run, store, resolvers, linkClient: ports.client }, { ...given, ...order }),
        )
        return found.map(({ id, link, fields, notices }) => [id, link, fields, notices])
      }
      const begun = server.asked.length
      server.failNext(failures.unavailable)
      const version = `A new version: v3 http://arxiv.org/abs/${arxivId}v3`
      assert.deepEqual(await check({ limit: 1 }), [['p1', 'unknown', ['url', 'date', 'kind', 'abstract'], [version]]])
      assert.deepEqual(await check(), [
        ['p2', 'dead', ['authorNames'], []],
        ['p3', 'alive', [], []],
      ])
      assert.deepEqual(paths(begun), [arxivId, arxivId, '/crossref/10.1000%2Fone', '/gone', '/alive'])
      assert.deepEqual(await check(), [], 'none is due')

      clock.advance(86_400)
      const since = clock.now().toISOString()
      assert.ok(since > '2026')
      crossref = { ...work, 'updated-by': [{ DOI: '10.1000/r', type: 'retraction', label: 'Retraction' }] }
      const proposed = await check()
      assert.deepEqual(
        proposed.map(([id, link]) => [id, link]),
        [['p2', 'dead']],
        'an address that failed is tried again on the next day',
      )
      const open = await store.private.imports.listProposals('open', null, 10)
      const lines = open.map(({ paperId, notices }) => [paperId, notices.map(noticeLine)])
      assert.deepEqual(lines, [
        ['p1', [version]],
        ['p2', ['Retracted: Retraction https://doi.org/10.1000/r']],
        ['p2', [`Its address leads nowhere, 2026-11-20: status 404 ${origin}/gone`]],
      ])
      const last = open.at(-1)
      await run(decideProposal, { id: last?.id ?? 0, decision: 'take', actor: 'editor' })
      const changed = (await store.private.papers.findByIds(['p2'])).get('p2')
      assert.deepEqual([changed?.url, changed?.publisher], ['https://doi.org/10.1000/one', 'Press'])

      clock.advance(8 * 86_400)
      assert.deepEqual(
        await check(),
        [
          ['p1', 'unknown', [], []],
          ['p2', 'unknown', [], []],
          ['p3', 'alive', [], []],
        ],
        'what is known is not proposed again',
      )
      assert.equal((await store.private.imports.listSources('p3')).length, 0, 'records without news are not kept')
      assert.deepEqual(await check({ id: 'p3' }), [['p3', 'alive', [], []]])
      await assert.rejects(check({ id: 'p4' }), { code: 'not_found', message: 'There is no public paper p4.' })
      clock.advance(8 * 86_400)
      server.answerWith(failures.unavailable)
      await assert.rejects(check(), SourceFault)
      server.answerWith((_url, response) => void response.writeHead(404).end())
      assert.equal((await check()).length, 3, 'a check that failed goes on')
    },
  )

  contract(
    'what papers lack is asked of a catalogue and proposed, and submissions stay unknown to it',
    async (store) => {
      const { ports, run } = await openWatching(store, origin)
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'A work with a DOI', doi: '10.1000/one' }),
        newPaper({ id: 'p2', title: 'A preprint', arxivId: '2611.00001' }),
        newPaper({ id: 'p3', title: 'Known by its title alone' }),
        newPaper({ id: 'p4', title: 'Complete', doi: '10.1000/four', institution: 'Here', container: 'There' }),
        newPaper({ id: 'p5', title: 'A submission', doi: '10.1000/secret' }, 'pending'),
      )
      const ada = 'Ada Example'
      const wrong = openalexWork('Known by its title, and others', '10.1000/wrong', ada)
      const answered: Record<string, object> = {
        '/openalex/doi:10.1000/one': openalexWork('A work with a DOI', '10.1000/one', ada),
        '/openalex/doi:10.1000/secret': openalexWork('A submission', '10.1000/secret', ada),
        '/openalex': {
          meta: { count: 2 },
          results: [wrong, openalexWork('Known by its title alone', '10.1000/three', ada)],
        },
        '/crossref': { message: { items: [] } },
      }
      server.answerWith(({ pathname }, response) => {
        const found = answered[pathname]
        response.writeHead(found === undefined ? 404 : 200).end(JSON.stringify(found ?? {}))
      })
      const enriching = { ...ports, run, store, resolvers, contact: 'team@papers.example' }
      const usual = {
        catalogue: 'openalex',
        after: null,
        limit: 100,
        inReview: false,
        abstracts: false,
        isDryRun: false,
      } as const
      const enrich = async (order: Partial<EnrichOrder> = {}) => {
        const begun = server.asked.length
        const found = await Array.fromAsync(enrichPapers(enriching, { ...usual, signal, ...order }))
        const asked = server.asked.slice(begun).map(({ pathname, search }) => decodeURIComponent(pathname + search))
        return { found: found.map(({ id, isFound, fields }) => [id, isFound, fields]), asked }
      }
      const open = async () =>
        (await store.private.imports.listProposals('open', null, 50)).map(({ paperId, fields }) => [paperId, fields])
      const mail = 'mailto=team@papers.example'
      const first = [
        ['p1', true, ['institution', 'url', 'authorDetails']],
        ['p2', false, []],
        ['p3', true, ['institution', 'url', 'authorDetails', 'doi']],
      ]
      const preview = await enrich({ isDryRun: true })
      assert.deepEqual(preview.found, first)
      assert.deepEqual(preview.asked, [
        `/openalex/doi:10.1000/one?${mail}`,
        `/openalex/doi:10.48550/arxiv.2611.00001?${mail}`,
        `/openalex?search=known+by+its+title+alone&per-page=5&${mail}`,
      ])
      assert.deepEqual(await open(), [])
      assert.equal((await store.private.imports.listSources('p1')).length, 0)
      const one = await enrich({ limit: 1 })
      assert.deepEqual(one.found, first.slice(0, 1))
      assert.deepEqual((await enrich({ after: 'p1' })).found, first.slice(1))
      const authorDetails = [{ position: 1, name: 'Ada Example', orcid: null, affiliations: ['An institute'] }]
      const proposed = { institution: 'An institute', authorDetails }
      assert.deepEqual(await open(), [
        ['p1', { ...proposed, url: 'https://doi.org/10.1000/one' }],
        ['p3', { ...proposed, url: 'https://doi.org/10.1000/three', doi: '10.1000/three' }],
      ])
      const again = await enrich()
      assert.deepEqual(again.found, [
        ['p1', true, []],
        ['p2', false, []],
        ['p3', true, []],
      ])
      const all = await enrich({ after: 'p4', inReview: true, abstracts: true })
      assert.deepEqual(all.found, [['p5', true, ['institution', 'url', 'abstract', 'authorDetails']]])
      const submission = (await store.private.papers.findByIds(['p5'])).get('p5')
      assert.equal(submission?.institution, null, 'only proposed')
      const last = (await store.private.imports.listProposals('open', null, 50)).at(-1)
      assert.equal(last?.paperId, 'p5')
      await run(decideProposal, { id: last?.id ?? 0, decision: 'take', actor: 'editor' })
      const filled = (await store.private.papers.findByIds(['p5'])).get('p5')
      assert.deepEqual([filled?.institution, filled?.abstract], ['An institute', 'Words'])
      const crossref = await enrich({ catalogue: 'crossref', after: 'p2' })
      assert.deepEqual(crossref.asked, [
        `/crossref?query.bibliographic=Known+by+its+title+alone+Ada+Example&rows=5&${mail}`,
      ])
      await assert.rejects(enrich({ after: 'p99' }), { code: 'not_found' })
      server.answerWith((_url, response) => void response.writeHead(403).end())
      await assert.rejects(enrich(), SourceFault)
    },
  )
}

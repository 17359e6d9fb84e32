import assert from 'node:assert/strict'
import { after } from 'node:test'
import { changeSource } from '#actions/sources.ts'
import type { RunAction } from '#actions/run-action.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import {
  atomPage,
  failures,
  madePapers,
  oaiError,
  oaiPage,
  openCatalogueServer,
  type Answer,
  type MadePaper,
  openWatching,
  type Watching,
} from '../support/sources.ts'
import { decideProposal } from '#actions/imports.ts'
import { noticeLine } from '#core/imports/notice.ts'
import { takeList } from '../support/database/listed.ts'
import { addPapers, newPaper } from '../support/database/stored.ts'
import { dismissCandidate, dismissCandidates, reopenCandidate, reopenCandidates } from '#actions/candidates.ts'
import type { CandidateFilter, CandidateOrder } from '#core/sources/candidate.ts'
import type { RankPlace } from '#ports/store/sources.ts'
import { Failure } from '#core/failure.ts'
import { keepCheckedCandidate } from '#imports/import-batch.ts'
import { corePaper } from '../support/database/stored.ts'
import { rankOpenCandidates } from '#sources/rank-open-candidates.ts'

const server = await openCatalogueServer({ after })
const { origin } = server

const titles = async (watching: Watching): Promise<string[]> =>
  (await watching.open()).map(({ paper }) => paper?.title ?? '').toSorted()
const titlesOf = (papers: readonly MadePaper[]): string[] => papers.map(({ title }) => title).toSorted()

const arxivPage =
  (papers: readonly MadePaper[]) =>
  ({ searchParams }: URL): string =>
    atomPage(papers, { start: Number(searchParams.get('start')), size: Number(searchParams.get('max_results')) })

const OAI_PART = 20

/** Parts of a list; a token is the number of the record after which it goes on. */
const oaiPart =
  (papers: readonly MadePaper[], responseDate?: string) =>
  ({ searchParams }: URL): string => {
    const start = Number(searchParams.get('resumptionToken')?.slice('after-'.length) ?? 0)
    const end = start + OAI_PART
    const token = end < papers.length ? `after-${end}` : null
    return oaiPage(papers.slice(start, end), {
      token,
      total: papers.length,
      ...(responseDate === undefined ? {} : { responseDate }),
    })
  }

const serve =
  (page: (url: URL) => string): Answer =>
  (url, response) =>
    void response.end(page(url))

const answers =
  (text: string): Answer =>
  (_url, response) =>
    void response.end(text)

const atom = (...entries: string[]): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">${entries.join('')}</feed>`
const entryOf = ({ id, title, author }: MadePaper, version: number, summary: string): string =>
  `<entry><id>http://arxiv.org/abs/${id}v${version}</id><published>2026-11-11T00:00:00Z</published><title>${title}</title>` +
  `<summary>${summary}</summary><author><name>${author}</name></author></entry>`

const works = (...items: object[]): string =>
  JSON.stringify({ message: { 'next-cursor': null, 'total-results': items.length, items } })

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a search of arXiv is read to its end once, through all faults of its server', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(250)
    const page = arxivPage(papers)
    server.answerWith(serve(page))
    server.failNext(
      failures.tooMany(20),
      failures.unavailable,
      serve(page),
      failures.cut(page, 'length'),
      failures.cut(page, 'nothing'),
      answers(atomPage(papers, { start: 250, size: 0 })),
    )
    const id = await watching.add({ kind: 'arxiv', address: `${origin}/api/query` })
    assert.equal(await watching.read(id), 'failed')
    const stopped = await watching.source(id)
    assert.match(stopped.lastError ?? '', /An empty page came after 100 of 250 records/u)
    assert.equal((await watching.open()).length, 100)
    assert.ok(watching.waits.includes(20_000))

    watching.clock.advance(300)
    const before = server.asked.length
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(papers))
    assert.equal(server.asked[before]?.searchParams.get('start'), '100')
    const { searchParams } = server.asked[before] ?? new URL(origin)
    assert.equal(searchParams.get('search_query'), 'cat:cs.AI AND submittedDate:[202611100000 TO 202611201000]')
    assert.deepEqual(
      watching.waits.filter((ms) => ms < 3_000),
      [],
      'three seconds between requests at least',
    )
    assert.equal(server.mostAtOnce(), 1)

    const more = [...papers, ...madePapers(3, 251)]
    server.answerWith(serve(arxivPage(more.slice(-10))))
    watching.clock.set('2026-11-21T11:00:00.000Z')
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(more))
    assert.match(server.asked.at(-1)?.searchParams.get('search_query') ?? '', /submittedDate:\[202611160000 TO/u)
    const { failures: failed, lastError, nextRunAt } = await watching.source(id)
    assert.deepEqual([failed, lastError, nextRunAt], [0, null, '2026-11-21T12:00:00.000Z'])
    const [last, first] = await store.private.sources.runs(id, 5)
    assert.deepEqual(
      { read: last?.read, added: last?.added, known: last?.known, requests: last?.requests },
      { read: 10, added: 3, known: 7, requests: 1 },
    )
    assert.equal(first?.added, 150)
  })

  contract('a work that a list named by its page alone is recognized in a source', async (store) => {
    const watching = await openWatching(store, origin)
    const site = 'https://proceedings.mlr.press/v139'
    await takeList(watching.run, `- [Plans](${site}/plans21a.html)\n- [Memory](${site}/memory21a.html)\n`)
    const [plans, memory] = await watching.open()
    await watching.run(dismissCandidate, { id: memory?.id ?? 0, actor: 'test' })
    const author = [{ given: 'Ada', family: 'Example' }]
    const issued = { 'date-parts': [[2021, 7]] }
    server.answerWith(
      answers(
        works(
          { title: ['Plans that last'], author, issued, URL: `${site}/plans21a/plans21a.pdf` },
          { title: ['Memory of agents'], author, issued, URL: `http://proceedings.mlr.press/v139/memory21a.html` },
          { title: ['Tools'], author, issued, URL: `${site}/tools21a.html` },
        ),
      ),
    )
    const id = await watching.add({ kind: 'crossref', address: `${origin}/works` })
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(
      (await watching.open()).map((candidate) => [candidate.id, candidate.paper?.title]),
      [
        [plans?.id, 'Plans that last'],
        [3, 'Tools'],
      ],
    )
    assert.equal((await store.private.candidates.find(memory?.id ?? 0))?.state, 'dismissed')
  })

  contract('what happens to a public paper upstream is proposed, and its abstract stays', async (store) => {
    const watching = await openWatching(store, origin)
    const { run } = watching
    const made = madePapers(4)
    const [revised, withdrawn, deleted, corrected] = made
    assert.ok(revised !== undefined && withdrawn !== undefined && deleted !== undefined && corrected !== undefined)
    await addPapers(
      store,
      ...made.map((one, index) =>
        newPaper({
          id: `p${index + 1}`,
          title: one.title,
          authors: [one.author],
          year: 2026,
          abstract: 'We study this.',
          arxivId: one.id,
          url: `http://arxiv.org/abs/${one.id}v1`,
          kind: 'preprint',
          doi: one === corrected ? '10.1000/corrected' : null,
          commentary: one === corrected ? 'Worth reading.' : null,
        }),
      ),
    )
    const proposals = async () =>
      (await store.private.imports.listProposals('open', null, 50))
        .filter(({ notices }) => notices.length > 0)
        .map(({ paperId, replaced, notices }) => [paperId, replaced, notices.map(noticeLine)])
    const reading = async (id: number, ...pages: string[]): Promise<void> => {
      for (const page of pages) {
        server.failNext(answers(page))
        assert.equal(await watching.read(id), 'done')
        watching.clock.advance(86_400)
      }
    }
    const arxiv = await watching.add({ kind: 'arxiv', address: `${origin}/api/query` })
    const said = 'This paper has been withdrawn by the author due to an error in Lemma 2.'
    await reading(arxiv, atom(entryOf(revised, 1, 'We study this in other words.'), entryOf(withdrawn, 2, said)))
    const withdrawal = ['p2', {}, [`Withdrawn: ${said}`]]
    assert.deepEqual(await proposals(), [withdrawal], 'the same version is no news')
    const address = `http://arxiv.org/abs/${revised.id}v2`
    await reading(arxiv, atom(entryOf(revised, 2, 'We study this, and more.')))
    const revision = ['p1', { abstract: 'We study this, and more.', url: address }, [`A new version: v2 ${address}`]]
    assert.deepEqual(await proposals(), [withdrawal, revision])

    const repository = await watching.add({ kind: 'oai', address: `${origin}/oai`, query: '' })
    const gone = oaiPage([{ ...deleted, isDeleted: true }], { token: null })
    await reading(repository, oaiPage([deleted], { token: null }), gone, gone)
    const deletion = ['p3', {}, [`Deleted by its repository: oai:arXiv.org:${deleted.id}`]]
    assert.deepEqual(await proposals(), [withdrawal, revision, deletion])

    const updated = { 'date-parts': [[2026, 11, 12]] }
    const erratum = {
      DOI: '10.1000/erratum',
      title: ['Erratum to a paper'],
      author: [{ family: 'Author', given: 'Ada' }],
      issued: updated,
      'update-to': [
        { DOI: '10.1000/CORRECTED', type: 'erratum', label: 'Erratum', updated },
        { DOI: '10.1000/unknown', type: 'retraction', updated },
      ],
    }
    const crossref = await watching.add({ kind: 'crossref', address: `${origin}/works`, query: '' })
    await reading(crossref, works({ ...erratum, score: 1 }), works({ ...erratum, score: 2 }))
    const correction = ['p4', {}, ['A correction, 2026-11-12: Erratum https://doi.org/10.1000/erratum']]
    assert.deepEqual(await proposals(), [withdrawal, revision, deletion, correction])
    assert.deepEqual(await watching.open(), [], 'none of these is a new paper')

    for (const { id, paperId } of await store.private.imports.listProposals('open', null, 50))
      await run(decideProposal, { id, decision: paperId === 'p3' ? 'leave' : 'take', actor: 'editor' })
    const papers = await store.private.papers.findByIds(['p1', 'p2', 'p4'])
    const [one, two, four] = ['p1', 'p2', 'p4'].map((id) => papers.get(id))
    assert.deepEqual([one?.abstract, one?.url], ['We study this, and more.', address])
    assert.equal(two?.abstract, 'We study this.')
    assert.equal(four?.commentary, 'Worth reading.\n\nErratum of 2026-11-12: <https://doi.org/10.1000/erratum>')
    const states = await Promise.all(['p2', 'p3'].map((id) => store.private.submissions.find(id)))
    assert.deepEqual(
      states.map((submission) => [submission?.state, submission?.history.at(-1)?.note]),
      [
        ['retracted', `Withdrawn: ${said}`],
        ['accepted', null],
      ],
    )
    await reading(crossref, works({ ...erratum, score: 3 }))
    await reading(arxiv, atom(entryOf(revised, 2, 'We  study this, and more.')))
    assert.deepEqual(await proposals(), [], 'what was decided on is not proposed again')
  })

  contract('a list of OAI-PMH survives tokens that repeat, vanish or end too soon, and wrong dates', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(92)
    const part = oaiPart(papers, '1970-01-01T00:00:00Z')
    server.answerWith(serve(part))
    server.failNext(
      serve(part),
      failures.reset,
      serve(part),
      // The same token once more, with the part that it led to.
      answers(oaiPage(papers.slice(40, 60), { token: 'after-40', total: 92 })),
      answers(oaiError('badResumptionToken', 'expired')),
      serve(part),
      (_url, response) => void response.writeHead(404).end('no such token'),
    )
    const id = await watching.add({ kind: 'oai', address: `${origin}/oai`, query: 'cs' })
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(papers))
    const asked = new Set(server.asked.slice(-20).map(({ search }) => search))
    assert.ok(asked.has('?verb=ListRecords&metadataPrefix=arXiv&set=cs&from=2026-11-10'))
    assert.ok(asked.has('?verb=ListRecords&resumptionToken=after-80'))

    // A list that ends too soon is read again from where it began.
    watching.clock.set('2026-11-22T10:00:00.000Z')
    const more = [...papers, ...madePapers(5, 93)]
    server.answerWith(serve(oaiPart(more, '2999-01-01T00:00:00Z')))
    server.failNext(serve(oaiPart(more)), answers(oaiPage(more.slice(20, 40), { token: '', total: 97 })))
    assert.equal(await watching.read(id), 'failed')
    assert.match((await watching.source(id)).lastError ?? '', /ended after 40 of 97 records/u)
    watching.clock.advance(3_600)
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(more))
    assert.equal((await watching.source(id)).position.from, '2026-11-21')

    // Nothing new; then one that is deleted, and one that was changed.
    server.failNext(answers(oaiError('noRecordsMatch', 'nothing')))
    assert.equal(await watching.read(id), 'done')
    const [one, two] = papers
    assert.ok(one !== undefined && two !== undefined)
    const changed = { ...two, title: 'Another title of the second paper' }
    server.failNext(answers(oaiPage([{ ...one, isDeleted: true }, changed], { token: null })))
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf([one, changed, ...more.slice(2)]))
    const [run] = await store.private.sources.runs(id, 1)
    assert.match(run?.refusals[0]?.reason ?? '', /has deleted oai:arXiv\.org:2611\.00001/u)
  })

  contract('a repository that never lets a list end is given up, and what it brought is kept once', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(24)
    server.answerWith(answers(oaiPage(papers.slice(0, 20), { token: 'again' })))
    const id = await watching.add({ kind: 'oai', address: `${origin}/oai` })
    assert.equal(await watching.read(id), 'failed')
    assert.match((await watching.source(id)).lastError ?? '', /repeats a resumption token/u)
    assert.equal((await watching.open()).length, 20)
    const { nextRunAt, failures: failed } = await watching.source(id)
    assert.equal(failed, 1)
    assert.ok(nextRunAt > watching.clock.now().toISOString())
  })

  contract('a process that is killed at any moment loses no record and doubles none', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(52)
    server.answerWith(serve(oaiPart(papers)))
    const id = await watching.add({ kind: 'oai', address: `${origin}/oai` })
    let kills = 0
    for (let after = 2; ; after += 2) {
      let actions = 0
      // From one moment on nothing of this process reaches the store any more.
      const run: RunAction = (action, input) => {
        actions += 1
        return actions > after ? Promise.reject(new Error('killed')) : watching.run(action, input)
      }
      const outcome = await watching.read(id, { run }).catch(() => 'killed')
      if (outcome === 'done') break
      kills += 1
      assert.equal(await watching.read(id), 'busy', 'its lease has not ended')
      watching.clock.advance(31)
    }
    // A page is stored by fewer actions where the machine is fast.
    assert.ok(kills > 2, `only ${kills} kills`)
    assert.deepEqual(await titles(watching), titlesOf(papers))
  })

  contract('a source has one reader, and one that lost its lease stores nothing more', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(48)
    const part = oaiPart(papers)
    const id = await watching.add({ kind: 'oai', address: `${origin}/oai` })
    server.answerWith(serve(part))
    server.failNext(serve(part), (url, response) => {
      void (async () => {
        assert.equal(await watching.read(id), 'busy')
        await watching.run(changeSource, { id, change: 'pause', actor: 'test' })
        response.end(part(url))
      })()
    })
    assert.equal(await watching.read(id), 'lost')
    assert.equal((await watching.open()).length, 20)
    assert.equal(await watching.read(id), 'busy', 'it is paused')
    await watching.run(changeSource, { id, change: 'resume', actor: 'test' })
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(papers))
    await watching.run(changeSource, { id, change: 'remove', actor: 'test' })
    assert.deepEqual(await store.private.sources.list(), [])
    assert.equal((await watching.open()).length, 48, 'what it brought stays')
  })

  contract('a source brings no more than its cap on one day, and goes on with the next', async (store) => {
    const watching = await openWatching(store, origin)
    const papers = madePapers(52)
    server.answerWith(serve(oaiPart(papers)))
    const id = await watching.add({ kind: 'oai', address: `${origin}/oai`, dailyCap: 24 })
    assert.equal(await watching.read(id), 'full')
    assert.equal((await watching.open()).length, 24)
    assert.equal((await watching.source(id)).nextRunAt, '2026-11-21T00:00:00.000Z')
    assert.equal(await watching.read(id), 'full')
    assert.equal((await watching.open()).length, 24)
    watching.clock.set('2026-11-21T00:00:00.000Z')
    assert.equal(await watching.read(id), 'full')
    watching.clock.set('2026-11-22T00:00:00.000Z')
    assert.equal(await watching.read(id), 'done')
    assert.deepEqual(await titles(watching), titlesOf(papers))
  })
}

/** One source of arXiv and one of OAI-PMH that bring the same four papers. */
const twoSources = async (watching: Watching): Promise<{ arxiv: number; oai: number }> => {
  const papers = madePapers(4)
  server.answerWith(({ pathname }, response) => {
    const page =
      pathname === '/oai' ? oaiPage(papers, { token: null }) : atomPage(papers, { start: 0, size: papers.length })
    response.end(page)
  })
  return {
    arxiv: await watching.add({ kind: 'arxiv', address: `${origin}/api/query` }),
    oai: await watching.add({ kind: 'oai', address: `${origin}/oai`, query: '' }),
  }
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a work is one candidate, whichever sources bring it, and is decided on once', async (store) => {
    const watching = await openWatching(store, origin)
    const { arxiv, oai } = await twoSources(watching)
    assert.equal(await watching.read(arxiv), 'done')
    const [one, two, three, four] = await watching.open()
    assert.ok(one && two && three && four)

    await watching.run(dismissCandidate, { id: one.id, actor: 'editor' })
    const ports = { store, run: watching.run, clock: watching.clock }
    const paperId = await keepCheckedCandidate(ports, { id: two.id, actor: 'editor' })
    assert.equal(await watching.read(oai), 'done')
    assert.deepEqual(
      (await watching.open()).map(({ id }) => id),
      [three.id, four.id],
      'what was dismissed or kept does not come again',
    )
    const origins = await store.private.candidates.listOrigins([three.id])
    assert.deepEqual(
      origins.get(three.id)?.map(({ source, recordId }) => `${source?.id} ${recordId}`),
      [`${arxiv} http://arxiv.org/abs/2611.00003v1`, `${oai} oai:arXiv.org:2611.00003`],
    )

    const submission = await store.private.submissions.find(paperId)
    assert.equal(submission?.state, 'pending')
    const sources = await store.private.imports.listSources(paperId)
    assert.deepEqual(
      sources.map(({ format }) => format),
      ['arxiv-atom', 'oai-pmh'],
      'the second sighting is kept with the paper',
    )
    const enriched = (await store.private.papers.findByIds([paperId])).get(paperId)
    assert.deepEqual(
      enriched?.authorNames.map(({ family }) => family),
      ['Author2'],
      'and fills what was empty',
    )

    await assert.rejects(
      keepCheckedCandidate(ports, { id: one.id, actor: 'editor' }),
      (error) => error instanceof Failure && error.code === 'wrong_state',
    )
    await watching.run(reopenCandidate, { id: one.id, actor: 'editor' })
    assert.equal(await store.private.candidates.countOpen(), 3)
    const acts = new Set((await store.private.audit.listAfter(0, 100)).map(({ act }) => act))
    for (const act of ['source.add', 'candidate.dismiss', 'candidate.keep', 'candidate.reopen'])
      assert.ok(acts.has(act), act)
  })

  contract('candidates are ranked best first, page by page, and anew after decisions', async (store) => {
    const watching = await openWatching(store, origin)
    const { arxiv } = await twoSources(watching)
    await watching.read(arxiv)
    const { candidates } = store.private
    assert.deepEqual(await candidates.rankingState(5), { isUnranked: true, isOpen: true, rejected: ', ' })
    assert.equal(await rankOpenCandidates({ store, run: watching.run }), 4)
    assert.deepEqual(await candidates.rankingState(5), { isUnranked: false, isOpen: true, rejected: ', ' })
    const [one, two] = await watching.open()
    assert.ok(one !== undefined && two !== undefined)
    await store.transact((tx) =>
      tx.candidates.setRanks([{ id: one.id, score: 1_500_000, reasons: { like: [], unlike: [] } }]),
    )
    const [first, second] = await candidates.listRanked(null, 2)
    assert.deepEqual([first?.id, first?.score], [one.id, 1_500_000])
    const next = await candidates.listRanked({ score: second?.score ?? 0, id: second?.id ?? 0 }, 10)
    assert.equal(new Set([first?.id, second?.id, ...next.map(({ id }) => id)]).size, 4)
    await watching.run(dismissCandidate, { id: two.id, actor: 'editor' })
    assert.deepEqual(await candidates.rankingState(5), { isUnranked: false, isOpen: true, rejected: `, ${two.id}` })
    assert.deepEqual(await Array.fromAsync(candidates.judged(5)), [
      {
        are: 'rejected',
        texts: [{ id: `candidate ${two.id}`, title: two.paper?.title, abstract: two.paper?.abstract }],
      },
    ])
    const lots = await Array.fromAsync(candidates.toRank(2))
    assert.deepEqual(
      lots.map((texts) => texts.length),
      [2],
    )
  })

  contract('candidates are listed in three orders, and found by words and by where they come from', async (store) => {
    const watching = await openWatching(store, origin)
    const { arxiv } = await twoSources(watching)
    await watching.read(arxiv)
    const { candidates } = store.private
    const brought = (await watching.open()).map(({ id }) => id)
    const at = '2026-11-20T10:00:00.000Z'
    const listed = { title: 'Ledgers of Ågents', url: null, topics: [] }
    const [one, two] = await store.transact(async (tx) => [
      await tx.candidates.add({ paper: null, doi: '10.1/abc', arxivId: null, listed, at }),
      await tx.candidates.add({
        paper: corePaper({ title: 'Ledgers again', authors: ['Zoë Ng'] }),
        listed: null,
        doi: null,
        arxivId: null,
        at,
      }),
    ])
    const [best = 0] = brought
    await store.transact((tx) => tx.candidates.setRanks([{ id: best, score: 7, reasons: { like: [], unlike: [] } }]))
    const everything = { words: null, source: null }
    const listAll = async (order: CandidateOrder, filter: CandidateFilter = everything) => {
      const ids: number[] = []
      for (let after: RankPlace | null = null; ;) {
        const found = await candidates.listOpen(filter, { order, after, limit: 2 })
        assert.ok(found.candidates.length <= 2)
        ids.push(...found.candidates.map(({ id }) => id))
        if (found.next === null) return ids
        after = found.next
      }
    }
    const all = [...brought, one ?? 0, two ?? 0]
    assert.deepEqual(await listAll('oldest'), all)
    assert.deepEqual(await listAll('latest'), all.toReversed())
    assert.deepEqual(
      await listAll('best'),
      (await candidates.listRanked(null, 50)).map(({ id }) => id),
    )
    assert.deepEqual(await listAll('best', { words: 'LEDGER', source: null }), [two, one])
    assert.deepEqual(await listAll('oldest', { words: 'ledgers ågents', source: null }), [one])
    assert.deepEqual(await listAll('oldest', { words: 'zoë', source: null }), [two])
    assert.deepEqual(await listAll('oldest', { words: '10.1/ABC', source: null }), [one])
    for (const words of ['', '!', 'title abstract'])
      assert.deepEqual(await listAll('best', { words, source: null }), [])
    assert.deepEqual(await listAll('oldest', { words: null, source: arxiv }), brought)
    assert.deepEqual(await listAll('oldest', { words: null, source: 'list' }), [])
    assert.deepEqual([...(await candidates.among([best, 999_999])).keys()], [best])
    assert.deepEqual(await watching.run(dismissCandidates, { ids: [best, 999_999, best], actor: 'editor' }), [best])
    assert.deepEqual(await listAll('oldest'), all.slice(1))
    assert.deepEqual(await watching.run(reopenCandidates, { ids: [best, one ?? 0], actor: 'editor' }), [best])
  })

  contract('a source that was removed leaves what it brought, and can be added again', async (store) => {
    const watching = await openWatching(store, origin)
    const { arxiv } = await twoSources(watching)
    await watching.read(arxiv)
    await assert.rejects(
      watching.add({ kind: 'arxiv', address: `${origin}/api/query` }),
      /already requests the same papers/u,
    )
    await watching.run(changeSource, { id: arxiv, change: 'remove', actor: 'editor' })
    const again = await watching.add({ kind: 'arxiv', address: `${origin}/api/query` })
    assert.equal(await watching.read(again), 'done')
    assert.equal((await watching.open()).length, 4)
  })
}

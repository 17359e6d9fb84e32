import assert from 'node:assert/strict'
import { after } from 'node:test'
import { changeSource } from '#actions/sources/change-source.ts'
import { reopenCandidate } from '#actions/sources/reopen-candidate.ts'
import { dismissCandidate } from '#actions/sources/dismiss-candidate.ts'
import { Failure } from '#core/failure.ts'
import { keepCheckedCandidate } from '#imports/keep-checked-candidate.ts'
import { rankOpenCandidates } from '#sources/ranking/rank-open-candidates.ts'
import { contractFor } from '../../support/database/contract.ts'
import { engines } from '../../support/database/engines.ts'
import { atomPage, madePapers, oaiPage, openCatalogueServer } from '../../support/sources/catalogue-server.ts'
import { openWatching, type Watching } from '../../support/sources/watching.ts'

const server = await openCatalogueServer({ after })
const { origin } = server

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
    const origins = await store.private.candidates.origins([three.id])
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
    const [first, second] = await candidates.ranked(null, 2)
    assert.deepEqual([first?.id, first?.score], [one.id, 1_500_000])
    const next = await candidates.ranked({ score: second?.score ?? 0, id: second?.id ?? 0 }, 10)
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

  contract('a source that was removed leaves what it brought, and can be added again', async (store) => {
    const watching = await openWatching(store, origin)
    const { arxiv } = await twoSources(watching)
    await watching.read(arxiv)
    await assert.rejects(watching.add({ kind: 'arxiv', address: `${origin}/api/query` }), /asks for the same/u)
    await watching.run(changeSource, { id: arxiv, change: 'remove', actor: 'editor' })
    const again = await watching.add({ kind: 'arxiv', address: `${origin}/api/query` })
    assert.equal(await watching.read(again), 'done')
    assert.equal((await watching.open()).length, 4)
  })
}

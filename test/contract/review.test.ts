import assert from 'node:assert/strict'
import type { PendingDecision } from '#core/review/undo.ts'
import type { QueueFilter, QueueOrder } from '#core/review/queue.ts'
import { type CheckReport, finding } from '#core/review/checks.ts'
import { Failure } from '#core/failure.ts'
import type { NewPaper } from '#ports/store/papers.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, newPaper } from '../support/database/stored.ts'

const everything: QueueFilter = { state: 'pending', submittedBy: null, session: null, maxRisk: null }

const risky = (risk: number): CheckReport => ({ risk, findings: [finding('year', 'year', risk, 'Because.')] })

const waiting = (id: string, risk: number, given: Partial<NewPaper> & { session?: string } = {}): NewPaper => ({
  ...newPaper({ id }, 'pending'),
  checked: { checkReport: risky(risk), session: given.session ?? null },
  ...(given.submittedBy === undefined ? {} : { submittedBy: given.submittedBy }),
})

const idsOf = async (store: Store, order: QueueOrder, filter: Partial<QueueFilter> = {}): Promise<string[]> => {
  const ids: string[] = []
  for (let after: number | null = null; ;) {
    const page = await store.private.queue.list({ ...everything, ...filter }, { order, after, limit: 2 })
    assert.ok(page.papers.length <= 2)
    ids.push(...page.papers.map(({ id }) => id))
    if (page.next === null) return ids
    after = page.next
  }
}

const decision = (id: string, given: Partial<PendingDecision> = {}): Omit<PendingDecision, 'title'> => ({
  id,
  event: 'accept',
  note: null,
  actor: 'editor:e1',
  version: 1,
  decidedAt: AT,
  dueAt: '2026-11-20T10:00:30.000Z',
  batch: null,
  assessed: null,
  provenance: null,
  ...given,
})

const wrongState = (error: unknown): boolean => error instanceof Failure && error.code === 'wrong_state'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('the queue is walked by age and by risk, page by page', async (store) => {
    await addPapers(
      store,
      waiting('p1', 10),
      waiting('p2', 90),
      waiting('p3', 10),
      newPaper({ id: 'p4' }),
      waiting('p5', 0),
      newPaper({ id: 'p6' }, 'pending'),
    )
    assert.deepEqual(await idsOf(store, 'age'), ['p1', 'p2', 'p3', 'p5', 'p6'])
    assert.deepEqual(await idsOf(store, 'risk'), ['p2', 'p1', 'p3', 'p5', 'p6'])
    assert.deepEqual(await idsOf(store, 'latest'), ['p6', 'p5', 'p3', 'p2', 'p1'])
    assert.deepEqual(await idsOf(store, 'least-risk'), ['p6', 'p5', 'p3', 'p1', 'p2'])
    assert.equal(await store.private.queue.count(everything), 5)
    const [first] = (await store.private.queue.list(everything, { order: 'risk', after: null, limit: 1 })).papers
    assert.deepEqual(first, {
      id: 'p2',
      title: corePaper().title,
      year: 2025,
      state: 'pending',
      version: 1,
      submittedAt: AT,
      submittedBy: null,
      keyLabel: null,
      session: null,
      checkReport: risky(90),
      lacks: ['chapter', 'type', 'longHorizon'],
      lackedChapter: null,
      advice: [],
    })
    assert.equal((await store.private.queue.find('p6'))?.checkReport, null)
    assert.equal(await store.private.queue.find('p9'), null)
  })

  contract('the queue is searched by words of the title, whole or in part, and by id', async (store) => {
    await addPapers(
      store,
      { ...waiting('p1', 10), paper: corePaper({ id: 'p1', title: 'Planning of memory' }) },
      { ...waiting('p2', 90), paper: corePaper({ id: 'p2', title: 'Episodic Memories' }) },
      newPaper({ id: 'p3', title: 'Memory that is public' }),
      { ...waiting('p11', 5), paper: corePaper({ id: 'p11', title: 'Ledgers' }) },
    )
    const named = async (words: string) => {
      const ids = await idsOf(store, 'risk', { words })
      assert.deepEqual((await idsOf(store, 'age', { words })).toSorted(), ids.toSorted())
      assert.equal(await store.private.queue.count({ ...everything, words }), ids.length)
      return ids
    }
    assert.deepEqual(await named('MEMOR'), ['p2', 'p1'])
    assert.deepEqual(await named('memory planning'), ['p1'])
    assert.deepEqual(await named('p1'), ['p1'])
    for (const nothing of ['', '!!', 'nowhere']) assert.deepEqual(await named(nothing), [])
  })

  contract('a paper knows its neighbours in either order, also once it is decided on', async (store) => {
    await addPapers(store, waiting('p1', 10), waiting('p2', 90), waiting('p3', 10))
    const neighbours = async (order: QueueOrder, id: string): Promise<(string | null)[]> =>
      Object.values(await store.private.queue.neighbours(everything, order, id))
    assert.deepEqual(await neighbours('age', 'p2'), ['p1', 'p3'])
    assert.deepEqual(await neighbours('risk', 'p2'), [null, 'p1'])
    assert.deepEqual(await neighbours('risk', 'p3'), ['p1', null])
    assert.deepEqual(await neighbours('latest', 'p2'), ['p3', 'p1'])
    assert.deepEqual(await neighbours('least-risk', 'p2'), ['p1', null])
    assert.deepEqual(await neighbours('age', 'p9'), [null, null])
    await store.transact((tx) => tx.decisions.add(decision('p1')))
    assert.deepEqual(await neighbours('age', 'p1'), [null, 'p2'])
    assert.deepEqual(await neighbours('risk', 'p1'), ['p2', 'p3'])
    assert.deepEqual(await neighbours('age', 'p2'), [null, 'p3'])
  })

  contract('the queue is narrowed by key, session and risk', async (store) => {
    await addPapers(
      store,
      waiting('p1', 10, { submittedBy: 'k1', session: 'a' }),
      waiting('p2', 60, { submittedBy: 'k1', session: 'b' }),
      waiting('p3', 30, { submittedBy: 'k2', session: 'b' }),
    )
    await store.transact((tx) =>
      tx.keys.add({
        id: 'k1',
        label: 'A lab',
        scopes: [],
        createdAt: AT,
        expiresAt: null,
        revokedAt: null,
        lastUsedAt: null,
        email: null,
        ingestSession: null,
        hash: 'h',
      }),
    )
    assert.deepEqual(await idsOf(store, 'age', { submittedBy: 'k1' }), ['p1', 'p2'])
    assert.deepEqual(await idsOf(store, 'risk', { session: 'b' }), ['p2', 'p3'])
    assert.deepEqual(await idsOf(store, 'age', { session: 'b', maxRisk: 30 }), ['p3'])
    await addPapers(store, newPaper({ id: 'p4' }, 'pending'))
    assert.equal(
      await store.private.queue.count({ ...everything, maxRisk: 30 }),
      2,
      'what was never checked has no risk',
    )
    assert.equal((await store.private.queue.find('p1'))?.keyLabel, 'A lab')
  })

  contract('papers leave the queue with their state and come back checked anew', async (store) => {
    await addPapers(store, waiting('p1', 50), waiting('p2', 20))
    const move = (state: 'pending' | 'changes_requested') =>
      store.transact((tx) => tx.papers.transition('p1', { state, note: null, actor: 'a', at: AT }))
    await move('changes_requested')
    assert.deepEqual(await idsOf(store, 'risk'), ['p2'])
    assert.deepEqual(await idsOf(store, 'age', { state: 'changes_requested' }), ['p1'])
    await store.transact(async (tx) => {
      await tx.queue.saveCheckReport('p1', risky(5))
      await tx.papers.transition('p1', { state: 'pending', note: null, actor: 'a', at: AT })
    })
    assert.deepEqual(await idsOf(store, 'risk'), ['p2', 'p1'])
    await store.transact((tx) => tx.queue.saveCheckReport('p1', risky(95)))
    assert.deepEqual(await idsOf(store, 'risk'), ['p1', 'p2'])
  })

  contract('a decision waits until it is due; the first on a paper wins', async (store) => {
    await addPapers(store, waiting('p1', 0), waiting('p2', 0))
    await store.transact((tx) => tx.decisions.add(decision('p1', { note: 'Fine.' })))
    await assert.rejects(
      store.transact((tx) => tx.decisions.add(decision('p1', { actor: 'editor:e2', event: 'reject' }))),
      wrongState,
    )
    assert.deepEqual(await store.private.decisions.find('p1'), {
      ...decision('p1', { note: 'Fine.' }),
      title: corePaper().title,
    })
    assert.deepEqual(await idsOf(store, 'age'), ['p2'])
    assert.equal(await store.private.queue.count(everything), 1)
    assert.deepEqual(await store.private.decisions.due('2026-11-20T10:00:29.999Z', 10), [])
    assert.deepEqual(
      (await store.private.decisions.due('2026-11-20T10:00:30.000Z', 10)).map(({ id }) => id),
      ['p1'],
    )
    assert.equal((await store.private.decisions.listByActor('editor:e1', 10)).length, 1)
    assert.equal((await store.private.decisions.listByActor('editor:e2', 10)).length, 0)
    assert.equal(await store.transact((tx) => tx.decisions.remove('p1')), true)
    assert.equal(await store.transact((tx) => tx.decisions.remove('p1')), false)
    assert.deepEqual(await idsOf(store, 'age'), ['p1', 'p2'])
  })

  contract('a decision ends when its paper leaves the queue', async (store) => {
    await addPapers(store, waiting('p1', 0))
    await store.transact((tx) => tx.decisions.add(decision('p1')))
    await store.transact((tx) => tx.papers.transition('p1', { state: 'withdrawn', note: null, actor: 'a', at: AT }))
    assert.equal(await store.private.decisions.find('p1'), null)
  })

  contract('one decision on many papers leaves out what is decided, and is undone whole', async (store) => {
    await addPapers(
      store,
      waiting('p1', 0, { session: 's' }),
      waiting('p2', 80, { session: 's' }),
      waiting('p3', 0, { session: 's' }),
      waiting('p4', 0),
      newPaper({ id: 'p5' }),
    )
    await store.transact((tx) => tx.decisions.add(decision('p1', { event: 'reject', note: 'No.' })))
    const { id: _, version: __, ...many } = decision('', { batch: 'b1', note: 'Well "done" \\ ü' })
    assert.equal(await store.transact((tx) => tx.decisions.addAll({ ...everything, session: 's' }, many)), 2)
    assert.equal(await store.transact((tx) => tx.decisions.addAll({ ...everything, session: 's' }, many)), 0)
    assert.equal(await store.private.decisions.countBatch('b1'), 2)
    assert.equal((await store.private.decisions.find('p2'))?.note, 'Well "done" \\ ü')
    assert.deepEqual(await idsOf(store, 'age'), ['p4'])
    assert.equal(await store.transact((tx) => tx.decisions.removeBatch('b1')), 2)
    assert.equal((await store.private.decisions.find('p1'))?.event, 'reject')
    assert.deepEqual(await idsOf(store, 'age'), ['p2', 'p3', 'p4'])
  })

  contract('a reviewer has one recommendation for a paper, and the queue shows it', async (store) => {
    await addPapers(store, waiting('p1', 0))
    const put = (actor: string, event: 'accept' | 'reject', at: string) =>
      store.transact((tx) => tx.recommendations.put('p1', { actor, event, note: null, version: 1, at }))
    await put('editor:r1', 'accept', '2026-11-20T10:00:00.000Z')
    await put('editor:r2', 'accept', '2026-11-20T10:01:00.000Z')
    await put('editor:r1', 'reject', '2026-11-20T10:02:00.000Z')
    assert.deepEqual(await store.private.recommendations.list('p1'), [
      { actor: 'editor:r2', event: 'accept', note: null, version: 1, at: '2026-11-20T10:01:00.000Z' },
      { actor: 'editor:r1', event: 'reject', note: null, version: 1, at: '2026-11-20T10:02:00.000Z' },
    ])
    assert.deepEqual((await store.private.queue.find('p1'))?.advice, ['accept', 'reject'])
    assert.deepEqual(await store.private.recommendations.list('p2'), [])
  })

  contract('changes to the reply templates are kept', async (store) => {
    const template = { id: 't1', event: 'ask' as const, name: 'Data', body: 'Which data?' }
    await store.transact((tx) => tx.replyTemplates.put(template, AT))
    await store.transact((tx) => tx.replyTemplates.put({ ...template, body: null }, AT))
    assert.deepEqual(await store.private.replyTemplates.list(), [{ ...template, body: null }])
  })

  contract('editors see duplicate candidates in any state, submitters only what they may', async (store) => {
    await addPapers(
      store,
      { ...waiting('p1', 0), paper: corePaper({ id: 'p1', title: 'Same' }) },
      newPaper({ id: 'p2', title: 'same', url: 'https://arxiv.org/abs/2210.03629' }),
    )
    await addPapers(store, newPaper({ id: 'p009', title: 'Another number nine' }))
    const sought = { id: 'p9', title: 'SAME', year: 2025, doi: null, arxivId: '2210.03629' }
    assert.deepEqual(await store.private.papers.allDuplicates(sought), [
      { id: 'p2', title: 'same', match: 'arxiv', state: 'accepted' },
      { id: 'p1', title: 'Same', match: 'title_year', state: 'pending' },
      { id: 'p009', title: 'Another number nine', match: 'number', state: 'accepted' },
    ])
    const longest = { ...sought, id: 'p100000000000000', title: 'Unlike', arxivId: null }
    assert.deepEqual(await store.private.papers.allDuplicates(longest), [])
    assert.deepEqual(
      (await store.private.papers.visibleDuplicates(sought, null)).map(({ id }) => id),
      ['p2'],
    )
  })
}

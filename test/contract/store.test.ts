import assert from 'node:assert/strict'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, found, newPaper, yearsOf } from '../support/database/stored.ts'
import { refusesWith } from '../support/ports.ts'
import type { Email } from '#core/mail/email.ts'
import { submitPolicy } from '#core/quota.ts'

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a paper comes back as it was stored', async (store) => {
    const whole = corePaper({
      id: 'p7',
      title: 'Ünïcode 𝔘 \u{1F600} “quotes” \\ \' "',
      institution: 'Example',
      url: 'https://example.org/7',
      abstract: 'Two\nlines',
      chapter: 5,
      type: 'benchmark',
      longHorizon: 1_000_000,
      enterprise: 0,
      topics: ['a', 'b'],
      concepts: ['checkpointing'],
      frameworks: ['ReAct'],
      commentary: 'Fine.',
      storageUrl: 'https://example.org/7.pdf',
      fullText: 'x'.repeat(100_000),
    })
    await addPapers(store, newPaper(whole))
    assert.deepEqual(await store.public.papers.find('p7'), { state: 'accepted', paper: whole })
    assert.deepEqual((await store.private.papers.findByIds(['p7', 'p8'])).get('p7'), whole)
    assert.deepEqual(await store.public.papers.listWithText(null, 10), { papers: [whole], next: null })
    assert.deepEqual(await store.public.papers.acceptedWithin(AT, '2026-11-21'), [
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== 'fullText')),
    ])
  })

  contract('of the papers accepted within a time, the newest can be chosen, in the public order', async (store) => {
    const [later, last] = ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z']
    await addPapers(store, newPaper({ id: 'p1', longHorizon: 900_000 }))
    await addPapers(store, { ...newPaper({ id: 'p2', longHorizon: 100_000 }), at: later })
    await addPapers(store, { ...newPaper({ id: 'p3', longHorizon: 500_000 }), at: last })
    const ids = async (newest?: number) =>
      (await store.public.papers.acceptedWithin(AT, '2026-11-21', newest)).map(({ id }) => id)
    assert.deepEqual(await ids(), ['p1', 'p3', 'p2'])
    assert.deepEqual(await ids(2), ['p3', 'p2'])
    assert.deepEqual(await ids(9), ['p1', 'p3', 'p2'])
  })

  contract('an id is used only once, and a refused paper leaves nothing', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    await assert.rejects(addPapers(store, newPaper({ id: 'p2' }), newPaper({ id: 'p1' })), refusesWith('duplicate_id'))
    assert.deepEqual(await found(store, null), [])
    await addPapers(store, newPaper({ id: 'p2' }))
    assert.deepEqual(await found(store, null), ['p2'])
  })

  contract('the revision rises with what the public can see, and only then', async (store) => {
    const before = await store.private.revision()
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    assert.equal(await store.private.revision(), before)
    await store.transact((tx) => tx.papers.transition('p1', { state: 'accepted', note: null, actor: 'test', at: AT }))
    assert.equal(await store.private.revision(), before + 1)
    const rolledBack = store.transact(async (tx) => {
      await tx.papers.add([newPaper({ id: 'p2' })])
      throw new Error('no')
    })
    await assert.rejects(rolledBack, /^Error: no$/u)
    assert.equal(await store.private.revision(), before + 1)
    assert.deepEqual(await found(store, null), ['p1'])
  })

  contract('a transaction sees its own writes, readers do not before the commit', async (store) => {
    await store.transact(async (tx) => {
      await tx.papers.add([newPaper({ id: 'p1' })])
      assert.equal((await tx.papers.find('p1'))?.state, 'accepted')
      assert.equal(await store.public.papers.find('p1'), null)
    })
    assert.equal((await store.public.papers.find('p1'))?.state, 'accepted')
  })

  contract('submissions show state, history and version to those who may see them', async (store) => {
    const pending = { ...newPaper({ id: 'p1' }, 'pending'), submittedBy: 'k1' }
    await addPapers(store, pending, { ...newPaper({ id: 'p2' }, 'pending'), submittedBy: 'k2' })
    await store.transact(async (tx) => {
      await tx.papers.transition('p1', { state: 'changes_requested', note: 'shorter', actor: 'editor', at: AT })
      const shorter = corePaper({ id: 'p1', title: 'Shorter', fullText: 'text' })
      await tx.papers.revise('p1', { actor: 'key:k1', at: AT }, () => shorter)
    })
    const { submissions, total, next } = await store.private.submissions.list(
      { submittedBy: 'k1', states: ['pending', 'changes_requested'] },
      null,
      10,
    )
    assert.equal(total, 1)
    assert.equal(next, null)
    assert.equal(submissions[0]?.version, 2)
    assert.equal(submissions[0]?.title, 'Shorter')
    assert.deepEqual(
      submissions[0]?.history.map(({ state, note }) => [state, note]),
      [
        ['pending', null],
        ['changes_requested', 'shorter'],
      ],
    )
    assert.equal(await store.private.submissions.find('p9'), null)
    assert.equal((await store.private.submissions.list({ submittedBy: null, states: ['pending'] }, null, 1)).total, 1)
  })

  contract('duplicate candidates are found by identifier and by title and year', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', url: 'https://doi.org/10.1234/abc', title: 'One' }),
      newPaper({ id: 'p2', url: 'https://arxiv.org/abs/2210.03629v2', title: 'Two' }),
      newPaper({ id: 'p3', title: 'Same: Title' }),
      newPaper({ id: 'p4', title: 'hidden' }, 'pending'),
    )
    const wanted = { id: 'p9', title: 'SAME title', year: 2025, doi: '10.1234/abc', arxivId: '2210.03629' }
    assert.deepEqual(await store.private.papers.visibleDuplicates(wanted, 'k1'), [
      { id: 'p1', title: 'One', match: 'doi' },
      { id: 'p2', title: 'Two', match: 'arxiv' },
      { id: 'p3', title: 'Same: Title', match: 'title_year' },
    ])
    assert.deepEqual(
      await store.private.papers.visibleDuplicates({ ...wanted, title: 'hidden', doi: null, arxivId: null }, 'k1'),
      [],
    )
  })
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('concepts, gaps and briefs are counted, ordered and kept', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', year: 2025, concepts: ['b planning', 'Memory'], chapter: 1 }),
      newPaper({ id: 'p2', year: 2020, concepts: ['memory'], frameworks: ['ReAct'], url: 'https://a.org/1' }),
      newPaper({ id: 'p3', year: 2024, concepts: ['Ångström', 'z'], url: 'https://a.org/2' }),
    )
    await store.transact(async (tx) => {
      await tx.concepts.define('memory', 'What is kept.')
      await tx.gaps.put({ id: 'g1', title: 'B', severity: 'medium', explanation: 'e', paperIds: ['p1'] }, AT)
      await tx.gaps.put({ id: 'g2', title: 'A', severity: 'critical', explanation: 'e', paperIds: ['p1', 'p2'] }, AT)
    })
    const list = await store.public.concepts.list()
    assert.deepEqual(
      list?.concepts.map(({ name, papers, recent, before, oldestYear }) => [name, papers, recent, before, oldestYear]),
      [
        ['memory', 2, 1, 0, 2020],
        ['b planning', 1, 1, 0, 2025],
        ['z', 1, 1, 0, 2024],
        ['Ångström', 1, 1, 0, 2024],
      ],
    )
    assert.deepEqual(await yearsOf(store, 'memory'), [
      { year: 2020, papers: 1 },
      { year: 2025, papers: 1 },
    ])
    assert.equal((await store.private.concepts.find('memory'))?.definition, 'What is kept.')
    assert.deepEqual(
      (await store.public.gaps.list(null)).map(({ id, papers }) => [id, papers]),
      [
        ['g2', 2],
        ['g1', 1],
      ],
    )
    assert.deepEqual(await store.public.stats.counts(), { papers: 3, sources: 1, concepts: 4, frameworks: 1 })
    const brief = {
      id: '2026-w46',
      week: { year: 2026, week: 46 },
      title: 'T',
      summary: 'S',
      take: 'K',
      featured: ['p1'],
      publishedAt: AT,
    }
    await store.transact((tx) => tx.briefs.publish(brief))
    await assert.rejects(
      store.transact((tx) => tx.briefs.publish(brief)),
      refusesWith('wrong_state'),
    )
    assert.deepEqual(await store.public.briefs.latest(), brief)
    await assert.rejects(
      store.transact((tx) =>
        tx.gaps.put({ id: 'g3', title: 'C', severity: 'medium', explanation: 'e', paperIds: ['p404'] }, AT),
      ),
      refusesWith('not_found'),
    )
  })
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'a concept is in use by public papers, papers in review and followed searches, also by its former names',
    async (store) => {
      await addPapers(store, newPaper({ id: 'p1', concepts: ['recall', 'memory', 'planning'] }))
      await store.transact(async (tx) => {
        await tx.concepts.define('alone', 'Nobody has it.')
        await tx.concepts.merge('recall', 'memory', { actor: 'test', at: AT })
      })
      const uses = (id: string) => store.private.concepts.uses(id)
      assert.deepEqual(await uses('alone'), { papers: 0, waiting: { count: 0, first: [] }, followed: 0 })
      for (const [index, concepts] of [['RECALL'], ['memory'], ['Alone'], ['other']].entries())
        await addPapers(store, newPaper({ id: `p${index + 10}`, concepts }, 'pending'))
      assert.deepEqual((await uses('memory')).waiting, { count: 2, first: ['p10', 'p11'] })
      assert.deepEqual(await uses('alone'), { papers: 0, waiting: { count: 1, first: ['p12'] }, followed: 0 })
      assert.equal((await uses('memory')).papers, 1)
      const follow = { subscriberId: 's1', frequency: 'daily' } as const
      await store.transact(async (tx) => {
        for (const concept of ['recall', 'memory', 'memory-2', 'alone&year=2024'])
          await tx.following.follow({ ...follow, address: `/?concept=${concept}&sort=newest` }, AT)
      })
      assert.deepEqual([(await uses('memory')).followed, (await uses('alone')).followed], [2, 1])
      await assert.rejects(uses('nothing'), refusesWith('not_found'))
    },
  )

  contract('a removed concept leaves no name and no id behind', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', concepts: ['memory'] }))
    await store.transact(async (tx) => {
      await tx.concepts.define('alone', 'Nobody has it.')
      await tx.concepts.define('on its own', 'Nor this.')
      await tx.concepts.merge('on-its-own', 'alone', { actor: 'test', at: AT })
    })
    await store.transact((tx) => tx.concepts.remove('alone'))
    assert.deepEqual(
      (await store.private.concepts.listAll()).map(({ id }) => id),
      ['memory'],
    )
    assert.equal(await store.private.concepts.findByName('On its own'), null)
    assert.equal(await store.public.concepts.findRedirect('on-its-own'), null)
    await addPapers(store, newPaper({ id: 'p2', concepts: ['Alone'] }))
    assert.deepEqual(await store.private.concepts.find('alone'), {
      id: 'alone',
      name: 'Alone',
      definition: null,
      papers: 1,
      version: 1,
    })
    await assert.rejects(
      store.transact((tx) => tx.concepts.remove('nothing')),
      refusesWith('not_found'),
    )
  })
}

const email = (messageId: string, given: Partial<Email> = {}): Email => ({
  messageId,
  kind: 'contact',
  to: 'reader@example.org',
  replyTo: { name: 'Zoë', address: 'zoe@example.org' },
  subject: 'Hello',
  text: 'A text.',
  headers: { 'X-Test': '1' },
  ...given,
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('an email is leased by one process, tried again later, and counted', async (store) => {
    await store.transact(async (tx) => {
      await tx.outbox.add(email('1'), AT)
      await tx.outbox.add(email('2', { to: null }), AT)
    })
    const lease = (now: string, team: boolean) =>
      store.transact((tx) => tx.outbox.lease(now, '2026-11-20T10:10:00.000Z', 10, team))
    const [first, second] = await Promise.all([lease(AT, true), lease(AT, true)])
    assert.equal(first.length + second.length, 2)
    const leased = [...first, ...second].find(({ messageId }) => messageId === '1')
    assert.deepEqual(leased?.replyTo, { name: 'Zoë', address: 'zoe@example.org' })
    assert.deepEqual(await lease('2026-11-20T10:09:00.000Z', true), [])
    assert.deepEqual(
      (await lease('2026-11-20T10:11:00.000Z', false)).map(({ messageId }) => messageId),
      ['1'],
    )
    const seq = leased?.seq ?? 0
    await store.transact((tx) => tx.outbox.markFailed(seq, 'refused', '2026-11-20T11:00:00.000Z'))
    await store.transact((tx) => tx.outbox.markSent(seq, AT))
    assert.deepEqual(await store.private.outbox.counts(), { waiting: 1, sent: 1, failed: 0 })
    assert.equal(await store.transact((tx) => tx.outbox.requeue('2026-11-20T12:00:00.000Z')), 1)
  })

  contract('subscribers are known by address without regard to case, and keys by their hash', async (store) => {
    const subscriber = {
      id: 's1',
      email: 'Reader@Example.org',
      name: null,
      state: 'pending' as const,
      confirmHash: 'h',
      confirmExpiresAt: AT,
      wantsBrief: true,
    }
    await store.transact((tx) => tx.subscribers.put(subscriber, AT))
    await store.transact((tx) => tx.subscribers.put({ ...subscriber, name: 'R' }, AT))
    assert.equal((await store.private.subscribers.findByEmail('reader@example.ORG'))?.name, 'R')
    assert.equal((await store.private.subscribers.findByConfirmHash('h'))?.id, 's1')
    assert.equal(await store.transact((tx) => tx.subscribers.prunePending('2026-11-21T00:00:00.000Z')), 1)
    const key = {
      id: 'k1',
      label: 'l',
      scopes: ['submit' as const],
      createdAt: AT,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      email: 'ada@example.org',
      ingestSession: null,
    }
    await store.transact((tx) => tx.keys.add({ ...key, hash: 'x' }))
    assert.deepEqual(await store.private.keys.findByHash('x'), key)
    assert.deepEqual(await store.private.keys.find('k1'), key)
    assert.equal(await store.private.keys.find('k2'), null)
    assert.equal(await store.transact((tx) => tx.keys.revoke('k1', AT)), true)
    assert.equal(await store.transact((tx) => tx.keys.revoke('k1', AT)), false)
    assert.equal((await store.private.secret()).length, 32)
  })
}

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('limits are exact, also for requests that come at once', async (store) => {
    const policy = { ...submitPolicy, limit: 5 }
    const now = new Date(AT)
    const counted = await Promise.all(
      Array.from({ length: 12 }, () => store.transact((tx) => tx.quota.consume('bucket', policy, now))),
    )
    assert.equal(counted.filter(({ allowed }) => allowed).length, 5)
    assert.equal((await store.private.quota.peek('bucket', policy, now)).remaining, 0)
    const later = new Date(now.getTime() + 3_600_000)
    assert.equal((await store.transact((tx) => tx.quota.consume('bucket', policy, later))).remaining, 4)
    await store.transact((tx) => tx.quota.prune(new Date(later.getTime() + 2 * 86_400_000)))
    assert.equal((await store.private.quota.peek('bucket', policy, later)).remaining, 5)
  })

  contract('a stored response is replayed until it is pruned', async (store) => {
    const key = { scope: 'k1 POST /api/papers', key: 'abc', fingerprint: 'f' }
    const response = { status: 201, headers: { Location: '/x' }, body: '{"ü":1}' }
    await store.transact((tx) => tx.idempotency.put(key, response, AT))
    assert.deepEqual(await store.private.idempotency.find(key.scope, 'abc'), { fingerprint: 'f', response })
    assert.equal(await store.transact((tx) => tx.idempotency.prune(AT)), 0)
    assert.equal(await store.transact((tx) => tx.idempotency.prune('2026-11-21T00:00:00.000Z')), 1)
    assert.equal(await store.private.idempotency.find(key.scope, 'abc'), null)
  })
}

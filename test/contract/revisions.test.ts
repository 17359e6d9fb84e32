import assert from 'node:assert/strict'
import { everyPaper } from '#core/search/paper-filter.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import type { Store } from '#ports/store/store.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, corePaper, filter, found, newPaper, yearsOf } from '../support/database/stored.ts'

const by = { actor: 'editor:e1', at: '2026-11-20T11:00:00.000Z' }

const replace = (store: Store, paper: PaperWithText): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise(paper.id, by, () => paper))

/** Everything that the public finds papers by. */
const seen = async (store: Store) => ({
  order: await found(store, null),
  total: await store.public.papers.countByAttributes(everyPaper),
  concepts: (await store.public.concepts.list())?.concepts.map(({ name, papers }) => [name, papers]) ?? [],
  stats: await store.public.stats.counts(),
})

for (const engine of engines) {
  const contract = contractFor(engine)

  contract(
    'an edited public paper is found by its new words alone, in its new place, and counted once',
    async (store) => {
      const first = corePaper({
        id: 'p1',
        title: 'Old words',
        chapter: 2,
        type: 'survey',
        longHorizon: 900_000,
        concepts: ['memory'],
        frameworks: ['ReAct'],
        url: 'https://a.org/1',
        year: 2024,
      })
      await addPapers(store, newPaper(first), newPaper({ id: 'p2', longHorizon: 500_000 }))
      const before = await store.private.revision()
      const edited = corePaper({
        id: 'p1',
        title: 'New phrases',
        chapter: 3,
        longHorizon: 100_000,
        concepts: ['planning'],
        fullText: 'A text.',
        year: 2025,
      })
      await replace(store, edited)
      assert.equal(await store.private.revision(), before + 1)
      assert.deepEqual(await found(store, 'old'), [])
      assert.deepEqual(await found(store, '"new phrases"'), ['p1'])
      assert.deepEqual(await found(store, null, { chapter: 2 }), [])
      assert.deepEqual(await found(store, 'new', { chapter: 3 }), ['p1'])
      assert.deepEqual(await seen(store), {
        order: ['p2', 'p1'],
        total: 2,
        concepts: [['planning', 1]],
        stats: { papers: 2, sources: 0, concepts: 1, frameworks: 0 },
      })
      assert.deepEqual(await store.public.papers.find('p1'), { state: 'accepted', paper: edited })
      assert.equal((await store.private.versions.list('p1')).length, 2)
      await replace(store, first)
      assert.deepEqual(await found(store, 'old'), ['p1'])
      assert.deepEqual((await seen(store)).concepts, [['memory', 1]])
      assert.equal(
        await store.public.papers.countByAttributes({ chapter: 2, type: 'survey', minLongHorizon: 900_000 }),
        1,
      )
    },
  )

  contract('several papers are revised at once as one after the other', async (store) => {
    const papers = ['p1', 'p2', 'p3', 'p4'].map((id) =>
      newPaper({ id, title: `Old ${id}`, concepts: ['memory', `of ${id}`] }, id === 'p3' ? 'pending' : 'accepted'),
    )
    await addPapers(store, ...papers)
    const ids = ['p1', 'p2', 'p3', 'p4', 'p9']
    const revised = await store.transact((tx) =>
      tx.papers.reviseAll(
        ids.map((id) => ({
          id,
          change: ({ paper }) =>
            id === 'p4' ? null : { ...paper, title: `New ${id}`, concepts: ['planning', 'memory'] },
        })),
        by,
      ),
    )
    assert.deepEqual(
      [...revised].map(([id, { before, after }]) => [id, before.version, after.version, after.paper.title]),
      [
        ['p1', 1, 2, 'New p1'],
        ['p2', 1, 2, 'New p2'],
        ['p3', 1, 2, 'New p3'],
        ['p4', 1, 1, 'Old p4'],
      ],
    )
    assert.deepEqual((await found(store, 'new')).toSorted(), ['p1', 'p2'])
    assert.deepEqual(await found(store, 'old'), ['p4'])
    assert.deepEqual(
      (await seen(store)).concepts.toSorted((one, other) => String(one[0]).localeCompare(String(other[0]))),
      [
        ['memory', 3],
        ['of p4', 1],
        ['planning', 2],
      ],
    )
    assert.equal((await store.private.versions.list('p2')).length, 2)
    assert.equal((await store.private.versions.list('p4')).length, 1)
  })

  contract('public papers are listed by title and by their latest change, page by page', async (store) => {
    const titles = ['beta', 'Alpha', 'alpha', 'Gamma', `${'delta '.repeat(20)}one`, `${'delta '.repeat(20)}two`]
    const papers = titles.map((title, index) => newPaper({ id: `p${index + 1}`, title }))
    await addPapers(store, ...papers, newPaper({ id: 'p7', title: 'Aardvark' }, 'pending'))
    const walk = async (order: 'title' | 'changed'): Promise<string[]> => {
      const ids: string[] = []
      for (let after: number | null = null; ;) {
        const page = await store.private.papers.listPublic({ order, after, limit: 2 })
        ids.push(...page.papers.map(({ paper }) => paper.id))
        after = page.next
        if (after === null) return ids
      }
    }
    assert.deepEqual(await walk('title'), ['p2', 'p3', 'p1', 'p5', 'p6', 'p4'])
    assert.deepEqual(await walk('changed'), ['p6', 'p5', 'p4', 'p3', 'p2', 'p1'])
    await replace(store, corePaper({ id: 'p3', title: 'Omega' }))
    assert.deepEqual(await walk('title'), ['p2', 'p1', 'p5', 'p6', 'p4', 'p3'])
    assert.deepEqual(await walk('changed'), ['p3', 'p6', 'p5', 'p4', 'p2', 'p1'])
    assert.deepEqual(await store.private.papers.listPublic({ order: 'title', after: 999, limit: 2 }), {
      papers: [],
      next: null,
    })
  })

  contract('versions are listed if they were public, newest first, with since when they were', async (store) => {
    const { passages } = store.public
    await addPapers(store, newPaper({ id: 'p1', title: 'First' }, 'pending'))
    await store.transact((tx) =>
      tx.papers.revise('p1', { ...by, at: '2026-11-20T10:30:00.000Z' }, () => corePaper({ id: 'p1', title: 'Second' })),
    )
    assert.deepEqual(await passages.listVersions('p1', 9), [], 'it is not public')
    const accepted = { state: 'accepted', note: null, actor: by.actor, at: '2026-11-20T10:45:00.000Z' } as const
    await store.transact((tx) => tx.papers.transition('p1', accepted))
    assert.deepEqual(await passages.listVersions('p1', 9), [{ version: 2, since: accepted.at }])
    await replace(store, corePaper({ id: 'p1', title: 'Third' }))
    const versions = [
      { version: 3, since: by.at },
      { version: 2, since: accepted.at },
    ]
    assert.deepEqual(await passages.listVersions('p1', 9), versions)
    assert.deepEqual(await passages.listVersions('p1', 1), versions.slice(0, 1))
    for (const { version } of versions) assert.ok((await passages.findVersion('p1', version)) !== null)
    assert.equal(await passages.findVersion('p1', 1), null)
    await addPapers(store, newPaper({ id: 'p2' }))
    assert.deepEqual(await passages.listVersions('p2', 9), [{ version: 1, since: AT }])
    await store.transact((tx) => tx.papers.transition('p1', { ...accepted, state: 'retracted', at: by.at }))
    assert.deepEqual(await passages.listVersions('p1', 9), [])
  })

  contract('an edit of a paper that is not public shows nowhere', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    const before = await store.private.revision()
    await replace(store, corePaper({ id: 'p1', title: 'Reworded', concepts: ['memory'] }))
    assert.equal(await store.private.revision(), before)
    assert.deepEqual((await seen(store)).order, [])
    assert.deepEqual((await seen(store)).concepts, [])
  })

  contract(
    'a merged duplicate leads to the other paper, also over a second merge, and gives up its places',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'Twin', concepts: ['memory'] }),
        newPaper({ id: 'p2', title: 'Twin', concepts: ['memory'] }),
        newPaper({ id: 'p3', title: 'Twin' }),
      )
      await store.transact(async (tx) => {
        await tx.gaps.put({ id: 'g1', title: 'A', severity: 'high', explanation: 'e', paperIds: ['p1', 'p2'] }, AT)
        await tx.gaps.put({ id: 'g2', title: 'B', severity: 'high', explanation: 'e', paperIds: ['p1'] }, AT)
      })
      const before = await store.private.revision()
      await store.transact((tx) => tx.papers.mergeInto('p1', 'p2', { note: 'the same', ...by }))
      assert.equal(await store.private.revision(), before + 1)
      assert.deepEqual(await store.public.papers.find('p1'), { state: 'merged', into: 'p2' })
      assert.deepEqual(await found(store, 'twin'), ['p2', 'p3'])
      assert.deepEqual((await seen(store)).concepts, [['memory', 1]])
      assert.deepEqual((await store.private.gaps.find('g1'))?.paperIds, ['p2'])
      assert.equal((await store.private.gaps.find('g1'))?.version, 2)
      assert.deepEqual((await store.private.gaps.find('g2'))?.paperIds, ['p2'])
      await store.transact((tx) => tx.papers.mergeInto('p2', 'p3', { note: 'the same', ...by }))
      assert.deepEqual(await store.public.papers.find('p1'), { state: 'merged', into: 'p3' })
      assert.deepEqual(await store.public.papers.find('p2'), { state: 'merged', into: 'p3' })
      assert.deepEqual((await store.private.gaps.find('g2'))?.paperIds, ['p3'])
      const history = (await store.private.submissions.find('p1'))?.history.at(-1)
      assert.deepEqual([history?.state, history?.note], ['merged', 'the same'])
      await assert.rejects(addPapers(store, newPaper({ id: 'p1' })), /used before/u)
    },
  )

  contract('papers that are not public are found by words of their titles, taken literally', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Ünïcode agents plan' }, 'pending'),
      newPaper({ id: 'p2', title: 'Agents that plan 100 days' }, 'pending'),
      newPaper({ id: 'p3', title: 'Agents plan in public' }),
    )
    const titled = async (concept: string, limit = 10) =>
      (
        await store.private.papers.listUnpublished(
          { state: null, words: concept },
          { order: 'latest', after: null, limit },
        )
      ).papers.map(({ paper }) => paper.id)
    assert.deepEqual(await titled('PLAN agents'), ['p2', 'p1'])
    assert.deepEqual(await titled('plan', 1), ['p2'])
    assert.deepEqual(await titled('unicode'), ['p1'])
    for (const concept of ['%', '_', '100%_', '', '\\'])
      assert.ok(!(await titled(concept)).includes('p1'), JSON.stringify(concept))
  })

  contract('papers that are not public are listed by state, page by page, and counted up to a limit', async (store) => {
    const { papers } = store.private
    await addPapers(
      store,
      ...[1, 2, 3, 4, 5].map((number) => newPaper({ id: `p${number}`, title: `Plan ${number}` }, 'pending')),
      newPaper({ id: 'p6' }),
    )
    await store.transact((tx) => tx.papers.transition('p3', { state: 'rejected', note: null, actor: 'test', at: AT }))
    const pending = { state: 'pending', words: null } as const
    for (const [order, expected] of [
      ['oldest', ['p1', 'p2', 'p4', 'p5']],
      ['latest', ['p5', 'p4', 'p2', 'p1']],
    ] as const) {
      const first = await papers.listUnpublished(pending, { order, after: null, limit: 3 })
      const second = await papers.listUnpublished(pending, { order, after: first.next, limit: 3 })
      assert.deepEqual(
        [...first.papers, ...second.papers].map(({ paper }) => paper.id),
        expected,
      )
      assert.equal(second.next, null)
    }
    assert.deepEqual(await papers.countUnpublished(pending, 4), { papers: 4, isExact: true })
    assert.deepEqual(await papers.countUnpublished(pending, 3), { papers: 3, isExact: false })
    assert.deepEqual(await papers.countUnpublished({ state: null, words: '…' }, 3), { papers: 0, isExact: true })
    const known = await papers.listed(['p3', 'p6', 'p9'])
    const [rejected, accepted, missing] = ['p3', 'p6', 'p9'].map((id) => known.get(id))
    assert.deepEqual([rejected?.paper.title, rejected?.state, rejected?.version], ['Plan 3', 'rejected', 1])
    assert.deepEqual([accepted?.state, missing], ['accepted', undefined])
  })

  contract('a renamed concept keeps its id, and every paper says the new name', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', concepts: ['Tool-use', 'memory'] }),
      newPaper({ id: 'p2', concepts: ['tool use'] }),
      newPaper({ id: 'p3', concepts: ['tool use'] }, 'pending'),
    )
    const concept = { name: 'Acting with tools', definition: 'Calling programs.' }
    assert.equal(await store.transact((tx) => tx.concepts.revise('tool-use', concept, by)), 2)
    const expected = { id: 'tool-use', ...concept, papers: 2, version: 2 }
    assert.deepEqual(await store.private.concepts.find('tool-use'), expected)
    assert.deepEqual(await store.private.concepts.findByName('TOOL USE'), expected)
    const papers = await store.public.papers.list(filter(null), null, 10)
    assert.deepEqual(
      papers.papers.map(({ concepts }) => concepts),
      [['Acting with tools', 'memory'], ['Acting with tools']],
    )
    assert.equal((await store.private.versions.list('p1'))[0]?.actor, 'editor:e1')
    await store.transact((tx) => tx.papers.transition('p3', { state: 'accepted', note: null, actor: 'a', at: AT }))
    await addPapers(store, newPaper({ id: 'p4', concepts: ['Tool use', 'acting with TOOLS'] }))
    assert.deepEqual((await seen(store)).concepts, [
      ['Acting with tools', 4],
      ['memory', 1],
    ])
    assert.deepEqual((await store.private.papers.findByIds(['p3'])).get('p3')?.concepts, ['Acting with tools'])
    assert.deepEqual((await store.private.papers.findByIds(['p4'])).get('p4')?.concepts, ['Acting with tools'])
    // Back to the first name: nothing is left that leads elsewhere.
    await store.transact((tx) => tx.concepts.revise('tool-use', { name: 'tool use', definition: null }, by))
    assert.equal((await store.private.concepts.findByName('acting with tools'))?.name, 'tool use')
    assert.deepEqual((await seen(store)).concepts, [
      ['tool use', 4],
      ['memory', 1],
    ])
  })

  contract('terms that were computed beforehand are used, unless a concept has another name now', async (store) => {
    await addPapers(store, newPaper(corePaper({ id: 'p1', title: 'Beforehand', concepts: ['remembering'] })))
    assert.deepEqual(await found(store, 'beforehand'), ['p1'])
    await store.transact((tx) => tx.concepts.revise('remembering', { name: 'recollection', definition: null }, by))
    await addPapers(store, newPaper(corePaper({ id: 'p2', title: 'Afterwards', concepts: ['remembering'] })))
    assert.deepEqual((await seen(store)).concepts, [['recollection', 2]])
    assert.deepEqual(await found(store, 'afterwards'), ['p2'])
  })

  contract(
    'a merged concept leads to the other by id and name, and its papers are counted there once',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', year: 2024, concepts: ['recall', 'memory'] }),
        newPaper({ id: 'p2', year: 2025, concepts: ['recall'] }),
        newPaper({ id: 'p3', concepts: ['remembering'] }),
      )
      await store.transact((tx) => tx.concepts.merge('remembering', 'recall', by))
      assert.equal(await store.transact((tx) => tx.concepts.merge('recall', 'memory', by)), 3)
      assert.deepEqual((await seen(store)).concepts, [['memory', 3]])
      assert.deepEqual(await yearsOf(store, 'memory'), [
        { year: 2024, papers: 1 },
        { year: 2025, papers: 2 },
      ])
      assert.deepEqual((await store.private.papers.findByIds(['p1'])).get('p1')?.concepts, ['memory'])
      for (const id of ['recall', 'remembering']) {
        assert.equal(await store.public.concepts.findRedirect(id), 'memory')
        assert.equal(await store.private.concepts.find(id), null)
        assert.equal((await store.private.concepts.findByName(id))?.id, 'memory')
      }
      assert.equal(await store.public.concepts.findRedirect('memory'), null)
      await addPapers(store, newPaper({ id: 'p4', concepts: ['Remembering', 'recalls'] }))
      assert.deepEqual(
        (await store.private.concepts.listAll()).map(({ id, papers }) => [id, papers]),
        [
          ['memory', 4],
          ['recalls', 1],
        ],
      )
      await store.transact((tx) => tx.papers.transition('p4', { state: 'retracted', note: 'x', actor: 'a', at: AT }))
      assert.deepEqual((await seen(store)).concepts, [['memory', 3]])
    },
  )

  contract('a gap has versions, may have no papers, and new ones are numbered on', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }), newPaper({ id: 'p2' }))
    assert.equal(await store.private.gaps.nextId(), 'g1')
    const gap = { id: 'g12', title: 'T', severity: 'high' as const, explanation: 'e', paperIds: ['p2', 'p1'] }
    await store.transact((tx) => tx.gaps.put(gap, AT))
    assert.deepEqual(await store.private.gaps.find('g12'), {
      ...gap,
      paperIds: ['p1', 'p2'],
      state: 'open',
      version: 1,
    })
    await store.transact((tx) => tx.gaps.put({ ...gap, severity: 'medium', paperIds: [] }, AT))
    assert.deepEqual(await store.private.gaps.find('g12'), {
      ...gap,
      severity: 'medium',
      paperIds: [],
      state: 'open',
      version: 2,
    })
    assert.equal(await store.private.gaps.nextId(), 'g13')
    assert.equal(await store.private.gaps.find('g13'), null)
  })

  contract('a draft of a brief is kept by version and shows to nobody', async (store) => {
    const brief = {
      id: '2026-w47',
      week: { year: 2026, week: 47 },
      title: 'T',
      summary: 'S',
      take: 'H',
      featured: ['p1'],
    }
    const before = await store.private.revision()
    assert.equal(await store.transact((tx) => tx.briefs.putDraft(brief, AT)), 1)
    assert.equal(await store.transact((tx) => tx.briefs.putDraft({ ...brief, title: 'Two' }, AT)), 2)
    const draft = { ...brief, title: 'Two', version: 2, updatedAt: AT }
    assert.deepEqual(await store.private.briefs.draft('2026-w47'), draft)
    assert.deepEqual(await store.private.briefs.drafts(), [draft])
    assert.deepEqual(await store.public.briefs.list(), [])
    assert.equal(await store.private.revision(), before)
    await store.transact((tx) => tx.briefs.dropDraft('2026-w47'))
    assert.equal(await store.private.briefs.draft('2026-w47'), null)
  })
}

const LATER = '2026-11-20T11:00:00.000Z'

const cited = {
  authorNames: [{ name: 'Ada Example', family: 'Example', given: null }],
  volume: '12',
  kind: 'report' as const,
}

const replaceAs = (store: Store, paper: PaperWithText, actor: string): Promise<unknown> =>
  store.transact((tx) => tx.papers.revise(paper.id, { actor, at: LATER }, () => paper))

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a paper that never changed is its own only version', async (store) => {
    await addPapers(store, newPaper({ id: 'p1', fullText: 'text' }, 'pending'))
    assert.deepEqual(await store.private.versions.list('p1'), [{ version: 1, at: AT, actor: 'test' }])
    assert.deepEqual(await store.private.versions.find('p1', 1), {
      version: 1,
      at: AT,
      actor: 'test',
      paper: corePaper({ id: 'p1', fullText: 'text' }),
    })
    assert.equal(await store.private.versions.find('p1', 2), null)
    assert.deepEqual(await store.private.versions.list('p2'), [])
    assert.equal(await store.private.versions.find('p2', 1), null)
  })

  contract('each change keeps what the paper said before it, whole, and who wrote it', async (store) => {
    const first = corePaper({ id: 'p1', fullText: 'old text', topics: ['a'], longHorizon: 500_000 })
    const second: PaperWithText = { ...first, title: 'Ünïcode 𝔘', topics: [], ...cited }
    const third = { ...second, volume: '13', authorNames: [], fullText: null }
    const fourth = { ...third, title: 'The fourth' }
    await addPapers(store, newPaper(first, 'pending'))
    await replaceAs(store, second, 'key:k1')
    await replaceAs(store, third, 'editor:e1')
    await replaceAs(store, fourth, 'cli')
    assert.deepEqual(await store.private.versions.list('p1'), [
      { version: 4, at: LATER, actor: 'cli' },
      { version: 3, at: LATER, actor: 'editor:e1' },
      { version: 2, at: LATER, actor: 'key:k1' },
      { version: 1, at: AT, actor: 'test' },
    ])
    for (const [index, paper] of [first, second, third, fourth].entries())
      assert.deepEqual((await store.private.versions.find('p1', index + 1))?.paper, paper, `version ${index + 1}`)
    assert.deepEqual((await store.private.papers.findByIds(['p1'])).get('p1'), fourth)
    assert.equal((await store.private.submissions.findWithoutHistory('p1'))?.version, 4)
  })

  contract('a full text that several versions share, kept once, comes back with each', async (store) => {
    const text = 'x'.repeat(1_000)
    await addPapers(store, newPaper({ id: 'p1', fullText: text }, 'pending'))
    for (const title of ['One', 'Two', 'Three'])
      await replaceAs(store, corePaper({ id: 'p1', title, fullText: text }), 'a')
    assert.equal((await store.private.versions.find('p1', 3))?.paper.fullText, text)
    await replaceAs(store, corePaper({ id: 'p1', title: 'Four', fullText: 'new' }), 'a')
    await replaceAs(store, corePaper({ id: 'p1', title: 'Five', fullText: 'new' }), 'a')
    const texts = await Promise.all([1, 2, 3, 4, 5, 6].map((version) => store.private.versions.find('p1', version)))
    assert.deepEqual(
      texts.map((found) => found?.paper.fullText),
      [text, text, text, text, 'new', 'new'],
    )
  })

  contract('a change that is rolled back leaves no version', async (store) => {
    await addPapers(store, newPaper({ id: 'p1' }, 'pending'))
    const broken = store.transact(async (tx) => {
      await tx.papers.revise('p1', { actor: 'a', at: LATER }, ({ paper }) => ({ ...paper, title: 'New' }))
      assert.equal((await tx.versions.list('p1')).length, 2)
      throw new Error('no')
    })
    await assert.rejects(broken, /^Error: no$/u)
    assert.equal((await store.private.versions.list('p1')).length, 1)
  })
}

import assert from 'node:assert/strict'
import { everyPaper, papersFoundBy } from '#core/search/paper-filter.ts'
import { parseSearchQuery } from '#core/search/search-query.ts'
import { unfiltered, type RankedRequest } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { findPassages } from '#queries/passages.ts'
import { searchPapers } from '#queries/search.ts'
import { contractFor, engines } from '../support/database/engines.ts'
import { addPapers, AT, newPaper } from '../support/database/stored.ts'
import { mergeAll, request } from '../support/search.ts'

const ids = async (store: Store, text: string, given: Partial<Omit<RankedRequest, 'query'>> = {}): Promise<string[]> =>
  (await store.public.ranking.search(request(text, given))).hits.map(({ paper }) => paper.id)

const inChapter = (chapter: 1 | 2 | 3) => ({ filter: { ...unfiltered.filter, chapter } })
const by = { actor: 'a', at: AT }

for (const engine of engines) {
  const contract = contractFor(engine)

  contract('a question in plain words finds the papers that have most of its words', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Episodic memory for agents', abstract: 'Agents remember over many sessions.' }),
      newPaper({ id: 'p2', title: 'Robots that grasp', abstract: 'A robot arm.' }),
      newPaper({ id: 'p3', title: 'Sessions of a committee', abstract: 'Minutes.' }),
    )
    assert.deepEqual(await ids(store, 'how do agents remember things over many sessions?'), ['p1', 'p3'])
    assert.deepEqual(await ids(store, 'agents remember sessions -committee'), ['p1'])
    assert.deepEqual(await ids(store, 'sessions "robot arm"'), ['p2'])
    assert.deepEqual(await ids(store, 'robot sessions', { match: 'all' }), [])
    assert.deepEqual(await ids(store, 'p2'), ['p2'])
    assert.deepEqual(await ids(store, '!!!'), [])
    const { text, corrections } = await store.public.ranking.correct('agents that grsap')
    assert.deepEqual([text, corrections], ['agents that grasp', [{ from: 'grsap', to: 'grasp' }]])
  })

  contract('a ranking is bounded and ordered by the day on which papers first became public', async (store) => {
    const step = { note: null, actor: 'a' }
    await addPapers(store, { ...newPaper({ id: 'p1', title: 'Plans' }), at: '2026-10-31T23:59:59.999Z' })
    await addPapers(store, { ...newPaper({ id: 'p2', title: 'Plans of plans' }), at: '2026-11-02T00:00:00.000Z' })
    await addPapers(store, { ...newPaper({ id: 'p3', title: 'Plans' }, 'pending'), at: '2026-10-01T00:00:00.000Z' })
    const move = (id: string, state: 'accepted' | 'retracted', at: string) =>
      store.transact((tx) => tx.papers.transition(id, { ...step, state, at }))
    await move('p3', 'accepted', '2026-11-01T00:00:00.000Z')
    await move('p1', 'retracted', '2026-11-03T00:00:00.000Z')
    await move('p1', 'accepted', '2026-11-04T00:00:00.000Z')
    const since = (addedSince: string): Promise<string[]> =>
      ids(store, 'plans', { filter: { ...unfiltered.filter, addedSince }, sort: 'added' })
    assert.deepEqual(await since('2026-10-01'), ['p2', 'p3', 'p1'])
    assert.deepEqual(await since('2026-11-01'), ['p2', 'p3'])
    assert.deepEqual(await since('2026-11-02'), ['p2'])
    assert.deepEqual(await since('2026-11-03'), [])
  })

  contract('a question in a language that no paper is in is not corrected', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'AgentGen plans', abstract: 'How agents plan over viable days.' }),
    )
    const german = await store.public.ranking.correct('wie planen agenten über viele tage')
    assert.deepEqual(
      [german.text, german.corrections, german.language],
      ['wie planen agenten über viele tage', [], 'German'],
    )
    const english = await store.public.ranking.correct('how agentgne plans')
    assert.deepEqual([english.text, english.language], ['how agentgen plans', null])
    await addPapers(store, newPaper({ id: 'p2', title: 'Wie planen Agenten?', abstract: 'Über viele Tage.' }))
    const known = await store.public.ranking.correct('wie planen agenten über viele tage')
    assert.equal(known.language, null)
  })

  contract(
    'a name in Latin letters finds the Greek and Cyrillic one, in words, filters and suggestions',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'Plans', authors: ['Γιώργος Παπαδόπουλος'] }),
        newPaper({ id: 'p2', title: 'Plans', authors: ['Юрий Достоевский'] }),
        newPaper({ id: 'p3', title: 'Plans', authors: ['Ada Example'] }),
      )
      const list = async (q: string) =>
        (await store.public.papers.list(papersFoundBy(parseSearchQuery(q)), null, 9)).papers
      for (const [name, id] of [
        ['Papadopoulos', 'p1'],
        ['Παπαδόπουλος', 'p1'],
        ['Dostoevsky', 'p2'],
        ['Dostoevskiy', 'p2'],
      ] as const) {
        assert.deepEqual(await ids(store, name), [id], name)
        assert.deepEqual(await ids(store, 'plans', { filter: { ...unfiltered.filter, author: name } }), [id], name)
        assert.deepEqual(
          (await list(`author:${name}`)).map((paper) => paper.id),
          [id],
          name,
        )
        assert.deepEqual((await store.public.ranking.correct(name)).corrections, [], name)
      }
      assert.deepEqual((await store.public.library.suggest('papado')).authors, ['Γιώργος Παπαδόπουλος'])
    },
  )

  contract('a ranking is narrowed down by every filter', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Plans', chapter: 2, type: 'benchmark', year: 2020, longHorizon: 700_000 }),
      newPaper({ id: 'p2', title: 'Plans', chapter: 3, year: 2022, institution: 'MIT', concepts: ['Planning'] }),
      newPaper({ id: 'p3', title: 'Plans', authors: ['Zoë Example'], year: 2024, fullText: 'Long.' }),
    )
    const narrowed = (filter: Partial<RankedRequest['filter']>): Promise<string[]> =>
      ids(store, 'plans', { filter: { ...unfiltered.filter, ...filter } })
    assert.deepEqual(await narrowed({ chapter: 2 }), ['p1'])
    assert.deepEqual(await narrowed({ type: 'benchmark' }), ['p1'])
    assert.deepEqual(await narrowed({ minLongHorizon: 700_000 }), ['p1'])
    assert.deepEqual(await narrowed({ yearFrom: 2021, yearTo: 2023 }), ['p2'])
    assert.deepEqual(await narrowed({ institution: 'mit' }), ['p2'])
    assert.deepEqual(await narrowed({ concept: 'planning' }), ['p2'])
    assert.deepEqual(await narrowed({ author: 'zoe' }), ['p3'])
    assert.deepEqual(await narrowed({ withText: true }), ['p3'])
    assert.deepEqual(await narrowed({ concept: 'nothing' }), [])
    const several = async (oneOf: RankedRequest['filter']['oneOf']) => (await narrowed({ oneOf })).toSorted()
    assert.deepEqual(await several({ chapter: [2, 3] }), ['p1', 'p2'])
    assert.deepEqual(await several({ year: [2020, 2024] }), ['p1', 'p3'])
    assert.deepEqual(await several({ type: ['benchmark', 'survey'], chapter: [2, 4] }), ['p1'])
    assert.deepEqual(await several({ concept: ['nothing', 'planning'] }), ['p2'])
    assert.deepEqual(await several({ institution: ['mit', 'none'], year: [2022, 2024] }), ['p2'])
    assert.deepEqual(await several({ concept: ['nothing', 'nor this'] }), [])
    assert.deepEqual(await ids(store, 'plans', { sort: 'newest' }), ['p3', 'p2', 'p1'])
  })

  contract('hits that are far weaker than the best are counted, and can be left out', async (store) => {
    const title = 'Checkpoints let agents roll back failed plans'
    const close = [1, 2, 3].map((number) =>
      newPaper({ id: `p${number}`, title, year: 2020 + number, chapter: number === 3 ? 2 : 1 }),
    )
    const far = Array.from({ length: 30 }, (_, index) =>
      newPaper({ id: `p${index + 4}`, title: `Agents of the kind ${index}`, year: 2025, chapter: 3 }),
    )
    await addPapers(store, ...close, ...far)
    const asked = 'how do checkpoints let agents roll back plans'
    const search = (text: string, given: Partial<Omit<RankedRequest, 'query'>> = {}) =>
      store.public.ranking.search(request(text, given))
    const countsOf = async (text: string, given: Partial<Omit<RankedRequest, 'query'>> = {}) => {
      const { total, strong } = await search(text, given)
      return [total, strong]
    }
    const folded = { isFolded: true }
    assert.deepEqual(await countsOf(asked), [33, 3])
    assert.deepEqual((await ids(store, asked, { limit: 50 })).slice(0, 3).toSorted(), ['p1', 'p2', 'p3'])
    assert.deepEqual(await countsOf(asked, { from: 20, limit: 5 }), [33, 3], 'the same on every page')
    assert.deepEqual((await ids(store, asked, folded)).toSorted(), ['p1', 'p2', 'p3'])
    assert.deepEqual(await ids(store, asked, { ...folded, sort: 'newest' }), ['p3', 'p2', 'p1'])
    assert.deepEqual(await ids(store, asked, { ...folded, from: 2, sort: 'newest' }), ['p1'])

    const { counts, strong, total } = await store.public.ranking.list(request(asked, folded))
    assert.deepEqual([counts.papers, strong, total], [3, 3, 33])
    const chapters = counts.facets.chapter.map(({ value, papers }) => [value, papers])
    assert.deepEqual(chapters, [
      ['1', 2],
      ['2', 1],
    ])
    assert.deepEqual(await countsOf(asked, inChapter(1)), [2, 2])
    assert.deepEqual(await countsOf(asked, inChapter(3)), [30, 0])
    const allWeak = await ids(store, asked, { ...folded, ...inChapter(3), limit: 50 })
    assert.equal(allWeak.length, 30, 'where all hits are weak, they are shown')

    assert.deepEqual(await countsOf('agents checkpoints', { match: 'all' }), [3, 3])
    assert.deepEqual(await countsOf('"agents of the kind" checkpoints'), [30, 30], 'a phrase is required')
    assert.deepEqual(await countsOf(`${asked} -symphony`), [33, 3], 'what is excluded asks for nothing')
    assert.deepEqual(await countsOf('p9'), [1, 1])
    assert.deepEqual(await countsOf('!!!'), [0, 0])
  })

  contract('of many papers that answer alike, those that were not scored exactly are strong, too', async (store) => {
    const alike = Array.from({ length: 90 }, (_, index) => newPaper({ id: `p${index + 1}`, title: 'Plans of agents' }))
    await addPapers(store, ...alike)
    const { total, strong } = await store.public.ranking.search(request('plans of agents'))
    assert.deepEqual([total, strong], [90, 90])
  })

  contract(
    'other names of a concept find what its name finds, but not names that only hidden papers have',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'Zebras', concepts: ['workflow memory'] }),
        newPaper({ id: 'p2', title: 'Episodes of the past', abstract: 'Episodic recollection.' }),
      )
      await store.transact(async (tx) => {
        const words = { name: 'episodic recollection', definition: null }
        await tx.concepts.revise('workflow-memory', words, by)
      })
      const { synonyms } = await store.public.ranking.correct('what is workflow memory?')
      assert.deepEqual(synonyms, ['episodic recollection'])
      assert.deepEqual((await store.public.ranking.correct('episodic recollection')).synonyms, ['workflow memory'])
      const { query, hits } = await searchPapers(store.public.ranking, {
        ...unfiltered,
        text: 'workflow memory',
        limit: 9,
      })
      assert.deepEqual(hits.map(({ paper }) => paper.id).toSorted(), ['p1', 'p2'])
      assert.deepEqual(
        query.terms.slice(0, 4).map(({ term, weight }) => [term, weight < 1]),
        [
          ['workflow', false],
          ['memori', false],
          ['episod', true],
          ['recollect', true],
        ],
      )
      await store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', ...by }))
      assert.deepEqual((await store.public.ranking.correct('workflow memory')).synonyms, [])
    },
  )

  contract(
    'a list of hits has facets, concepts and counts, and the search box proposes what begins so',
    async (store) => {
      await addPapers(
        store,
        newPaper({
          id: 'p1',
          title: 'Zebras at night',
          year: 2024,
          concepts: ['Zebra crossing'],
          authors: ['Zeb Author'],
        }),
        newPaper({ id: 'p2', title: 'Zebras by day', year: 2025, fullText: 'Long.' }),
      )
      const { hits, counts } = await store.public.ranking.list(request('zebras'))
      assert.deepEqual(hits.map(({ paper }) => `${paper.id} ${paper.hasText}`).toSorted(), ['p1 false', 'p2 true'])
      assert.deepEqual(counts.facets.year, [
        { value: '2025', label: '2025', papers: 1 },
        { value: '2024', label: '2024', papers: 1 },
      ])
      assert.deepEqual([counts.papers, counts.isExact], [2, true])
      const query = parseSearchQuery('zebras')
      assert.deepEqual(await store.public.library.count({ ...everyPaper, query }, 9), { papers: 2, isExact: true })
      assert.deepEqual(await store.public.library.count({ ...everyPaper, query }, 1), { papers: 1, isExact: false })
      const { papers, concepts, authors } = await store.public.library.suggest('zeb')
      assert.deepEqual(papers.map(({ id }) => id).toSorted(), ['p1', 'p2'])
      assert.deepEqual([concepts.map(({ name }) => name), authors], [['Zebra crossing'], ['Zeb Author']])
    },
  )

  contract(
    'plain words find what is written in other words, unless the words themselves are required',
    async (store) => {
      await addPapers(
        store,
        newPaper({ id: 'p1', title: 'Recovery from failure', abstract: 'Errors of a long run.' }),
        newPaper({ id: 'p2', title: 'Robots that grasp', abstract: 'A robot arm.' }),
      )
      assert.deepEqual(await ids(store, 'repair a blunder'), ['p1'])
      assert.deepEqual(await ids(store, 'blunder robot', { match: 'all' }), [])
      assert.deepEqual(await ids(store, '"blunder"'), [])
      assert.deepEqual(await ids(store, 'title:blunder'), [])
      const { corrections } = await store.public.ranking.correct('rabots that blunder')
      assert.deepEqual(corrections, [{ from: 'rabots', to: 'robots' }])
      const { meanings, termWeights } = await store.public.ranking.search(request('repair a blunder'))
      assert.deepEqual(new Map(meanings.map(({ term, of }) => [term, of])).get('failur'), ['blunder'])
      assert.ok(meanings.every(({ term, weight }) => weight > 0 && !termWeights.has(term)))
      assert.deepEqual((await store.public.ranking.search(request('blunder', { match: 'all' }))).meanings, [])
      const passages = { phrase: [], by: 'impact', ids: null, papers: 5, passages: 5 } as const
      const { query } = request('blunder')
      const find = async (question: typeof query | null): Promise<readonly string[]> =>
        (await store.public.passages.candidates({ ...passages, words: query.terms, question })).shortTexts
      assert.deepEqual([await find(query), await find(null)], [['p1'], []])
    },
  )

  contract('a plain name of what the library is about counts no more than the usual one', async (store) => {
    const usual = ['p1', 'p2', 'p3', 'p4', 'p5'].map((id) => newPaper({ id, title: `Agents, part ${id}` }))
    await addPapers(
      store,
      ...usual,
      newPaper({ id: 'p6', title: 'Memory of agents' }),
      newPaper({ id: 'p7', title: 'A bot for a bot, as bots are' }),
    )
    assert.deepEqual((await ids(store, 'does the bot have a memory')).slice(0, 2), ['p6', 'p7'])
    const weightOf = async (text: string, word: string): Promise<number> =>
      (await store.public.ranking.search(request(text))).termWeights.get(word) ?? 0
    assert.ok((await weightOf('bot memory', 'bot')) < (await weightOf('parts memory', 'memori')) / 2)
    const passages = { phrase: [], by: 'impact', ids: null, papers: 5, passages: 5 } as const
    const { query } = request('bot memory')
    const found = await store.public.passages.candidates({ ...passages, words: query.terms, question: query })
    assert.equal(found.shortTexts[0], 'p6')
  })

  contract('a question that says what a concept is finds its papers, as long as some are public', async (store) => {
    const question = 'hostile text hidden where a program reads it'
    const [define, other] = [
      'Hostile text that is hidden in what a program reads.',
      'Plans that are made before work begins.',
    ]
    await store.transact(async (tx) => {
      await tx.concepts.define('prompt injection', define)
      await tx.concepts.define('planning', other)
    })
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Defences against injection' }),
      newPaper({ id: 'p2', title: 'Robots that grasp', concepts: ['planning'] }),
    )
    await addPapers(store, newPaper({ id: 'p3', title: 'Not yet read', concepts: ['prompt injection'] }, 'pending'))
    assert.deepEqual(await ids(store, question), [])
    await addPapers(store, newPaper({ id: 'p4', title: 'A benchmark', concepts: ['prompt injection'] }))
    assert.deepEqual((await ids(store, question)).toSorted(), ['p1', 'p4'])
    const { meanings } = await store.public.ranking.search(request(question))
    assert.deepEqual(meanings.find(({ term }) => term === 'inject')?.of.includes('hidden'), true)
  })

  contract('an id, a DOI or an arXiv id finds its paper first, however it is written', async (store) => {
    await addPapers(
      store,
      newPaper({ id: 'p12', title: 'Bare', doi: '10.1145/abcdefg.12', arxivId: '2305.17390' }),
      newPaper({ id: 'p3', title: 'On p12, 10.1145 and arXiv 2305 17390', abstract: 'p12 p12 abcdefg 12 doi org abs' }),
    )
    const named = [
      'p12',
      ' P12 ',
      '10.1145/abcdefg.12',
      'DOI:10.1145/ABCDEFG.12',
      'https://doi.org/10.1145/abcdefg.12',
      '2305.17390',
      'arXiv:2305.17390v3',
      'https://arxiv.org/abs/2305.17390v1',
      '10.48550/arXiv.2305.17390',
    ]
    for (const text of named) {
      const { hits, corrections } = await searchPapers(store.public.ranking, { ...unfiltered, text, limit: 9 })
      assert.deepEqual([hits[0]?.paper.id, corrections], ['p12', []], text)
    }
    await store.transact((tx) => tx.papers.transition('p12', { state: 'retracted', note: 'x', ...by }))
    for (const text of named) assert.ok(!(await ids(store, text)).includes('p12'), text)
  })

  contract('a long text is ranked by the words of it that tell most in this library', async (store) => {
    const common = Array.from({ length: 66 }, (_, index) => `common${index}x`).join(' ')
    const fullText = `${'Words of no interest. '.repeat(80)}\n\nThe quagga grazes. ${'More words. '.repeat(80)}`
    await addPapers(
      store,
      ...Array.from({ length: 4 }, (_, index) => newPaper({ id: `p${index + 1}`, title: 'Papers', abstract: common })),
      newPaper({ id: 'p5', title: 'Zebras at night' }),
      newPaper({ id: 'p6', title: 'Robots', fullText }),
      newPaper({ id: 'p7', title: 'Retired', abstract: 'Aardvarks dig.' }),
    )
    await store.transact((tx) => tx.papers.transition('p7', { state: 'retracted', note: 'x', ...by }))
    const unknown = Array.from({ length: 70 }, (_, index) => `unheard${index}y`).join(' ')
    const text = `${common} ${unknown} An aardvark, a zebra and a quagga, down by -3.4 "of points"`
    const { kept } = await store.public.ranking.correct(text)
    assert.deepEqual([kept?.length, new Set(kept?.slice(0, 2))], [64, new Set(['quagga', 'zebra'])])
    assert.ok(kept?.every((word) => !word.startsWith('unheard') && word !== 'aardvark'))
    const input = { ...unfiltered, text, limit: 10 }
    const found = await searchPapers(store.public.ranking, input)
    assert.deepEqual([found.query.dropped, found.corrections], [66 + 70 + 6 - 64, []])
    assert.deepEqual(found.hits.map(({ paper }) => paper.id).toSorted(), ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'])
    const { query, passages } = await findPassages({ ...store.public, meaning: null }, { text, ids: null, perPaper: 1 })
    assert.deepEqual([query.dropped, passages.map(({ paper }) => paper.id).includes('p6')], [found.query.dropped, true])
    const all = await searchPapers(store.public.ranking, { ...input, match: 'all' })
    assert.deepEqual([all.total, all.relaxations], [0, [{ without: 'match', total: 6 }]])
    assert.equal((await store.public.ranking.correct('zebras at night')).kept, null)
  })

  contract('a full text counts by its best passage', async (store) => {
    const filler = 'Words of no interest stand here. '.repeat(60)
    const fullText = `${filler}\n\nZebras cross the savannah at night. ${filler}`
    await addPapers(
      store,
      newPaper({ id: 'p1', title: 'Robots', fullText }),
      newPaper({ id: 'p2', title: 'A savannah', abstract: 'Grass.' }),
      newPaper({ id: 'p3', title: 'Robots', fullText: filler }),
    )
    const search = (text: string) => store.public.ranking.search(request(text))
    const { hits, termWeights } = await search('zebras at night')
    assert.deepEqual(
      hits.map(({ paper, version, inText }) => [paper.id, version, inText?.text.includes('Zebras')]),
      [['p1', 1, true]],
    )
    assert.deepEqual([...termWeights], [])
    assert.deepEqual(await ids(store, 'zebras savannah night'), ['p1', 'p2'])
    assert.deepEqual(await ids(store, 'robots savannah', { filter: { ...unfiltered.filter, withText: true } }), [
      'p1',
      'p3',
    ])
    assert.deepEqual(await ids(store, 'zebras robots -savannah'), ['p1', 'p3'])
    assert.deepEqual((await store.public.ranking.correct('zebras')).corrections, [])
    await store.transact((tx) => tx.papers.transition('p1', { state: 'retracted', note: 'x', ...by }))
    assert.deepEqual(await ids(store, 'zebras at night'), [])
  })

  contract('the next search sees every change, before and after segments are merged', async (store) => {
    for (let number = 1; number <= 20; number += 1)
      await addPapers(store, newPaper({ id: `p${number}`, title: `Planning number x${number}y` }))
    await store.transact(async (tx) => {
      await tx.papers.revise('p7', by, ({ paper }) => ({ ...paper, title: 'Memory' }))
      await tx.papers.transition('p8', { state: 'retracted', note: 'x', ...by })
    })
    const seen = async () => [
      await ids(store, 'planning'),
      await ids(store, 'memory'),
      await ids(store, 'x7y'),
      await ids(store, 'x8y'),
    ]
    const before = await seen()
    assert.equal(before[0]?.length, 18)
    assert.deepEqual(before.slice(1), [['p7'], [], []])
    assert.ok((await mergeAll(store)) >= 3)
    assert.deepEqual(await seen(), before)
    assert.equal(await mergeAll(store), 0)
  })
}

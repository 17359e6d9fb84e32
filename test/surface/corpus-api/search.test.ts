import { leastPaper } from '../../support/service/papers.ts'
import { idsAt, assertFailure, jsonOf, pagesFrom, type Listed } from '../../support/service/responses.ts'
import { startTestService, type TestService } from '../../support/service/test-service.ts'
import type { Ending } from '../../support/files.ts'
import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { decide, submit } from '../../support/service/review.ts'

const searchedPapers = () => [
  leastPaper({
    id: 'p1',
    title: 'Planning with language agents',
    authors: ['Ada Lovelace', 'Grace Hopper'],
    abstract: 'Agents plan tasks over a long horizon. Robots are left out.',
    topics: ['planning', 'agent memory'],
    chapter: 2,
    longHorizonScore: 0.9,
    institution: 'Zanzibar Institute',
    houseCommentary: 'Quokka.',
    concepts: ['wombat'],
    frameworkMappings: ['Numbat'],
    fullText: 'Platypus.',
  }),
  leastPaper({
    id: 'p2',
    title: 'Memory for tool use',
    authors: ['Grace Murray'],
    abstract: 'GPT-4o writes C++ and C# in long-horizon work. A memory-augmented model.',
    topics: ['memory', 'tools'],
    chapter: 3,
    longHorizonScore: 0.8,
  }),
  leastPaper({
    id: 'p3',
    title: 'Évaluation of naïve planners',
    authors: ['José Núñez'],
    abstract: 'A planner fails on robot arms; the horizon is long.',
    topics: ['evaluation'],
    chapter: 2,
    longHorizonScore: 0.7,
  }),
  leastPaper({
    id: 'p4',
    title: 'Letters of the alphabet: C',
    abstract: 'Nothing about agents',
    longHorizonScore: 0.6,
  }),
  leastPaper({ id: 'p5', title: '大規模言語モデルの計画', abstract: 'Ελληνικά и русский', longHorizonScore: 0.5 }),
  leastPaper({ id: 'p6', title: 'Ablation' }),
]

/** The ids of all of them, in the public order. */
const everything = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6']

/** A service with these papers, and the ids that its search finds for a text and further parameters. */
const startSearchedService = async (t: Ending) => {
  const service = await startTestService(t)
  await service.accept(...searchedPapers())
  const search = (q: string, rest = ''): Promise<unknown[]> =>
    idsAt(service, `/api/papers?q=${encodeURIComponent(q)}${rest}`)
  return { service, search }
}

const { service, search } = await startSearchedService({ after })

test('q is accepted up to 256 characters, however many bytes they have', async () => {
  for (const character of ['!', '…', '🙂'])
    assert.deepEqual(await search(`alphabet${character.repeat(256 - 'alphabet'.length)}`), ['p4'])
  assert.equal((await service.get(`/api/papers?q=${'a'.repeat(256)}`)).status, 200)
  for (const q of [
    'a'.repeat(257),
    '🙂'.repeat(257),
    `alphabet${' '.repeat(249)}`,
    '"'.repeat(257),
    'a'.repeat(8_000),
  ]) {
    const failure = await assertFailure(await service.get(`/api/papers?q=${encodeURIComponent(q)}`), 'corpus', 400)
    assert.deepEqual(failure.paths, ['q'])
    assert.match(failure.sentence, /256/u)
  }
})

test('q is accepted up to 16 words', async () => {
  const words = Array.from({ length: 17 }, (_, index) => `w${index}`)
  const sixteen = words.slice(1)
  for (const q of [sixteen.join(' '), `"${sixteen.join(' ')}"`, sixteen.join(' OR '), `-${sixteen.join(' -')}`])
    assert.equal((await service.get(`/api/papers?q=${encodeURIComponent(q)}`)).status, 200, q)
  for (const q of [
    words.join(' '),
    `"${words.join(' ')}"`,
    words.join(' OR '),
    `-${words.join(' -')}`,
    words.join(','),
    `title:${words.join(' title:')}`,
  ]) {
    const failure = await assertFailure(await service.get(`/api/papers?q=${encodeURIComponent(q)}`), 'corpus', 400)
    assert.deepEqual(failure.paths, ['q'], q)
    assert.match(failure.sentence, /16/u)
  }
})

test('matches come in the public order for any query', async () => {
  assert.deepEqual(await search('the OR of OR with OR for OR memory OR alphabet OR ablation'), [
    'p1',
    'p2',
    'p3',
    'p4',
    'p6',
  ])
})

test('a search may be filtered by chapter', async () => {
  assert.deepEqual(await search('long horizon', '&chapter=2'), ['p1', 'p3'])
  assert.deepEqual(await search('memory', '&chapter=3'), ['p2'])
  assert.deepEqual(await search('-memory', '&chapter=2'), ['p3'])
  assert.deepEqual(await search('memory', '&chapter=7'), [])
  assert.deepEqual(await search('!!!', '&chapter=2'), [])
})

test('count is the number of papers in the response, X-Total-Count that of all matches', async () => {
  const response = await service.get('/api/papers?q=long+horizon&limit=2')
  const { count, papers } = await jsonOf<Listed & { count: number }>(response)
  assert.deepEqual([count, papers.length, response.headers.get('x-total-count')], [2, 2, '3'])
})

test('pages of a search follow each other without gap or repetition', async () => {
  const seen: unknown[] = []
  for await (const page of pagesFrom(service, '/api/papers?q=long+horizon+OR+agents&limit=1')) {
    assert.equal(page.headers.get('x-total-count'), '3')
    seen.push(...(await jsonOf<Listed>(page)).papers.map(({ id }) => id))
  }
  assert.deepEqual(seen, ['p1', 'p2', 'p3'])
})

/** A new service with one submitted paper. */
const withSubmission = async (t: TestContext): Promise<{ own: TestService; key: string }> => {
  const own = await startTestService(t)
  const key = await own.key()
  await submit(own, key, leastPaper({ title: 'Firstword', abstract: 'Firstabstract' }))
  return { own, key }
}

test('a paper is found from its acceptance to its retraction', async (t) => {
  const { own } = await withSubmission(t)
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  await decide(own, 'p1', 'accept')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), ['p1'])
  await decide(own, 'p1', 'retract')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  assert.equal((await own.get('/api/papers?q=firstword')).headers.get('x-total-count'), '0')
})

test('a resubmitted paper is found by its new words only', async (t) => {
  const { own, key } = await withSubmission(t)
  await decide(own, 'p1', 'ask')
  await own.send('PUT', '/api/submissions/p1', leastPaper({ title: 'Secondword' }), { 'x-api-key': key })
  await decide(own, 'p1', 'accept')
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstword'), [])
  assert.deepEqual(await idsAt(own, '/api/papers?q=firstabstract'), [])
  assert.deepEqual(await idsAt(own, '/api/papers?q=secondword'), ['p1'])
})

/** Queries, and what they find. */
const found: Record<string, [string, string[]][]> = {
  'q searches title, abstract, authors and topics': [
    ['alphabet', ['p4']],
    ['robots', ['p1', 'p3']],
    ['lovelace', ['p1']],
    ['tools', ['p2']],
  ],
  'q searches nothing else': [
    ['zanzibar', []],
    ['quokka', []],
    ['wombat', []],
    ['numbat', []],
    ['platypus', []],
    ['p1', []],
    ['2025', []],
  ],
  'words are joined by AND, wherever they stand': [
    ['memory grace', ['p1', 'p2']],
    ['grace memory tools', ['p2']],
    ['memory AND grace', ['p1', 'p2']],
    ['memory nothingelse', []],
  ],
  'a phrase is found in that order only, within one field': [
    ['"language agents"', ['p1']],
    ['"agents language"', []],
    ['"long horizon"', ['p1', 'p2']],
    ['"tool use grace"', []],
    ['"ada lovelace grace hopper"', []],
    ['"Memory for tool use"', ['p2']],
  ],
  'a word after - must not occur': [
    ['planning -robot', []],
    ['memory -tools', ['p1']],
    ['-memory', ['p3', 'p4', 'p5', 'p6']],
    ['agents -"language agents"', ['p4']],
    ['-grace -author:núñez', ['p4', 'p5', 'p6']],
    ['memory -title:memory', ['p1']],
    ['long-horizon', ['p1', 'p2']],
  ],
  'OR joins two alternatives, tighter than AND': [
    ['alphabet OR ablation', ['p4', 'p6']],
    ['lovelace OR murray memory', ['p1', 'p2']],
    ['memory lovelace OR núñez', ['p1']],
    ['alphabet OR ablation OR evaluation', ['p3', 'p4', 'p6']],
    ['"tool use" OR "robot arms"', ['p2', 'p3']],
    ['title:memory OR author:lovelace', ['p1', 'p2']],
    ['memory OR robot -tools', ['p1', 'p3']],
  ],
  'word* finds what begins so': [
    ['plann*', ['p1', 'p3']],
    ['plannin*', ['p1']],
    ['lovel*', ['p1']],
    ['abla*', ['p6']],
    ['author:mur*', ['p2']],
    ['title:lovel*', []],
    ['zzz*', []],
  ],
  'title:, author:, abstract: and topic: look there only': [
    ['title:memory', ['p2']],
    ['topic:memory', ['p1', 'p2']],
    ['abstract:memory', ['p2']],
    ['author:grace', ['p1', 'p2']],
    ['author:"grace murray"', ['p2']],
    ['title:robot', []],
    ['topic:planning abstract:robots', ['p1']],
    ['TITLE:memory', ['p2']],
  ],
  'case, marks and endings do not matter': [
    ['EVALUATION', ['p3']],
    ['évaluation', ['p3']],
    ['naive', ['p3']],
    ['jose nunez', ['p3']],
    ['plans', ['p1']],
    ['planner', ['p3']],
    ['ROBOT', ['p1', 'p3']],
    ['ελληνικα', ['p5']],
    ['РУССКИЙ', ['p5']],
  ],
  'words with marks inside are found as one and by their parts': [
    ['gpt-4o', ['p2']],
    ['gpt4o', ['p2']],
    ['gpt', ['p2']],
    ['long-horizon', ['p1', 'p2']],
    ['memory-augmented', ['p2']],
    ['c++', ['p2']],
    ['c#', ['p2']],
  ],
  'Chinese and Japanese are found by what is typed of them': [
    ['計画', ['p5']],
    ['言語モデル', ['p5']],
    ['画', ['p5']],
    ['画計', []],
  ],
  'nothing typed is no search': [
    ['', everything],
    ['   ', everything],
    ['\t\n', everything],
  ],
  'what holds no word finds nothing': [
    ['!!!', []],
    ['"', []],
    ['""', []],
    ['-', []],
    ['*', []],
    ['()', []],
    [':', []],
    ['title:', []],
    ['\u0000', []],
    ['🙂', []],
    ['--', []],
    ["'", []],
  ],
  'punctuation beside a word changes nothing': [
    ['alphabet!!!', ['p4']],
    ['(alphabet', ['p4']],
    ['alphabet)', ['p4']],
    ['alphabet" ', ['p4']],
    ['"alphabet', ['p4']],
    ['^alphabet', ['p4']],
    ['alphabet;', ['p4']],
    ['alph\u0000', []],
    ['alphabet\u0000', ['p4']],
    ['{alphabet}', ['p4']],
    ['+alphabet', ['p4']],
  ],
  'what cannot be parsed is taken as words': [
    ['OR alphabet', []],
    ['alphabet OR', []],
    ['NEAR(alphabet)', []],
    ['alphabet AND', []],
    ['alphabet: missing', []],
    ['letters:alphabet', ['p4']],
    ['marks:all', []],
    ['rowid:1', []],
    ['title:title:alphabet', []],
  ],
}

for (const [sentence, table] of Object.entries(found))
  test(sentence, async () => {
    for (const [q, ids] of table) assert.deepEqual(await search(q), ids, `q=${JSON.stringify(q)}`)
  })

test('no text in q is an error', async () => {
  const pieces = [
    '"',
    '-',
    '*',
    ':',
    '(',
    ')',
    'OR',
    'AND',
    'NOT',
    'NEAR',
    'title:',
    'a',
    '\u0000',
    '\\',
    '%',
    ' ',
    '§all',
    '¦',
    '^',
    '+',
  ]
  const ends = ['', '"', '*', 'OR']
  // Each pair with one of the ends, each piece with all of them.
  for (const [at, first] of pieces.entries())
    for (const [turn, second] of pieces.entries()) {
      const q = first + second + ends[(at + turn) % ends.length]
      assert.equal((await service.get(`/api/papers?q=${encodeURIComponent(q)}`)).status, 200, JSON.stringify(q))
    }
})

test('signs of the index itself cannot be searched for', async () => {
  for (const q of ['§all', '"§all"', '§c2', 'marks:§c2', '"¦"', '¦'])
    assert.notDeepEqual(await search(q), everything, q)
  assert.deepEqual(await search('§c2'), [])
})

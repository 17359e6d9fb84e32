import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareWorks, sameWork, type Work, type WorkLikeness } from './same-work.ts'
import { titleBeginning, lookupTitleKeys, workKeys, lookupWorkKeys } from './work-keys.ts'
import { textKey } from '#core/text/tokenize.ts'

const AUTHORS = ['Shunyu Yao', 'Jeffrey Zhao', 'Dian Yu']

const work = (given: Partial<Work> = {}): Work => ({
  title: 'ReAct: Synergizing Reasoning and Acting in Language Models',
  authors: AUTHORS,
  year: 2022,
  doi: null,
  arxivId: null,
  ...given,
})

/** What is or may be the same work as the one above, by what; null for what is another one. */
const cases: [string, Partial<Work>, WorkLikeness | null][] = [
  ['another case', { title: 'REACT: SYNERGIZING REASONING AND ACTING IN LANGUAGE MODELS' }, 'title_year'],
  ['other punctuation', { title: 'ReAct – Synergizing reasoning & acting in language models.' }, 'title_year'],
  ['TeX', { title: '{ReAct}: \\emph{Synergizing} Reasoning and Acting in Language Models' }, 'title_year'],
  ['no subtitle', { title: 'ReAct' }, 'perhaps'],
  ['nothing but the subtitle', { title: 'Synergizing Reasoning and Acting in Language Models' }, 'perhaps'],
  ['a name shortened', { title: 'ReAct: Synergizing Reasoning and Acting in LMs' }, 'title_year'],
  ['a later publication', { year: 2023, doi: '10.1000/react' }, 'near_title'],
  ['names as catalogues write them', { authors: ['Yao, S.', 'Zhao, J.'] }, 'title_year'],
  ['names as medical databases write them', { authors: ['Yao S', 'Zhao J.-P.'] }, 'title_year'],
  [
    'a retraction in its title',
    { title: 'RETRACTED: ReAct: Synergizing Reasoning and Acting in Language Models' },
    'title_year',
  ],
  ...[
    'Erratum: ',
    'Erratum to: ',
    'Corrigendum – ',
    'Author Correction: ',
    'Publisher Correction: ',
    'Retraction Note: ',
    'Addendum: ',
    'Reply to: ',
    'Response to ',
    'Comment on ',
    'Editorial: ',
    'Supplementary material for: ',
  ].map((about): [string, Partial<Work>, WorkLikeness | null] => [
    `what is about it (${about.trim()})`,
    { title: `${about}ReAct: Synergizing Reasoning and Acting in Language Models` },
    null,
  ]),
  ['no authors', { authors: [] }, 'title_year'],
  ['another form of a word', { title: 'ReAct: Synergizing Reasoning and Action in Language Models' }, 'near_title'],
  ['other authors', { authors: ['Ada Example'] }, null],
  ['years later', { year: 2027 }, null],
  ['a second part', { title: 'ReAct: Synergizing Reasoning and Acting in Language Models 2' }, null],
  [
    'another paper of the authors',
    { title: 'Tree of Thoughts: Deliberate Problem Solving with Language Models' },
    null,
  ],
]

for (const [name, given, expected] of cases)
  test(`the same work: ${name}`, () => {
    assert.equal(compareWorks(work(), work(given)), expected)
    assert.equal(compareWorks(work(given), work()), expected)
  })

test('identifiers decide before titles do', () => {
  const unlike = { title: 'Another title', authors: ['Ada Example'], year: 2010 }
  assert.equal(sameWork(work({ doi: '10.1000/a' }), work({ ...unlike, doi: '10.1000/a' })), 'doi')
  assert.equal(sameWork(work({ arxivId: '2210.03629' }), work({ ...unlike, arxivId: '2210.03629' })), 'arxiv')
  assert.equal(sameWork(work({ arxivId: '2210.03629' }), work({ arxivId: '2210.03630' })), null)
  assert.equal(sameWork(work({ doi: '10.48550/a' }), work({ doi: '10.1000/b' })), 'title_year')
})

/** Pairs of titles by the same authors in the same year: whether both are of one work; null where a person has to decide. */
const titles: [string, string, boolean | null][] = [
  ['Negotiation by agents with a budget', 'Negotiation with agents with a budget', null],
  ['Learning by agents', 'Learning of the agents', null],
  ['AgentForge', 'AgentForge: A Benchmark of Repair Tasks', null],
  ['Towards agents at work', 'Toward agents at work', true],
  ['The agents and their work', 'Agents & their work', true],
  ['Scaling laws for language models', 'Scaling laws for vision models', false],
  ['A survey of tool use', 'A survey of planning', false],
  ['Bounds on sorting, Part I', 'Bounds on sorting, Part II', false],
  ['Bounds on sorting, Part 2', 'Bounds on sorting, Part II', true],
  ['Bounds on sorting', 'Bounds on sorting: Part II', false],
  ['Bounds on sorting', 'Bounds on sorting: A replication study', false],
  ['Bounds on sorting', 'Bounds on sorting (Erratum)', false],
  ['Bounds on sorting', 'Bounds on sorting revisited', false],
  ['Bounds on sorting', '[Re] Bounds on sorting', false],
  ['Bounds on sorting', 'Bounds on sorting: lessons for the practice of search', null],
  ['Bounds on sorting: upper ones', 'Bounds on sorting: lower ones', false],
  ['GPT-3 technical report', 'GPT-4 technical report', false],
  ['LLaMA for retrieval', 'LLaVA for retrieval', false],
  ['Attention is all you need', 'Attention is not all you need', false],
  ['Agents with memory', 'Agents without memory', false],
  ['Supervised agents at work', 'Unsupervised agents at work', false],
  ['Symmetric games of agents', 'Asymmetric games of agents', false],
  ['Causal inference by agents', 'Casual inference by agents', false],
  ['Text generation by agents', 'Test generation by agents', false],
  ['Generative models of text', 'General models of text', false],
  ['Planning for retrieval', 'Retrieval for planning', false],
  ['Memory of agents', 'Memory of hierarchical agents', false],
  ['Memory of agents in games', 'Mmeory of agents in games', true],
  ['Memory of agents in games', 'Memory of the agents in  games.', true],
  ['Collaborative planning', 'Collabratvie planning', true],
  ['Optimising behaviour of agents', 'Optimizing behavior of agents', true],
  ['State-of-the-art multi-agent planning', 'State of the Art Multiagent Planning', true],
  ['Planning by LLM agents', '{P}lanning by {L}{L}{M} agents', true],
  ['Planning by LLM agents', 'planning by large language model agents', true],
  ['The $O(n^2)$ cost of H$_2$O', 'The O(n²) cost of H<sub>2</sub>O', true],
  ['Planning: a study', 'Planning: a study (extended version)', true],
  ['An AI-driven search of LLM-made code', 'An AIdriven search of LLMmade code', true],
  ['GPT-3.5 at work', 'GPT-35 at work', false],
]

for (const [one, other, isSame] of titles)
  test(`by the same authors: “${one}” and “${other}”`, () => {
    for (const [a, b] of [
      [one, other],
      [other, one],
    ] as const) {
      const likeness = compareWorks(work({ title: a }), work({ title: b }))
      assert.equal(likeness === 'perhaps' ? null : likeness !== null, isSame)
      assert.equal(sameWork(work({ title: a }), work({ title: b })) !== null, isSame === true)
    }
  })

/** Lists of authors of the same title: whether they may be one. */
const lists: [string[], string[], boolean][] = [
  [['Shunyu Yao'], ['YAO, Shunyu'], true],
  [['Shunyu Yao'], ['Yao Shunyu'], true],
  [['Shunyu Yao'], ['Shuo Yao', 'Other Person'], true],
  [['Shunyu Yao'], ['Wei Yao'], false],
  [['Wei Wang', 'Li Zhang'], ['Jie Wang', 'Hao Zhang'], false],
  [['Jürgen Müller'], ['Mueller, J.'], true],
  [['Kurt Gödel'], ['K. G{\\"o}del'], true],
  [['María García-López'], ['García López, M.'], true],
  [['John Q. Smith, Jr.'], ['John Smith'], true],
  [['Shunyu Yao'], ['Anonymous'], true],
  [['Юрий Щербаков'], ['Shcherbakov, Y.'], true],
  [['Юрий Щербаков'], ['Iurii Scherbakov'], true],
  [['Алексей Хорошев'], ['A. Horoshev'], true],
  [['Ли Цзянь', 'Пётр Иванов'], ['Petr Ivanov'], true],
  [['Юрий Щербаков'], ['Pyotr Shcherbakov'], false],
  [['Юрий Щербаков'], ['Yuri Ivanov'], false],
  [['王小明'], ['Xiaoming Wang'], true],
  [['王小明'], ['Wang, X.-M.'], true],
  [['欧阳修'], ['Xiu Ouyang'], true],
  [['王小明'], ['Wei Wang'], false],
  [['王小明'], ['Xiaoming Zhang'], false],
  [['Κώστας Παπαδόπουλος'], ['K. Papadopoulos'], true],
  [['Shunyu Yao', 'Jeffrey Zhao'], ['The ReAct Collaboration'], true],
]

for (const [one, other, isSame] of lists)
  test(`the same title by ${one.join(', ')} and by ${other.join(', ')}`, () => {
    assert.equal(sameWork(work({ authors: one }), work({ authors: other })) !== null, isSame)
    assert.equal(sameWork(work({ authors: other }), work({ authors: one })) !== null, isSame)
  })

test('without authors, the next year may be that of the publication and a later one is of another work', () => {
  assert.equal(sameWork(work(), work({ authors: ['Anonymous'], year: 2023 })), 'near_title')
  assert.equal(sameWork(work(), work({ authors: ['Anonymous'], year: 2024 })), null)
})

const pair = (title: string, other: string, dois = ['10.1000/a', '10.1000/b']): WorkLikeness | null =>
  compareWorks(work({ title, doi: dois[0] ?? null }), work({ title: other, doi: dois[1] ?? null }))

test('two DOIs of one publisher are of two works, unless the same long title came out twice', () => {
  assert.equal(pair('Editorial', 'Editorial'), null)
  assert.equal(pair('Bounds on sorting networks', 'Bounds on sorting networks'), 'title_year')
  assert.equal(pair('Bounds on sorting networks', 'Bounds on sorting networks: a study'), null)
  const versions = ['10.48550/a', '10.1000/b']
  assert.equal(pair('Bounds on sorting networks', 'Bounds on sorting networks: a study', versions), 'perhaps')
})

/** Whether a look-up for one finds the other. */
const isFound = (stored: Work, sought: Work): boolean =>
  lookupWorkKeys(sought).some((key) => workKeys(stored).includes(key)) ||
  lookupTitleKeys(sought).includes(textKey(stored.title)) ||
  textKey(stored.title).startsWith(titleBeginning(sought))

test('what is the same work is found under a key that both have', () => {
  const pairs = [
    ...cases.filter(([, , match]) => match !== null).map(([, given]): [Work, Work] => [work(), work(given)]),
    ...titles
      .filter(([, , same]) => same !== false)
      .map(([one, other]): [Work, Work] => [work({ title: one }), work({ title: other })]),
    ...lists
      .filter(([, , same]) => same)
      .map(([one, other]): [Work, Work] => [work({ authors: one }), work({ authors: other })]),
  ]
  for (const [one, other] of pairs) {
    assert.ok(isFound(one, other), `${other.title} by ${other.authors.join(', ')}`)
    assert.ok(isFound(other, one), `${one.title} by ${one.authors.join(', ')}`)
  }
})

test('a work is found though its first author and its subtitle are missing, or its first word is mistyped', () => {
  const [, ...others] = AUTHORS
  assert.ok(isFound(work(), work({ title: 'ReAct', authors: others })))
  assert.ok(isFound(work(), work({ title: 'RaeCt: Synergizing Reasoning and Acting in Language Models' })))
  const plain = work({ title: 'Memory of agents in games' })
  assert.ok(isFound(plain, work({ title: 'Mmeory of agents in games' })))
})

test('a surname before initials is found under both, as earlier versions stored it', () => {
  const [key] = workKeys(work())
  const medical = work({ authors: ['Yao S'] })
  assert.deepEqual(workKeys(medical)[0], key)
  assert.ok(key !== null && lookupWorkKeys(medical).includes(key))
  assert.ok(lookupWorkKeys(medical).includes('s react'))
})

test('a title in capitals keeps what is written out', () => {
  const title = 'LLMs and LMs for planning with a memory of their own'
  assert.equal(sameWork(work({ title }), work({ title: title.toUpperCase() })), 'title_year')
  assert.equal(workKeys(work({ title }))[0], workKeys(work({ title: title.toUpperCase() }))[0])
})

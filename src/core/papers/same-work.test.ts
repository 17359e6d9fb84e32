import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameWork, workKeys, workKeysToLookUnder, type Work, type WorkMatch } from './same-work.ts'

const AUTHORS = ['Shunyu Yao', 'Jeffrey Zhao', 'Dian Yu']

const work = (given: Partial<Work> = {}): Work => ({
  title: 'ReAct: Synergizing Reasoning and Acting in Language Models',
  authors: AUTHORS,
  year: 2022,
  doi: null,
  arxivId: null,
  ...given,
})

/** What is taken for the same work as the one above, by what; null for what is another one. */
const cases: [string, Partial<Work>, WorkMatch | null][] = [
  ['another case', { title: 'REACT: SYNERGIZING REASONING AND ACTING IN LANGUAGE MODELS' }, 'title_year'],
  ['other punctuation', { title: 'ReAct – Synergizing reasoning & acting in language models.' }, 'title_year'],
  ['TeX', { title: '{ReAct}: \\emph{Synergizing} Reasoning and Acting in Language Models' }, 'title_year'],
  ['no subtitle', { title: 'ReAct' }, 'near_title'],
  ['nothing but the subtitle', { title: 'Synergizing Reasoning and Acting in Language Models' }, 'near_title'],
  ['a name shortened', { title: 'ReAct: Synergizing Reasoning and Acting in LMs' }, 'title_year'],
  ['a later publication', { year: 2023, doi: '10.1000/react' }, 'near_title'],
  ['names as catalogues write them', { authors: ['Yao, S.', 'Zhao, J.'] }, 'title_year'],
  ['names as medical databases write them', { authors: ['Yao S', 'Zhao J.-P.'] }, 'title_year'],
  [
    'a retraction in its title',
    { title: 'RETRACTED: ReAct: Synergizing Reasoning and Acting in Language Models' },
    'near_title',
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
  ].map((about): [string, Partial<Work>, WorkMatch | null] => [
    `what is about it (${about.trim()})`,
    { title: `${about}ReAct: Synergizing Reasoning and Acting in Language Models` },
    null,
  ]),
  ['no authors', { authors: [] }, 'title_year'],
  ['a word changed', { title: 'ReAct: Synergizing Reasoning and Action in Language Models' }, 'near_title'],
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
    assert.equal(sameWork(work(), work(given)), expected)
    assert.equal(sameWork(work(given), work()), expected)
  })

test('identifiers decide before titles do', () => {
  const unlike = { title: 'Another title', authors: ['Ada Example'], year: 2010 }
  assert.equal(sameWork(work({ doi: '10.1000/a' }), work({ ...unlike, doi: '10.1000/a' })), 'doi')
  assert.equal(sameWork(work({ arxivId: '2210.03629' }), work({ ...unlike, arxivId: '2210.03629' })), 'arxiv')
  assert.equal(sameWork(work({ arxivId: '2210.03629' }), work({ arxivId: '2210.03630' })), null)
  assert.equal(sameWork(work({ doi: '10.48550/a' }), work({ doi: '10.1000/b' })), 'title_year')
})

const keysOf = (given: Partial<Work>): string[] => workKeys(work(given)).filter((key) => key !== null)

test('what is the same work is found under a key that both have', () => {
  for (const [name, given, expected] of cases)
    if (expected !== null && given.authors?.length !== 0)
      assert.ok(
        keysOf({}).some((key) => keysOf(given).includes(key)),
        `${name}: ${keysOf(given).join(' / ')}`,
      )
})

test('a surname before initials is found under both, as earlier versions stored it', () => {
  const [key] = workKeys(work())
  const medical = work({ authors: ['Yao S'] })
  assert.deepEqual(workKeys(medical)[0], key)
  assert.deepEqual(workKeysToLookUnder(medical).slice(0, 1), [key])
  assert.ok(workKeysToLookUnder(medical).includes('s react'))
  assert.deepEqual(workKeysToLookUnder(work()), keysOf({}))
})

test('a title in capitals keeps what is written out', () => {
  const title = 'LLMs and LMs for planning with a memory of their own'
  assert.equal(sameWork(work({ title }), work({ title: title.toUpperCase() })), 'title_year')
  assert.equal(workKeys(work({ title }))[0], workKeys(work({ title: title.toUpperCase() }))[0])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { readStarterCorpus, STARTER_FOLDER, listFiles, readJsonLines } from '#starter/read-starter-corpus.ts'
import { checkClaims, type SourcedWords } from '../../starter/checks/check-claims.ts'
import { checkConcepts, type Untagged } from '../../starter/checks/check-concepts.ts'
import { checkCopying, longestCommonRun, LONGEST_RUN } from '../../starter/checks/check-copying.ts'
import { checkLabels } from '../../starter/checks/check-labels.ts'
import { checkNumbers, figuresIn } from '../../starter/checks/check-numbers.ts'
import { checkNames, type PaperNames } from '../../starter/checks/check-names.ts'
import { checkReferences } from '../../starter/checks/check-references.ts'
import { checkSearches } from '../../starter/checks/check-searches.ts'
import { openCountFound } from '../../starter/checks/count-found.ts'
import { compareFacts, plainTitle } from '../../starter/checks/compare-facts.ts'
import { readingGrade, readingLine, syllablesOf } from '../../starter/checks/reading-grade.ts'
import { histogram } from '../../starter/checks/score-histogram.ts'
import { checkVersions, currentSources, type VersionRecord } from '../../starter/checks/versions.ts'
import type { Source } from '../../starter/checks/our-texts.ts'

const whole = readStarterCorpus(STARTER_FOLDER, new Date('2026-11-20T12:00:00Z'))
const linesOf = (name: string): unknown[] => readJsonLines(STARTER_FOLDER, name).map(({ value }) => value)

const source: Source = {
  title: '$\\tau^2$-Bench: Agents that Wait',
  authors: ['Ada Lovelace', 'Alan Turing'],
  year: 2025,
  url: 'https://arxiv.org/abs/2501.00001',
  abstract:
    'We let 1{,}200 agents wait for the replies of a slow and silent colleague over twelve days. Success falls by 12.5\\%.',
}
const sources = new Map([[source.url, source]])

type Texts = { abstract?: string; commentary?: string; explanation?: string; concepts?: string[]; title?: string }

/** A corpus of one paper, one gap, one concept and one brief. */
const corpusWith = ({ abstract, commentary, explanation, concepts, title }: Texts): StarterCorpus => {
  const [first] = whole.papers
  const [gap] = whole.gaps
  const brief = whole.briefs.find(({ id }) => id === '2026-w47')
  assert.ok(first && gap && brief)
  const paper = {
    ...first.paper,
    title: title ?? 'τ²-Bench: Agents that Wait',
    authors: source.authors,
    year: source.year,
    url: source.url,
    abstract: abstract ?? 'Success drops by 12.5% for 1,200 agents.',
    commentary: commentary ?? null,
    fullText: null,
    concepts: concepts ?? ['planning'],
  }
  return {
    papers: [{ ...first, paper }],
    chapters: [],
    settings: {},
    concepts: [{ name: 'planning', definition: 'To decide what comes next.' }],
    gaps: [{ ...gap, title: 'A gap', explanation: explanation ?? 'Nobody knows.', paperIds: [paper.id] }],
    briefs: [{ ...brief, title: 'T', summary: 'S', take: 'H', featured: [paper.id] }],
  }
}

const places = (findings: { place: string }[]): string[] => findings.map(({ place }) => place)

test('facts must be those of the source, whose title is read without TeX', () => {
  assert.deepEqual(compareFacts(corpusWith({}), sources), [])
  assert.deepEqual(places(compareFacts(corpusWith({ title: 'Agents that Sleep' }), sources)), ['p1 title'])
  assert.equal(plainTitle('$\\texttt{YC-Bench}$: Long-Term'), 'YC-Bench: Long-Term')
})

test('a figure must occur in the source, in digits or in words', () => {
  const check = (texts: Texts, derived: { place: string; number: string; how: string }[] = []) =>
    checkNumbers(corpusWith(texts), sources, derived)
  assert.deepEqual(check({ abstract: 'For 12 days, 1200 agents.', commentary: 'A fall of 12.50%.' }).findings, [])
  assert.deepEqual(places(check({ abstract: 'Success drops by 12.6%.' }).findings), ['p1 abstract'])
  assert.deepEqual(places(check({ commentary: 'After 13 days.' }).findings), ['p1 commentary'])
  assert.deepEqual(places(check({ explanation: 'In p1, 77 agents.' }).findings), ['g1'])
  const sum = [{ place: 'p1 commentary', number: '13', how: '12 and one' }]
  assert.deepEqual(check({ commentary: 'After 13 days.' }, sum).findings, [])
  assert.deepEqual(places(check({}, sum).findings), ['p1 commentary'])
  const blind = checkNumbers(corpusWith({ abstract: 'Some 5 agents.' }), new Map(), [])
  assert.deepEqual([blind.findings, places(blind.unsourced)], [[], ['p1 abstract']])
})

test('figures are neither parts of names nor years', () => {
  assert.deepEqual(figuresIn('In 2025, p12 and GPT-4o took 3.5x of $1,200 in Week 42, some 7 in 10.'), [
    '3.5',
    '1,200',
    '7',
    '10',
  ])
})

test('a run of words from the source is found, names and numbers apart', () => {
  const run = 'the replies of a slow and silent colleague over'
  assert.deepEqual(places(checkCopying(corpusWith({ abstract: `They await ${run} a week.` }), sources).findings), [
    'p1 abstract',
  ])
  assert.deepEqual(
    checkCopying(corpusWith({ abstract: 'They wait for replies of a colleague.' }), sources).findings,
    [],
  )
  assert.equal(longestCommonRun(run, source.abstract).length, LONGEST_RUN + 1)
  assert.deepEqual(longestCommonRun('so GPT-4 beats Ada Lovelace twice', 'yet GPT-4 beats Ada Lovelace once'), {
    length: 1,
    run: 'gpt-4 beats',
  })
})

test('a concept that is named must be tagged or be listed as deliberately not', () => {
  const named = { abstract: 'About planning.', concepts: [] }
  const listed: Untagged[] = [{ concept: 'planning', papers: ['p1'], why: 'another sense' }]
  assert.deepEqual(checkConcepts(corpusWith({ ...named, concepts: ['planning'] }), sources, []), [])
  assert.deepEqual(places(checkConcepts(corpusWith(named), sources, [])), ['p1'])
  assert.deepEqual(checkConcepts(corpusWith(named), sources, listed), [])
  assert.deepEqual(places(checkConcepts(corpusWith({}), sources, listed)), ['p1'])
})

test('labels of trends, weeks and chapters are computed again', () => {
  const chapters = new Map([['p1', 1]])
  const corpus = corpusWith({})
  assert.deepEqual(checkLabels(corpus, chapters), [])
  assert.deepEqual(places(checkLabels(corpus, chapters, () => 'stable')), ['planning'])
  assert.deepEqual(places(checkLabels(corpus, new Map([['p1', 2]]))), ['p1'])
  const late = corpus.briefs.map((brief) => ({ ...brief, publishedAt: '2026-11-27T12:00:00.000Z' }))
  assert.deepEqual(places(checkLabels({ ...corpus, briefs: late }, chapters)), ['2026-w47'])
})

test('a reference to nothing is found', () => {
  assert.deepEqual(checkReferences(corpusWith({ commentary: 'As p1 says, see g1.' })), [])
  assert.deepEqual(places(checkReferences(corpusWith({ commentary: 'As p99 says.' }))), ['p1 commentary'])
  assert.deepEqual(places(checkReferences(corpusWith({ concepts: ['sleeping'] }))), ['p1'])
  const alien = corpusWith({ explanation: 'Unlike p5.' })
  assert.deepEqual(places(checkReferences(alien)), ['g1', 'g1'])
})

test('a paper of the library that a text names is given with its id', () => {
  const waits = corpusWith({})
  const [other] = whole.papers.slice(1)
  assert.ok(other)
  const named = (commentary: string, listed: PaperNames[] = []) => {
    const writer = {
      ...other,
      paper: { ...other.paper, id: 'p2', title: 'On Sleep', abstract: null, fullText: null, commentary },
    }
    return places(checkNames({ ...waits, papers: [...waits.papers, writer] }, listed))
  }
  assert.deepEqual(named('Slower than τ²-Bench.'), ['p2 commentary'])
  assert.deepEqual(named('Slower than τ²-Bench (p1), as τ²-Bench was.'), [])
  assert.deepEqual(named('Slower than τ²-Bench [p1].'), [])
  assert.deepEqual(named('Slower than τ²-Bench Verified and τ²-Bench-Lite.'), [])
  assert.deepEqual(named('As Dozer has it.'), [])
  assert.deepEqual(named('As Dozer has it.', [{ id: 'p1', names: ['Dozer'] }]), ['p2 commentary'])
  assert.deepEqual(named('Nothing.', [{ id: 'p9', names: ['Dozer'] }]), ['p9'])
  assert.deepEqual(places(checkNames(corpusWith({ commentary: 'τ²-Bench waits.' }), [])), [], 'its own name')
  assert.deepEqual(places(checkNames({ ...waits, gaps: corpusWith({ explanation: 'τ²-Bench waits.' }).gaps }, [])), [
    'g1',
  ])
})

test('a cause, a motive, a quantity or a rank needs a source', () => {
  const claimed = (commentary: string, sourced: SourcedWords[] = []) =>
    places(checkClaims(corpusWith({ commentary }), sourced))
  for (const words of [
    'which is why',
    'which explains',
    'exactly',
    'Few',
    'most',
    'the first',
    'hoped to',
    'thanks to',
  ])
    assert.deepEqual(claimed(`It waits, ${words} agents.`), ['p1 commentary'], words)
  assert.deepEqual(claimed('A few agents, at most twelve, mostly wait.'), [])
  const sourced = [{ place: 'p1 commentary', words: 'most', source: 'p1, abstract' }]
  assert.deepEqual(claimed('It waits most.', sourced), [])
  assert.deepEqual(places(checkClaims(corpusWith({ explanation: 'It waits most.' }), sourced)), ['g1'])
  assert.deepEqual(
    places(checkClaims(corpusWith({ abstract: 'It waits most.' }), [])),
    [],
    'a summary reports its source',
  )
})

test('a search that a text rests on finds as many papers as it says', async () => {
  const counts = new Map<string, number | string>([
    ['q=waiting', 3],
    ['chapter=9', 'chapter must be a whole number from 1 to 7'],
  ])
  const check = async (explanation: string) =>
    await checkSearches(corpusWith({ explanation }), async (query) => await Promise.resolve(counts.get(query) ?? 0))
  const kept = await check('Agents wait. [search: q=waiting = 3] [search: q=waiting > 2] [search: q=sleeping = 0]')
  assert.deepEqual(kept, { searches: 3, findings: [] })
  for (const mark of ['q=waiting = 0', 'q=waiting < 3', 'q=waiting > 3', 'chapter=9 = 0'])
    assert.deepEqual(places((await check(`Agents wait. [search: ${mark}]`)).findings), ['g1'], mark)
})

test('the searches of the example corpus hold in a library that has it', async () => {
  const { countFound, close } = await openCountFound()
  assert.deepEqual((await checkSearches(whole, countFound)).findings, [])
  assert.equal(await countFound('q=checkpoint+xylophone'), 0)
  assert.equal(await countFound('chapter=3&q=memory&yearFrom=2027'), 0)
  assert.ok(Number(await countFound('chapter=3&q=memory')) > 10)
  assert.match(String(await countFound('colour=red')), /colour/u)
  await close()
})

test('facts are of the newest version that is known, and older metadata is not compared with them', () => {
  const version: VersionRecord = { id: 'p1', arxiv: '2501.00001', known: 2, facts: 2, source: 'example.org' }
  assert.deepEqual(checkVersions(corpusWith({}), [version]), [])
  assert.deepEqual(places(checkVersions(corpusWith({}), [{ ...version, facts: 1 }])), ['p1'])
  assert.deepEqual(places(checkVersions(corpusWith({}), [{ ...version, arxiv: '2501.00002' }])), ['p1'])
  assert.equal(currentSources(sources, [version]).size, 1)
  assert.equal(currentSources(sources, [{ ...version, metadata: 'older' }]).size, 0)
})

test('the reading grade grows with the length of sentences and of words', () => {
  const counted = [
    'plan',
    'agent',
    'memory',
    'make',
    'makes',
    'makers',
    'asked',
    'planted',
    'little',
    'evaluation',
    'GPT',
  ]
  assert.deepEqual(counted.map(syllablesOf), [1, 2, 3, 1, 1, 2, 1, 2, 2, 5, 1])
  const plain = readingGrade('The cat sat on the mat. The dog ran to the man.')
  assert.ok(plain < 2, String(plain))
  assert.ok(readingGrade('The cat sat on the mat and the dog ran to the man.') > plain)
  assert.ok(readingGrade('The evaluation of organizations. The dog ran to the man.') > plain)
  assert.equal(readingGrade(''), 0)
  const hard = 'Organizational evaluation methodologies presuppose considerable institutional sophistication.'
  assert.match(readingLine(corpusWith({ abstract: hard })), /^summaries ask for \d\d\.\d years .*: p1\n$/u)
  assert.match(readingLine(corpusWith({ abstract: 'The cat sat.' })), /more: none\n$/u)
})

test('scores are counted by tenths, those of 1 in the last', () => {
  assert.deepEqual(histogram([0, 99_999, 100_000, 950_000, 1_000_000, null]), [2, 1, 0, 0, 0, 0, 0, 0, 0, 2])
})

test('the example corpus keeps what can be checked without a source', () => {
  const chapterOfFile = new Map(
    listFiles(STARTER_FOLDER, 'papers', '.jsonl').flatMap((name) =>
      linesOf(name).map((paper) => [(paper as { id: string }).id, Number(/\d+/u.exec(name)?.[0])] as const),
    ),
  )
  assert.ok(chapterOfFile.size === whole.papers.length && whole.concepts.length > 80)
  assert.deepEqual(checkLabels(whole, chapterOfFile), [])
  assert.deepEqual(checkReferences(whole), [])
  assert.deepEqual(checkNames(whole, linesOf('names.jsonl') as PaperNames[]), [])
  const sourced = linesOf('sourced-words.jsonl') as SourcedWords[]
  assert.deepEqual(checkClaims(whole, sourced), [])
  const unused = sourced.filter(
    (one) =>
      checkClaims(
        whole,
        sourced.filter((other) => other !== one),
      ).length === 0,
  )
  assert.deepEqual(unused, [], 'words that no text has need no source')
  const versions = linesOf('versions.jsonl') as VersionRecord[]
  assert.ok(versions.length > 200, String(versions.length))
  assert.deepEqual(checkVersions(whole, versions), [])
  assert.deepEqual(checkConcepts(whole, new Map(), linesOf('untagged.jsonl') as Untagged[]), [])
})

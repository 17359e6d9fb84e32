import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { severities } from '#core/editorial/gap.ts'
import { textKey } from '#core/text/tokenize.ts'
import { trends } from '#core/editorial/trend.ts'
import { weekId, weekOf, weekSpan } from '#core/editorial/week.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'
import { trendOfProgram } from '../../starter/checks/check-labels.ts'
import { temporaryFolder } from '../support/files.ts'

const now = new Date('2026-11-20T12:00:00Z')
const starter = readStarterCorpus(STARTER_FOLDER, now)
const papers = starter.papers.map(({ paper }) => paper)
const ids = new Set(papers.map(({ id }) => id))
const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s+(?=\p{Lu})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 25)
const wordCount = (text: string): number => text.split(/\s+/u).length

const replaceIn =
  (index: number, from: string, to: string) =>
  (lines: string[]): void => {
    lines[index] = (lines[index] ?? '').replace(from, to)
  }

const conceptYears = (): Map<string, number[]> => {
  const years = new Map<string, number[]>()
  for (const { concepts, year } of papers)
    for (const name of concepts) years.set(name, [...(years.get(name) ?? []), year])
  return years
}

test('at least 250 papers are in seven chapters, at least 25 in each', () => {
  assert.ok(papers.length >= 250, String(papers.length))
  const chapters = Map.groupBy(papers, ({ chapter }) => chapter)
  assert.deepEqual(new Set(chapters.keys()), new Set([1, 2, 3, 4, 5, 6, 7]))
  for (const [chapter, inChapter] of chapters)
    assert.ok(inChapter.length >= 25, `chapter ${chapter}: ${inChapter.length}`)
  for (const { id, year } of papers) assert.ok(year >= 2022 && year <= 2026, `${id}: ${year}`)
})

test('every paper has summary, judgement, type, topics, concepts and both scores', () => {
  for (const { id, abstract, commentary, type, topics, concepts, longHorizon, enterprise, url } of papers) {
    const commentarySentences = sentences(commentary ?? '')
    const abstractSentences = sentences(abstract ?? '')
    assert.ok(
      abstractSentences.length >= 1 && abstractSentences.length <= 5,
      `${id}: abstract has ${abstractSentences.length} sentences`,
    )
    assert.ok(
      commentarySentences.length >= 1 && commentarySentences.length <= 4,
      `${id}: commentary has ${commentarySentences.length} sentences`,
    )
    assert.ok(type !== null && topics.length > 0 && url !== null, id)
    assert.ok(concepts.length >= 2 && concepts.length <= 6, `${id}: ${concepts.length} concepts`)
    for (const score of [longHorizon, enterprise])
      assert.equal((score ?? 0.5) % 10_000, 0, `${id}: scores have two decimals`)
  }
})

test('ids, titles and addresses are used once', () => {
  assert.equal(ids.size, papers.length)
  assert.equal(new Set(papers.map(({ title }) => textKey(title))).size, papers.length)
  assert.equal(new Set(papers.map(({ url }) => url)).size, papers.length)
})

test('no sentence occurs twice', () => {
  const seen = new Map<string, string>()
  const texts: [string, string][] = [
    ...papers.flatMap(({ id, abstract, commentary, fullText }): [string, string][] => [
      [`${id} abstract`, abstract ?? ''],
      [`${id} commentary`, commentary ?? ''],
      [`${id} note`, (fullText ?? '').replace(/^.*\n/u, '')],
    ]),
    ...starter.gaps.map(({ id, explanation }): [string, string] => [id, explanation]),
    ...starter.briefs.map(({ id, summary, take }): [string, string] => [id, `${summary} ${take}`]),
  ]
  for (const [place, text] of texts)
    for (const sentence of sentences(text)) {
      const key = textKey(sentence)
      assert.equal(seen.get(key), undefined, `${place} repeats ${seen.get(key)}: ${sentence}`)
      seen.set(key, place)
    }
  assert.ok(seen.size > 1_000, `only ${seen.size} sentences were seen`)
})

test('concepts come from one vocabulary, all are used, most by three papers or more', () => {
  const defined = new Set(starter.concepts.map(({ name }) => name))
  const years = conceptYears()
  assert.ok(defined.size >= 80 && defined.size <= 120, String(defined.size))
  assert.equal(new Set(starter.concepts.map(({ name }) => textKey(name))).size, defined.size)
  assert.deepEqual(
    [...years.keys()].filter((name) => !defined.has(name)),
    [],
  )
  assert.deepEqual(
    [...defined].filter((name) => !years.has(name)),
    [],
  )
  assert.ok([...years.values()].filter((list) => list.length >= 3).length >= 60)
})

test('trends follow from the years and all three occur', () => {
  const all = papers.map(({ year }) => year)
  const found = [...conceptYears().values()].map((list) => trendOfProgram(list, all))
  for (const trend of trends) assert.ok(found.filter((label) => label === trend).length >= 5, trend)
})

test('gaps rest on papers that exist, over all severities', () => {
  const { gaps } = starter
  assert.ok(gaps.length >= 20 && gaps.length <= 30, String(gaps.length))
  for (const severity of severities)
    assert.ok(
      gaps.some((gap) => gap.severity === severity),
      severity,
    )
  for (const { id, paperIds, explanation } of gaps) {
    assert.ok(paperIds.length >= 2 && paperIds.length <= 10, `${id}: ${paperIds.length} papers`)
    assert.deepEqual(
      paperIds.filter((paperId) => !ids.has(paperId)),
      [],
      id,
    )
    // What is missing, what the library holds, what would answer it.
    const paragraphs = explanation.split('\n\n')
    assert.equal(paragraphs.length, 3, id)
    for (const paragraph of paragraphs) assert.ok(wordCount(paragraph) <= 130, `${id}: ${paragraph}`)
    // Marks of evidence are no words of the paragraph.
    const held = (paragraphs[1] ?? '').replaceAll(/\s?\[(?:p\d+|search:[^\]]*)\]/gu, '')
    assert.ok(wordCount(held) <= 60, `${id}: ${wordCount(held)} words`)
    assert.ok(new Set(paragraphs[1]?.match(/\bp\d+\b/gu)).size <= 5, `${id} names more than five papers: ${held}`)
    assert.match(explanation, /abstract/u, `${id} does not say that it rests on abstracts`)
  }
})

test('briefs of consecutive weeks feature papers accepted before their publication', () => {
  const { briefs } = starter
  assert.ok(briefs.length >= 6, String(briefs.length))
  const first = weekSpan(briefs[0]?.week ?? { year: 0, week: 0 }).from.getTime()
  const weekIds = briefs.map((_, index) => weekId(weekOf(new Date(first + index * 7 * 86_400_000))))
  assert.deepEqual(
    briefs.map(({ id }) => id),
    weekIds,
  )
  const acceptedAt = new Map(starter.papers.map(({ paper, acceptedAt: at }) => [paper.id, at]))
  for (const { id, week, publishedAt, summary, take, featured } of briefs) {
    assert.equal(weekId(weekOf(new Date(publishedAt))), id)
    assert.ok(new Date(publishedAt) < weekSpan(week).to)
    assert.ok(wordCount(summary) >= 120 && wordCount(summary) <= 250, `${id}: summary of ${wordCount(summary)} words`)
    assert.ok(wordCount(take) >= 40 && wordCount(take) <= 100, `${id}: take of ${wordCount(take)} words`)
    assert.ok(featured.length >= 3 && featured.length <= 6, id)
    for (const paperId of featured) assert.ok((acceptedAt.get(paperId) ?? '9') <= publishedAt, `${id}: ${paperId}`)
  }
})

test('every abstract is a summary by the editors, and ten notes say in their first line that they are theirs', () => {
  for (const { id, abstractBy } of papers) assert.equal(abstractBy, 'editors', id)
  const notes = papers.filter(({ fullText }) => fullText !== null)
  assert.equal(notes.length, 10)
  assert.deepEqual(
    papers.filter(({ fullTextKind }) => fullTextKind === 'note').map(({ id }) => id),
    notes.map(({ id }) => id),
  )
  for (const { id, fullText } of notes) {
    const text = fullText ?? ''
    assert.match(text, /^\*Note by the editors, not the text of the paper\.\*\n/u, id)
    assert.ok(wordCount(text) >= 300 && wordCount(text) <= 620, `${id}: ${wordCount(text)} words`)
    assert.match(text, /\n## /u, id)
  }
})

test('an error names its file and line', async (t) => {
  const folder = await temporaryFolder(t)
  await cp(STARTER_FOLDER, folder, { recursive: true })
  const url = pathToFileURL(`${folder}/`)
  const spoil = async (file: string, spoiled: (lines: string[]) => void, message: RegExp): Promise<void> => {
    const path = join(folder, file)
    const whole = await readFile(path, 'utf8')
    const lines = whole.split('\n')
    spoiled(lines)
    await writeFile(path, lines.join('\n'))
    assert.throws(() => readStarterCorpus(url, now), message)
    await writeFile(path, whole)
  }
  // The last line is empty, and the repeated paper comes after it.
  const linesOfLastChapter = papers.filter(({ chapter }) => chapter === 7).length + 1
  await spoil(
    'papers/2-planning.jsonl',
    replaceIn(2, '"chapter": 2', '"chapter": 9'),
    /^Failure: starter\/papers\/2-planning\.jsonl:3: chapter must be a whole number from 1 to 7/u,
  )
  await spoil(
    'papers/3-memory.jsonl',
    replaceIn(0, '"year"', '"yaer"'),
    /starter\/papers\/3-memory\.jsonl:1: .*year is required/u,
  )
  await spoil(
    'papers/1-foundations.jsonl',
    replaceIn(4, '}', ''),
    /starter\/papers\/1-foundations\.jsonl:5: This is not valid JSON/u,
  )
  await spoil(
    'papers/7-enterprise.jsonl',
    (lines) => lines.push(lines[0] ?? ''),
    new RegExp(`7-enterprise\\.jsonl:${linesOfLastChapter + 1}: id p\\d+ is already used`, 'u'),
  )
  await spoil(
    'gaps.jsonl',
    replaceIn(1, '"critical"', '"grave"'),
    /starter\/gaps\.jsonl:2: severity must be one of critical, high, medium/u,
  )
  await spoil(
    'briefs/2026-w42.md',
    replaceIn(1, 'Week 42', 'Week 99'),
    /starter\/briefs\/2026-w42\.md:2: week must have the form/u,
  )
})

test('the READMEs give the number of papers', async () => {
  for (const page of ['../../README.md', '../../starter/README.md']) {
    const text = await readFile(new URL(page, import.meta.url), 'utf8')
    const given = /(?<count>\d+)\s+papers on long-horizon/u.exec(text)?.groups?.count
    assert.equal(given, String(papers.length), page)
  }
})

test('a paper whose facts do not come from arXiv metadata has two sources for them', async () => {
  const lines = (await readFile(new URL('confirmations.jsonl', STARTER_FOLDER), 'utf8')).trimEnd().split('\n')
  const confirmed = lines.map((line) => JSON.parse(line) as { id: string; arxiv: string; sources: string[] })
  assert.ok(confirmed.length > 40, String(confirmed.length))
  const addresses = new Map(papers.map(({ id, url }) => [id, url]))
  for (const { id, arxiv, sources } of confirmed) {
    assert.equal(addresses.get(id), `https://arxiv.org/abs/${arxiv}`, id)
    assert.ok(new Set(sources).size >= 2, `${id}: ${sources.join('; ')}`)
  }
})

import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { leastPaper } from '../../test/support/service/papers.ts'
import { temporaryFolder, type Ending } from '../../test/support/files.ts'
import type { StarterCorpus } from '#core/editorial/starter-corpus.ts'
import { readStarterCorpus } from './read-starter-corpus.ts'

const now = new Date('2026-11-20T10:00:00.000Z')

const paper = (given: Record<string, unknown> = {}): string =>
  JSON.stringify(leastPaper({ acceptedAt: '2026-10-01', ...given }))
const concept = '{"name":"planning","definition":"To decide what comes next."}'
const chapter = '{"number":1,"name":"First","introduction":"Where it begins."}'
const gap = JSON.stringify({ id: 'g1', title: 'A gap', severity: 'high', explanation: 'Nobody knows.', papers: ['p1'] })
const brief = [
  '---',
  'week: Week 47, 2026',
  'title: T',
  'published: 2026-11-20',
  'featured: p1',
  '---',
  '## Summary',
  'S',
  '## House take',
  'H',
].join('\n')

const small = {
  'papers/1-first.jsonl': paper(),
  'chapters.jsonl': chapter,
  'concepts.jsonl': concept,
  'gaps.jsonl': gap,
  'settings.json': '{"tagline":"Of one subject"}',
  'briefs/2026-w47.md': brief,
}

/** Reads a starter corpus that consists of these files. */
const read = async (t: Ending, files: Record<string, string>): Promise<StarterCorpus> => {
  const folder = await temporaryFolder(t)
  for (const part of ['papers', 'briefs', 'notes']) await mkdir(join(folder, part))
  for (const [name, text] of Object.entries({ ...small, ...files })) await writeFile(join(folder, name), text)
  return readStarterCorpus(pathToFileURL(`${folder}/`), now)
}

test('a starter corpus is read whole: papers, chapters, concepts, gaps and briefs', async (t) => {
  const corpus = await read(t, {})
  assert.deepEqual(
    corpus.papers.map(({ paper: { id }, acceptedAt }) => [id, acceptedAt]),
    [['p1', '2026-10-01T09:00:00.000Z']],
  )
  assert.deepEqual(corpus.chapters, [{ number: 1, name: 'First', introduction: 'Where it begins.' }])
  assert.deepEqual(corpus.concepts, [{ name: 'planning', definition: 'To decide what comes next.' }])
  assert.deepEqual(corpus.gaps, [
    { id: 'g1', title: 'A gap', severity: 'high', explanation: 'Nobody knows.', paperIds: ['p1'] },
  ])
  assert.deepEqual(
    corpus.briefs.map(({ id, featured }) => [id, featured]),
    [['2026-w47', ['p1']]],
  )
  assert.deepEqual(corpus.settings, { tagline: 'Of one subject' })
})

test('files are read in the order of their names, blank lines are skipped', async (t) => {
  const { papers } = await read(t, {
    'papers/1-first.jsonl': `\n${paper({ id: 'p3' })}\r\n\n${paper({ id: 'p1' })}\n`,
    'papers/2-second.jsonl': paper({ id: 'p2' }),
    'papers/notes.txt': 'not a list of papers',
  })
  assert.deepEqual(
    papers.map((one) => one.paper.id),
    ['p3', 'p1', 'p2'],
  )
})

test('a note beside a paper is in the place of its full text', async (t) => {
  const { papers } = await read(t, {
    'papers/1-first.jsonl': `${paper()}\n${paper({ id: 'p2' })}`,
    'notes/p2.md': '# Notes\n\nWhat it says.\n',
  })
  assert.deepEqual(
    papers.map(({ paper: { fullText, fullTextKind } }) => [fullText, fullTextKind]),
    [
      [null, 'text'],
      ['# Notes\n\nWhat it says.\n', 'note'],
    ],
  )
})

test('each error names its file and line', async (t) => {
  const wrong: [string, string, RegExp][] = [
    ['papers/1-first.jsonl', `${paper()}\n{"id":`, /^starter\/papers\/1-first\.jsonl:2: This is not valid JSON\.$/u],
    ['papers/1-first.jsonl', '\n{"id":"p1","id":"p2"}', /jsonl:2: The JSON contains the name "id" twice\.$/u],
    ['papers/1-first.jsonl', paper({ chapter: 8 }), /jsonl:1: chapter must be a whole number from 1 to 7$/u],
    [
      'papers/1-first.jsonl',
      paper({ year: 2_028, chapter: 8 }),
      /jsonl:1: chapter must be .*; year must be at most 2027$/u,
    ],
    ['papers/1-first.jsonl', paper({ acceptedAt: '2026-02-30' }), /jsonl:1: acceptedAt /u],
    ['papers/1-first.jsonl', JSON.stringify(leastPaper()), /jsonl:1: acceptedAt is required$/u],
    ['papers/1-first.jsonl', paper({ color: 'red', size: 1 }), /jsonl:1: color, size is not a field of a paper$/u],
    ['papers/1-first.jsonl', `${paper()}\n${paper()}`, /jsonl:2: id p1 is already used at papers\/1-first\.jsonl:1$/u],
    ['papers/2-second.jsonl', paper(), /2-second\.jsonl:1: id p1 is already used at papers\/1-first\.jsonl:1$/u],
    [
      'chapters.jsonl',
      chapter.replace('1', '8'),
      /^starter\/chapters\.jsonl:1: number must be a whole number from 1 to 7$/u,
    ],
    ['concepts.jsonl', `${concept}\n{"name":"x"}`, /^starter\/concepts\.jsonl:2: definition is required$/u],
    ['concepts.jsonl', '{"name":"x","definition":"y","more":1}', /concepts\.jsonl:1: more is not recognized$/u],
    [
      'gaps.jsonl',
      gap.replace('high', 'low'),
      /^starter\/gaps\.jsonl:1: severity must be one of critical, high, medium$/u,
    ],
    ['gaps.jsonl', gap.replace('"p1"', ''), /gaps\.jsonl:1: papers must contain at least one entry$/u],
    ['settings.json', '{"colour":1}', /^starter\/settings\.json:1: colour is not recognized$/u],
    ['briefs/2026-w47.md', brief.replace('47', '54'), /^starter\/briefs\/2026-w47\.md:2: week must have the form/u],
    ['briefs/2026-w47.md', brief.replace('## Summary', ''), /2026-w47\.md:10: there is no section "## Summary"$/u],
  ]
  for (const [file, text, message] of wrong)
    await assert.rejects(
      () => read(t, { [file]: text }),
      { name: 'Failure', code: 'invalid', message },
      `${file}: ${text}`,
    )
})

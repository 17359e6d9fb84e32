import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findInstructions } from '#core/text/instruction-like.ts'
import { removeHidden } from '#core/text/normalize-text.ts'
import { readStarterCorpus, STARTER_FOLDER } from '#starter/read-starter-corpus.ts'

type Labelled =
  | { kind: 'hidden'; text: string; shown: string; removed: number }
  | { kind: 'instruction' | 'clean'; text: string }

/** 200 texts of our own: 60 with hidden characters, 70 that give a machine orders, 70 that neither hide nor order anything. */
const labelled = readFileSync(new URL('../fixtures/untrusted-texts.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Labelled)
const ofKind = (kind: Labelled['kind']): Labelled[] => labelled.filter((text) => text.kind === kind)
const flagged = (texts: readonly Labelled[]): string[] =>
  texts.filter(({ text }) => findInstructions(text).length > 0).map(({ text }) => text)

const corpus = readStarterCorpus(STARTER_FOLDER, new Date('2026-11-20T12:00:00Z')).papers.map(({ paper }) =>
  [paper.title, ...paper.authors, paper.institution, paper.abstract, paper.commentary, ...paper.topics].filter(
    (text) => text !== null,
  ),
)

test('every hidden character is taken out and counted, and nothing else', () => {
  assert.equal(labelled.length, 200)
  for (const label of labelled) {
    const expected =
      label.kind === 'hidden' ? { text: label.shown, removed: label.removed } : { text: label.text, removed: 0 }
    assert.deepEqual(removeHidden(label.text), expected, JSON.stringify(label.text))
  }
  for (const text of corpus.flat()) assert.deepEqual(removeHidden(text), { text, removed: 0 })
})

test('texts that give orders are flagged as often as the documentation says', () => {
  assert.equal(flagged(ofKind('instruction')).length, 63)
  assert.deepEqual(flagged(ofKind('clean')), [])
  const papers = corpus.filter((texts) => texts.some((text) => findInstructions(text).length > 0))
  assert.equal(corpus.length, 390)
  assert.equal(papers.length, 0, JSON.stringify(papers))
})

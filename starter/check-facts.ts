import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { listFiles, readJsonLines, readStarterCorpus } from '#starter/read-starter-corpus.ts'
import { checkConcepts, type Untagged } from './checks/check-concepts.ts'
import { checkCopying } from './checks/check-copying.ts'
import { checkLabels } from './checks/check-labels.ts'
import { checkNumbers, type DerivedNumber } from './checks/check-numbers.ts'
import { checkReferences } from './checks/check-references.ts'
import { compareFacts } from './checks/compare-facts.ts'
import { scoreLines } from './checks/score-histogram.ts'
import type { Finding, Source } from './checks/our-texts.ts'

/**
 * Compares the corpus with arXiv metadata, where a paper occurs there, and with its own rules:
 * `node starter/check-facts.ts METADATA.jsonl` (one object a line, with title, authors, year, url and abstract).
 */
const file = process.argv[2]
if (file === undefined) {
  process.stderr.write('Name a file of arXiv metadata: node starter/check-facts.ts METADATA.jsonl\n')
  process.exit(2)
}

const sources = new Map<string, Source>()
for await (const line of createInterface(createReadStream(file))) {
  const source = JSON.parse(line) as Source
  sources.set(source.url, source)
}

const folder = new URL('./', import.meta.url)
const corpus = readStarterCorpus(folder, new Date())
const linesOf = <T>(name: string): T[] => readJsonLines(folder, name).map(({ value }) => value as T)
const chapterOfFile = new Map(
  listFiles(folder, 'papers', '.jsonl').flatMap((name) =>
    linesOf<{ id: string }>(name).map(({ id }) => [id, Number(/\d+/u.exec(name)?.[0])] as const),
  ),
)
const numbers = checkNumbers(corpus, sources, linesOf<DerivedNumber>('derived-numbers.jsonl'))
const copying = checkCopying(corpus, sources)
const compared = corpus.papers.filter(({ paper }) => sources.has(paper.url ?? '')).length

const print = (title: string, findings: readonly Finding[]): number => {
  process.stdout.write(`${title}: ${findings.length}\n`)
  for (const { place, message } of findings) process.stdout.write(`  ${place}: ${message}\n`)
  return findings.length
}

const wrong =
  print('facts that differ from the source', compareFacts(corpus, sources)) +
  print('figures that do not occur in the source', numbers.findings) +
  print('runs of words from the source', copying.findings) +
  print('concepts named and not tagged', checkConcepts(corpus, sources, linesOf<Untagged>('untagged.jsonl'))) +
  print('labels that do not recompute', checkLabels(corpus, chapterOfFile)) +
  print('references to nothing', checkReferences(corpus))
print('figures without a source at hand, not counted as wrong', numbers.unsourced)
process.stdout.write(scoreLines(corpus))
process.stdout.write(
  `${compared} of ${corpus.papers.length} papers compared. The longest common run is ${copying.longest.length} words: ${copying.longest.run}\n`,
)
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0

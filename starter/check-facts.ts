import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { listFiles, readJsonLines, readStarterCorpus } from '#starter/read-starter-corpus.ts'
import { checkClaims, type SourcedWords } from './checks/check-claims.ts'
import { checkConcepts, type Untagged } from './checks/check-concepts.ts'
import { checkCopying } from './checks/check-copying.ts'
import { checkLabels } from './checks/check-labels.ts'
import { checkNames, type PaperNames } from './checks/check-names.ts'
import { checkNumbers, type DerivedNumber } from './checks/check-numbers.ts'
import { checkReferences } from './checks/check-references.ts'
import { checkSearches } from './checks/check-searches.ts'
import { compareFacts } from './checks/compare-facts.ts'
import { openCountFound } from './checks/count-found.ts'
import { readingLine } from './checks/reading-grade.ts'
import { scoreLines } from './checks/score-histogram.ts'
import { checkVersions, currentSources, type VersionRecord } from './checks/versions.ts'
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

const read = new Map<string, Source>()
for await (const line of createInterface(createReadStream(file))) {
  const source = JSON.parse(line) as Source
  read.set(source.url, source)
}

const folder = new URL('./', import.meta.url)
const corpus = readStarterCorpus(folder, new Date())
const linesOf = <T>(name: string): T[] => readJsonLines(folder, name).map(({ value }) => value as T)
const chapterOfFile = new Map(
  listFiles(folder, 'papers', '.jsonl').flatMap((name) =>
    linesOf<{ id: string }>(name).map(({ id }) => [id, Number(/\d+/u.exec(name)?.[0])] as const),
  ),
)
const versions = linesOf<VersionRecord>('versions.jsonl')
const sources = currentSources(read, versions)
const numbers = checkNumbers(corpus, sources, linesOf<DerivedNumber>('derived-numbers.jsonl'))
const copying = checkCopying(corpus, sources)
const compared = corpus.papers.filter(({ paper }) => sources.has(paper.url ?? '')).length

const counting = await openCountFound()
const searched = await checkSearches(corpus, counting.countFound)
await counting.close()

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
  print('references to nothing', checkReferences(corpus)) +
  print('papers named without their id', checkNames(corpus, linesOf<PaperNames>('names.jsonl'))) +
  print('claims without a source', checkClaims(corpus, linesOf<SourcedWords>('sourced-words.jsonl'))) +
  print('searches that no longer hold', searched.findings) +
  print('versions that are not the newest known', checkVersions(corpus, versions))
print('figures without a source at hand, not counted as wrong', numbers.unsourced)
process.stdout.write(`${searched.searches} searches made\n`)
process.stdout.write(scoreLines(corpus))
process.stdout.write(readingLine(corpus))
process.stdout.write(
  `A version is known of ${versions.length} papers; of ${versions.filter(({ facts }) => facts !== undefined).length} it was compared with our facts, and of ${read.size - sources.size} it is newer than the metadata.\n`,
)
process.stdout.write(
  `${compared} of ${corpus.papers.length} papers compared. The longest common run is ${copying.longest.length} words: ${copying.longest.run}\n`,
)
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0

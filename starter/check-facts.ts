import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { listFiles, readJsonLines } from '#starter/read-json-lines.ts'

/**
 * Compares title, authors, year and address of every paper with arXiv metadata, where it occurs there:
 * `node starter/check-facts.ts METADATA.jsonl` (one object a line, with title, authors, year and url).
 */
const FACTS = ['title', 'authors', 'year', 'url'] as const
type Facts = Record<(typeof FACTS)[number], unknown> & { id?: string }

const source = process.argv[2]
if (source === undefined) {
  process.stderr.write('Name a file of arXiv metadata: node starter/check-facts.ts METADATA.jsonl\n')
  process.exit(2)
}

const known = new Map<unknown, Facts>()
for await (const line of createInterface(createReadStream(source))) {
  const entry = JSON.parse(line) as Facts
  known.set(entry.url, entry)
}

const folder = new URL('./', import.meta.url)
let compared = 0
let absent = 0
let wrong = 0
for (const file of listFiles(folder, 'papers', '.jsonl'))
  for (const { line, value } of readJsonLines(folder, file)) {
    const paper = value as Facts
    const fact = known.get(paper.url)
    if (fact === undefined) {
      absent += 1
      continue
    }
    compared += 1
    for (const name of FACTS)
      if (JSON.stringify(paper[name]) !== JSON.stringify(fact[name])) {
        wrong += 1
        process.stdout.write(
          `${file}:${line}: ${paper.id} ${name} is ${JSON.stringify(paper[name])}, in the source ${JSON.stringify(fact[name])}\n`,
        )
      }
  }
process.stdout.write(`${compared} papers compared, ${wrong} facts differ, ${absent} do not occur in the source.\n`)
process.exitCode = wrong > 0 || compared === 0 ? 1 : 0

import { copyFile } from 'node:fs/promises'
import { importRecords, type CheckedRecord } from '#actions/imports.ts'
import type { RunAction } from '#actions/run-action.ts'
import type { CitedWork } from '#core/citations/cited-work.ts'
import { sourceRecord } from '#core/imports/imported-record.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { citedWork } from '#formats/cited-work.ts'
import { openSqliteStore } from '#store/sqlite/open-sqlite-store.ts'
import { benchPath, benchRunner, clock, corpusOf, remove, silentLog } from '../corpora.ts'
import { generatePapers } from '../generate-papers.ts'
import { rounded, type Row } from '../report.ts'

/** References of a paper. */
const REFERENCES = 50
/** Every fifth is to a paper of the library. */
const HELD = 5
const BATCH = 50

/** A number that the corpus has no paper of. */
const OUTSIDE = 5_000_000

type Kind = (paper: PaperWithText) => CitedWork

const named = (paper: PaperWithText): CitedWork =>
  citedWork({ title: paper.title, year: String(paper.year), people: paper.authors.map((name) => ({ name })) })

const printed = ({ authors, year, title }: PaperWithText): string =>
  `${authors.map((name) => name.replace(/^(?<given>\S)\S*/u, '$<given>.')).join(', ')} (${year}). ${title}. Journal of Plans, 12(3), 1–20.`

/** What references say of the works that they are to. */
const KINDS: Record<string, Kind | null> = {
  none: null,
  'with identifiers': (paper) => ({ ...named(paper), doi: `10.1000/${paper.id}` }),
  'with titles': named,
  'printed only': (paper) => citedWork({ text: printed(paper) }),
}

const records = (kind: Kind | null, first: number, papers: number, held: number): CheckedRecord[] => {
  const works = kind === null ? [] : [...generatePapers(REFERENCES * papers, 3, OUTSIDE + first * REFERENCES)]
  return [...generatePapers(papers, 5, OUTSIDE * 2 + first)].map((paper, number) => {
    const references = works.slice(number * REFERENCES, (number + 1) * REFERENCES).map((work, index) => {
      const [own] =
        index % HELD === 0 ? generatePapers(1, 1, 1 + (((first + number) * 7919 + index * 104_729) % held)) : [work]
      return kind === null ? citedWork({}) : kind(own ?? work)
    })
    return {
      position: 'record 1',
      paper,
      source: sourceRecord(
        {
          format: 'crossref',
          position: 'record 1',
          recordId: null,
          fields: {},
          unmapped: [],
          source: `${first + number} ${kind === null ? 'plain' : 'cited'}`,
        },
        { place: 'bench', fetchedAt: clock.now().toISOString() },
      ),
      ...(kind === null ? {} : { references }),
    }
  })
}

type Order = { kind: Kind | null; papers: number; held: number; first: number }

/** Processor time of storing papers, in ms a paper. */
const storing = async (run: RunAction, { kind, papers, held, first }: Order): Promise<number> => {
  let spent = 0
  for (let stored = 0; stored < papers; stored += BATCH) {
    const batch = records(kind, first + stored, BATCH, held)
    const before = process.cpuUsage()
    await run(importRecords, { batch, state: 'accepted', actor: 'bench', session: null, onlyOf: null })
    const { user, system } = process.cpuUsage(before)
    spent += user + system
  }
  return spent / 1_000 / papers
}

/**
 * What references cost an import: papers with fifty of each kind against papers without, taken in turns, each kind in a copy of the
 * same library.
 */
export const references = async ({ papers: held, imported }: { papers: number; imported: number }): Promise<Row[]> => {
  const corpus = await corpusOf(held)
  const rows: Row[] = []
  for (const [name, kind] of Object.entries(KINDS)) {
    if (kind === null) continue
    const path = benchPath('references.db')
    remove(path)
    await copyFile(corpus, path)
    const store = await openSqliteStore(path, { clock, log: silentLog }, { isBulk: true })
    const run = await benchRunner(store)
    let [plain, cited] = [0, 0]
    const turns = Math.max(1, Math.floor(imported / BATCH))
    // The first turn of each loads what imports need.
    for (let turn = 0; turn <= turns; turn += 1) {
      const order = { papers: BATCH, held }
      const without = await storing(run, { ...order, kind: null, first: turn * 2 * BATCH })
      const having = await storing(run, { ...order, kind, first: (turn * 2 + 1) * BATCH })
      if (turn === 0) continue
      plain += without / turns
      cited += having / turns
    }
    await store.close()
    remove(path)
    rows.push({
      what: `importing a paper with ${REFERENCES} references ${name}, processor time against one without`,
      figure: `${rounded(cited / plain, 1)} times (${rounded(cited, 1)} ms against ${rounded(plain, 1)} ms, ${turns * BATCH} of each, ${held} papers)`,
      value: cited / plain,
    })
  }
  return rows
}

import { readFileSync, existsSync, readdirSync } from 'node:fs'
import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { validate } from '#schemas/validate.ts'
import { basename, join, resolve } from 'node:path'
import { ingestPapers } from '#actions/submissions.ts'
import type { Config } from '#config.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { openCorpus } from '#open-corpus.ts'
import { parsePaper } from '#schemas/paper-schema.ts'
import { median } from '#core/numbers.ts'
import { unfiltered } from '#ports/store/ranking.ts'
import type { Store } from '#ports/store/store.ts'
import { searchPapers } from '#queries/search.ts'

const refuseLine = (path: string, line: number, reason: string): Failure =>
  new Failure('invalid', `${path}, line ${line}: ${reason}`)

/** The non-empty lines of a file, with their numbers. */
const linesOf = (path: string): { text: string; line: number }[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ text: text.replace(/\r$/u, ''), line: index + 1 }))
    .filter(({ text }) => text.trim() !== '')

/** The object of each line. Throws `invalid` with the line that does not match the schema. */
export const objectsOf = <T>(path: string, schema: z.ZodType<T>): T[] =>
  linesOf(path).map(({ text, line }) => {
    try {
      const checked = validate(schema, parseStrictJson(text))
      if (checked.ok) return checked.value
      throw new Failure('invalid', checked.errors.map((error) => `${error.path} ${error.message}`).join('; '))
    } catch (error) {
      throw error instanceof Failure ? refuseLine(path, line, error.message) : error
    }
  })

const documentSchema = z.object({ id: z.string(), title: z.string(), text: z.string() })
const querySchema = z.object({ id: z.string(), text: z.string() })

type JudgedDocument = z.infer<typeof documentSchema>
type JudgedQuery = { text: string; judged: Judgements }

/** `documents` is null if the papers of a corpus were judged. */
export type JudgedSet = { name: string; documents: JudgedDocument[] | null; queries: JudgedQuery[] }

const GRADE = /^-?\d{1,2}$/u

const readJudgements = (path: string): Map<string, Map<string, number>> => {
  const byQuery = new Map<string, Map<string, number>>()
  for (const { text, line } of linesOf(path)) {
    const [query = '', document = '', grade = ''] = text.split('\t')
    if (document === '' || !GRADE.test(grade.trim()))
      throw refuseLine(path, line, 'must be a query, a document and a grade, separated by tabs')
    const judged = byQuery.get(query) ?? new Map<string, number>()
    byQuery.set(query, judged.set(document, Number(grade)))
  }
  return byQuery
}

const hasSet = (folder: string): boolean =>
  ['queries.jsonl', 'qrels.tsv'].every((file) => existsSync(join(folder, file)))

/** The folder itself if it holds a judged set, otherwise those in it that do. */
export const judgedFolders = (folder: string): string[] => {
  if (!existsSync(folder)) return []
  if (hasSet(folder)) return [folder]
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(hasSet)
    .toSorted()
}

/**
 * Reads a judged set, without queries that have no relevant document. Throws `not_found` if the files are missing, and
 * `invalid` for a line that cannot be read or if no query is left.
 */
export const readJudgedSet = (folder: string): JudgedSet => {
  if (!hasSet(folder)) throw new Failure('not_found', `${folder} must contain queries.jsonl and qrels.tsv.`)
  const judgements = readJudgements(join(folder, 'qrels.tsv'))
  const documents = join(folder, 'docs.jsonl')
  const queries = objectsOf(join(folder, 'queries.jsonl'), querySchema)
    .map(({ id, text }) => ({ text, judged: judgements.get(id) ?? new Map<string, number>() }))
    .filter(({ judged }) => [...judged.values()].some((grade) => grade > 0))
  if (queries.length === 0) throw new Failure('invalid', `${folder} contains no query with a relevant document.`)
  return {
    name: basename(resolve(folder)),
    documents: existsSync(documents) ? objectsOf(documents, documentSchema) : null,
    queries,
  }
}

/** Grades of judged documents by id; others count as not relevant. */
type Judgements = ReadonlyMap<string, number>

const gain = (grade: number): number => 2 ** grade - 1

const discounted = (grades: readonly number[]): number =>
  grades.reduce((sum, grade, rank) => sum + gain(grade) / Math.log2(rank + 2), 0)

/** Normalised discounted cumulative gain of the first `depth` documents (Järvelin and Kekäläinen). */
export const ndcg = (found: readonly string[], judged: Judgements, depth: number): number => {
  const best = [...judged.values()].toSorted((a, b) => b - a).slice(0, depth)
  return discounted(found.slice(0, depth).map((id) => judged.get(id) ?? 0)) / discounted(best)
}

const isRelevant = (judged: Judgements, id: string): boolean => (judged.get(id) ?? 0) > 0

/** The share of all relevant documents that are among the first `depth`. */
export const recall = (found: readonly string[], judged: Judgements, depth: number): number =>
  found.slice(0, depth).filter((id) => isRelevant(judged, id)).length /
  [...judged.values()].filter((grade) => grade > 0).length

/** One divided by the rank of the first relevant document; 0 if there is none. */
export const reciprocalRank = (found: readonly string[], judged: Judgements): number => {
  const place = found.findIndex((id) => isRelevant(judged, id))
  return place === -1 ? 0 : 1 / (place + 1)
}

const BATCH = 500
/** Judged documents have no year, but a paper needs one that is not in the future. */
const YEAR = 2000

const paperOf = ({ id, title, text }: JudgedDocument, index: number): PaperWithText => {
  const given = {
    id: `p${index + 1}`,
    title: title.trim() || 'Untitled',
    authors: ['Nobody'],
    year: YEAR,
    ...(text.trim() === '' ? {} : { abstract: text }),
  }
  const checked = parsePaper(given, new Date())
  if (checked.ok) return checked.value.paper
  const reasons = checked.errors.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new Failure('invalid', `The document ${id} cannot be a paper: ${reasons}.`)
}

/** A corpus in memory of judged documents. Throws `invalid` for a document that cannot be a paper. */
export const openJudgedCorpus = async (
  documents: readonly JudgedDocument[],
  config: Config,
): Promise<SearchedCorpus & { close(): Promise<void> }> => {
  const papers = documents.map(paperOf)
  const corpus = await openCorpus({
    ...config,
    database: { engine: 'sqlite', path: ':memory:' },
    requireAssessment: 'none',
  })
  for (let first = 0; first < papers.length; first += BATCH) {
    const batch = papers.slice(first, first + BATCH).map((paper, index) => ({ line: first + index + 1, paper }))
    await corpus.run(ingestPapers, { batch, state: 'accepted', actor: 'evaluate' })
  }
  const ids = new Map(documents.map(({ id }, index) => [`p${index + 1}`, id]))
  return { store: corpus.store, documentOf: (paper) => ids.get(paper) ?? paper, close: () => corpus.close() }
}

const DEEPEST = 100

/** A corpus, with the judged document of each paper. */
export type SearchedCorpus = { store: Pick<Store, 'public'>; documentOf: (paper: string) => string }

export type Evaluation = {
  queries: number
  ndcg10: number
  recall20: number
  recall100: number
  mrr: number
  /** The median number of strong hits. */
  strong: number
  /** The share of the relevant documents among the first 20 hits that are not among the strong ones. */
  weak20: number
  /** The share of queries without results. */
  empty: number
  medianMs: number
}

/** The results of a search in order, of which the first `strong` are strong. */
type FoundDocuments = { found: string[]; strong: number }

/** Nothing is found if the search refuses the query. */
const findDocuments = async ({ store, documentOf }: SearchedCorpus, text: string): Promise<FoundDocuments> => {
  try {
    const { hits, strong } = await searchPapers(store.public.ranking, { ...unfiltered, text, limit: DEEPEST })
    return { found: hits.map(({ paper }) => documentOf(paper.id)), strong }
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid') return { found: [], strong: 0 }
    throw error
  }
}

type Outcome = FoundDocuments & { judged: Judgements; ms: number }

/** How many of the first 20 documents are relevant, and how many of these are weak. */
const countWeak = ({ found, strong, judged }: Outcome): { relevant: number; weak: number } => {
  const relevant = found.slice(0, 20).flatMap((id, place) => (isRelevant(judged, id) ? [place] : []))
  return { relevant: relevant.length, weak: relevant.filter((place) => place >= strong).length }
}

/** The share of the relevant documents among the first 20 of all queries that are weak. */
export const shareOfWeak = (outcomes: readonly Outcome[]): number => {
  const counts = outcomes.map(countWeak)
  const relevant = counts.reduce((sum, count) => sum + count.relevant, 0)
  return relevant === 0 ? 0 : counts.reduce((sum, { weak }) => sum + weak, 0) / relevant
}

/** Measures how well the search of a corpus answers judged queries. */
export const evaluateSearch = async (corpus: SearchedCorpus, queries: readonly JudgedQuery[]): Promise<Evaluation> => {
  const outcomes: Outcome[] = []
  for (const { text, judged } of queries) {
    const begun = performance.now()
    const found = await findDocuments(corpus, text)
    outcomes.push({ ...found, judged, ms: performance.now() - begun })
  }
  const mean = (measure: (outcome: Outcome) => number): number =>
    outcomes.reduce((sum, outcome) => sum + measure(outcome), 0) / outcomes.length
  return {
    queries: outcomes.length,
    ndcg10: mean(({ found, judged }) => ndcg(found, judged, 10)),
    recall20: mean(({ found, judged }) => recall(found, judged, 20)),
    recall100: mean(({ found, judged }) => recall(found, judged, DEEPEST)),
    mrr: mean(({ found, judged }) => reciprocalRank(found, judged)),
    strong: median(outcomes.map(({ strong }) => strong)),
    weak20: shareOfWeak(outcomes),
    empty: mean(({ found }) => (found.length === 0 ? 1 : 0)),
    medianMs: median(outcomes.map(({ ms }) => ms)),
  }
}

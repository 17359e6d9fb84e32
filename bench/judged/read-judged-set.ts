import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Judgements } from './retrieval-metrics.ts'

const documentSchema = z.object({ id: z.string(), title: z.string(), text: z.string() })
const querySchema = z.object({ id: z.string(), text: z.string() })

export type JudgedDocument = z.infer<typeof documentSchema>
export type JudgedQuery = { text: string; judged: Judgements }

/** `documents` is null where the example corpus is what was judged. */
export type JudgedSet = { name: string; documents: JudgedDocument[] | null; queries: JudgedQuery[] }

const linesOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')

const readJudgements = (path: string): Map<string, Map<string, number>> => {
  const byQuery = new Map<string, Map<string, number>>()
  for (const line of linesOf(path)) {
    const [query = '', document = '', grade = ''] = line.split('\t')
    const judged = byQuery.get(query) ?? new Map<string, number>()
    byQuery.set(query, judged.set(document, Number(grade)))
  }
  return byQuery
}

const hasSet = (folder: string): boolean =>
  ['queries.jsonl', 'qrels.tsv'].every((file) => existsSync(join(folder, file)))

/** The folder itself, or those in it that hold a judged set. */
export const judgedFolders = (folder: string): string[] => {
  if (!existsSync(folder)) return []
  if (hasSet(folder)) return [folder]
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .filter(hasSet)
    .toSorted()
}

/** Reads a judged set; queries for which nothing is relevant cannot be measured and are left out. */
export const readJudgedSet = (folder: string): JudgedSet => {
  const judgements = readJudgements(join(folder, 'qrels.tsv'))
  const documents = join(folder, 'docs.jsonl')
  const queries = linesOf(join(folder, 'queries.jsonl')).map((line) => querySchema.parse(JSON.parse(line)))
  return {
    name: basename(resolve(folder)),
    documents: existsSync(documents) ? linesOf(documents).map((line) => documentSchema.parse(JSON.parse(line))) : null,
    queries: queries
      .map(({ id, text }) => ({ text, judged: judgements.get(id) ?? new Map<string, number>() }))
      .filter(({ judged }) => [...judged.values()].some((grade) => grade > 0)),
  }
}

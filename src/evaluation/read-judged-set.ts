import { existsSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import type { Judgements } from '#core/search/retrieval-metrics.ts'
import { linesOf, objectsOf, refuseLine } from './read-json-lines.ts'

const documentSchema = z.object({ id: z.string(), title: z.string(), text: z.string() })
const querySchema = z.object({ id: z.string(), text: z.string() })

export type JudgedDocument = z.infer<typeof documentSchema>
export type JudgedQuery = { text: string; judged: Judgements }

/** `documents` is null where the papers of a corpus are what was judged. */
export type JudgedSet = { name: string; documents: JudgedDocument[] | null; queries: JudgedQuery[] }

const GRADE = /^-?\d{1,2}$/u

const readJudgements = (path: string): Map<string, Map<string, number>> => {
  const byQuery = new Map<string, Map<string, number>>()
  for (const { text, line } of linesOf(path)) {
    const [query = '', document = '', grade = ''] = text.split('\t')
    if (document === '' || !GRADE.test(grade.trim()))
      throw refuseLine(path, line, 'must be a query, a document and a grade, with tabs between')
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

/**
 * Reads a judged set; queries for which nothing is relevant cannot be measured and are left out. Throws `not_found`
 * without the files, and `invalid` for a line that cannot be read or when no query is left.
 */
export const readJudgedSet = (folder: string): JudgedSet => {
  if (!hasSet(folder)) throw new Failure('not_found', `${folder} must hold queries.jsonl and qrels.tsv.`)
  const judgements = readJudgements(join(folder, 'qrels.tsv'))
  const documents = join(folder, 'docs.jsonl')
  const queries = objectsOf(join(folder, 'queries.jsonl'), querySchema)
    .map(({ id, text }) => ({ text, judged: judgements.get(id) ?? new Map<string, number>() }))
    .filter(({ judged }) => [...judged.values()].some((grade) => grade > 0))
  if (queries.length === 0) throw new Failure('invalid', `${folder} holds no query with a relevant document.`)
  return {
    name: basename(resolve(folder)),
    documents: existsSync(documents) ? objectsOf(documents, documentSchema) : null,
    queries,
  }
}

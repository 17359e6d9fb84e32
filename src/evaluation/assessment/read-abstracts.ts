import { z } from 'zod'
import { identifiersIn, identifiersOf } from '#core/papers/identifiers.ts'
import type { Paper } from '#core/papers/paper.ts'
import { textKey } from '#core/text/tokenize.ts'
import { objectsOf } from '#evaluation/read-json-lines.ts'

/** Other abstracts of the papers of a corpus, for a measurement that does not read those that the editors wrote. */

const text = z.string().optional()
const abstractSchema = z.object({ title: text, doi: text, arxivId: text, url: text, abstract: text })

/** By what a line and a paper are known to be the same work. */
const keysOf = (doi: string | null, arxivId: string | null, title: string | null): string[] => [
  ...(doi === null ? [] : [`doi ${doi}`]),
  ...(arxivId === null ? [] : [`arxiv ${arxivId}`]),
  ...(title === null ? [] : [`title ${textKey(title)}`]),
]

/** The papers that the file has an abstract of, with that one. Throws `invalid` with the line that cannot be read. */
export const withAbstractsOf = (file: string, papers: readonly Paper[]): Paper[] => {
  const abstracts = new Map<string, string>()
  for (const { title, doi, arxivId, url, abstract } of objectsOf(file, abstractSchema)) {
    if (abstract === undefined || abstract.trim() === '') continue
    const found = identifiersIn([doi ?? null, arxivId === undefined ? null : `arxiv:${arxivId}`, url ?? null])
    for (const key of keysOf(found.doi, found.arxivId, title ?? null)) abstracts.set(key, abstract)
  }
  return papers.flatMap((paper) => {
    const { doi, arxivId } = identifiersOf(paper)
    const known = keysOf(doi, arxivId, paper.title)
    const abstract = known.map((key) => abstracts.get(key)).find((one) => one !== undefined)
    return abstract === undefined ? [] : [{ ...paper, abstract }]
  })
}

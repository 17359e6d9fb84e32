import { z } from 'zod'
import type { CitationsResponse, ReferencesResponse } from '#http/agent-api/citations.ts'
import { cursorArgument, defineTool, entriesOf, fitEntries, maxTokensArgument } from '#http/agent-api/mcp/tool.ts'
import { Failure } from '#core/failure.ts'
import { missingText, namedPapers, paperName } from './paper-tools.ts'

/** The most of a list that an answer begins from; total tells the rest. */
const MOST_LISTED = 500

export const getCitations = defineTool({
  name: 'get_citations',
  title: 'Citations and references',
  description: 'What a paper cites (references), or which papers here cite it (citations).',
  input: z.strictObject({
    id: paperName(),
    list: z.enum(['references', 'citations']).default('references'),
    cursor: cursorArgument(),
    maxTokens: maxTokensArgument(),
  }),
  output: z.strictObject({
    id: z.string(),
    total: z.int(),
    works: z.array(z.looseObject({})),
    nextCursor: z.string().nullable(),
    estimatedTokens: z.int(),
  }),
  answer: async ({ id: name, list, cursor, maxTokens }, { api, cursors }) => {
    const { papers, missing } = await namedPapers(api, [name], { argument: 'id', fields: [] })
    const [paper] = papers
    if (paper === undefined) throw new Failure('not_found', `There is no such paper.${missingText(missing)}`)
    const { id } = paper
    const path = `/api/v1/papers/${id}/${list}`
    const found = await api.json<ReferencesResponse | CitationsResponse>(path, { limit: MOST_LISTED })
    const works = 'references' in found ? found.references : found.papers
    const body = await fitEntries(cursors, {
      question: `citations ${JSON.stringify([id, list, found.total])}`,
      cursor,
      maxTokens,
      entries: entriesOf(works.map((work) => ({ key: work }))),
      compose: (shown) => ({ id, total: found.total, works: shown }),
    })
    const more = body.nextCursor === null ? '' : ' More by nextCursor.'
    return {
      body,
      text: `${list === 'references' ? 'References of' : 'Papers that cite'} ${id}: ${found.total}.${more}`,
    }
  },
})

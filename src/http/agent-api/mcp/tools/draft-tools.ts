import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import type { Route } from '#http/routing/route.ts'
import {
  type InternalApi,
  cursorArgument,
  maxTokensArgument,
  entriesOf,
  fitEntries,
  defineTool,
  type Tool,
} from '#http/agent-api/mcp/tool.ts'

const DRAFTS = '/api/editorial/drafts'
/** The oldest waiting papers: one agent does not get through more. */
const MAX_QUEUED = 500

const paperId = () => z.string().regex(PAPER_ID, { error: 'must be the id of a paper, such as p12' })
const paged = { nextCursor: z.string().nullable(), estimatedTokens: z.int() }

type Item = Record<string, unknown>

const listQueue = defineTool({
  name: 'list_queue',
  title: 'List the review queue',
  description: 'Papers waiting for review, oldest first; drafted is the version that your key has drafted.',
  input: z.strictObject({ cursor: cursorArgument(), maxTokens: maxTokensArgument() }),
  output: z.strictObject({ papers: z.array(z.looseObject({ id: z.string(), version: z.int() })), ...paged }),
  answer: async ({ cursor, maxTokens }, { api, cursors }) => {
    const { papers } = await api.json<{ papers: Item[] }>(DRAFTS, { limit: MAX_QUEUED })
    const body = await fitEntries(cursors, {
      question: 'queue',
      cursor,
      maxTokens,
      entries: entriesOf(papers.map((paper) => ({ key: paper }))),
      compose: (shown) => ({ papers: shown }),
    })
    return { body, text: `Papers waiting: ${papers.length}.` }
  },
})

const textsOf = (paper: Item): [string, string][] =>
  ['abstract', 'fullText'].flatMap((name): [string, string][] => {
    const text = paper[name]
    return typeof text === 'string' && text !== '' ? [[name, text]] : []
  })

const getSubmission = defineTool({
  name: 'get_submission',
  title: 'Read a paper of the queue',
  description: 'One paper waiting for review, with its full text and the version that a draft must name.',
  input: z.strictObject({ id: paperId(), cursor: cursorArgument(), maxTokens: maxTokensArgument() }),
  output: z.strictObject({
    version: z.int(),
    drafted: z.int().optional(),
    papers: z.array(z.looseObject({ id: z.string() })),
    ...paged,
  }),
  answer: async ({ id, cursor, maxTokens }, { api, cursors }) => {
    const found = await api.json<{ version: number; drafted?: number; paper: Item }>(`${DRAFTS}/${id}`)
    const { version, drafted, paper } = found
    const { abstract: _abstract, fullText: _fullText, title, ...card } = paper
    const body = await fitEntries(cursors, {
      question: `submission ${id} ${version}`,
      cursor,
      maxTokens,
      entries: entriesOf([{ key: { id, title }, card, texts: textsOf(paper) }]),
      compose: (papers) => ({ version, ...(drafted === undefined ? {} : { drafted }), papers }),
    })
    return { body, text: `${id} is waiting for review at version ${version}.` }
  },
})

const attachDraft = (draft: z.ZodType) =>
  defineTool({
    name: 'attach_draft',
    title: 'Attach a draft',
    description:
      'Propose an assessment of a waiting paper, each value with the words of the paper that support it. Editors decide; nothing is published. Replaces your earlier draft.',
    writes: true,
    input: z.strictObject({ id: paperId(), draft }),
    output: z.strictObject({ id: z.string(), version: z.int() }),
    answer: async ({ id, draft: given }, { api }) => {
      const { version } = await api.put<{ version: number }>(`${DRAFTS}/${id}`, given)
      return { body: { id, version }, text: `The draft of ${id} at version ${version} is saved.` }
    },
  })

/** For agents whose key has the scope `draft`: they may read the review queue and write drafts. */
export const draftTools = (editorialRoutes: readonly Route[]): readonly Tool[] => {
  const body = editorialRoutes.find(({ method, path }) => method === 'put' && path === `${DRAFTS}/:id`)?.body
  if (body === undefined) throw new Error('there is no route that takes drafts')
  return [listQueue, getSubmission, attachDraft(body)]
}

/** Whether the caller may draft. Throws `key_invalid` for an invalid key. */
export const mayDraft = async (api: InternalApi): Promise<boolean> => {
  try {
    await api.json(DRAFTS, { limit: 1 })
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'scope_missing') return false
    throw error
  }
}

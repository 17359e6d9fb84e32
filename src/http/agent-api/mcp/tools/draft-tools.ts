import { z } from 'zod'
import { Failure } from '#core/failure.ts'
import { PAPER_ID } from '#core/papers/paper.ts'
import type { Route } from '#http/routing/route.ts'
import type { Ask } from '#http/agent-api/mcp/ask.ts'
import { cursorArgument, maxTokensArgument } from '#http/agent-api/mcp/budget.ts'
import { entriesOf, fitEntries } from '#http/agent-api/mcp/fit-entries.ts'
import { defineTool, type Tool } from '#http/agent-api/mcp/tool.ts'

const DRAFTS = '/api/editorial/drafts'
/** The oldest that wait: more are nothing that one agent gets through. */
const MOST_QUEUED = 500

const paperId = () => z.string().regex(PAPER_ID, { error: 'must be the id of a paper, such as p12' })
const paged = { nextCursor: z.string().nullable(), estimatedTokens: z.int() }

type Item = Record<string, unknown>

const listQueue = defineTool({
  name: 'list_queue',
  title: 'List the review queue',
  description: 'Papers that wait for review, oldest first; drafted is the version that your key has drafted.',
  input: z.strictObject({ cursor: cursorArgument(), maxTokens: maxTokensArgument() }),
  output: z.strictObject({ papers: z.array(z.looseObject({ id: z.string(), version: z.int() })), ...paged }),
  answer: async ({ cursor, maxTokens }, { ask, cursors }) => {
    const { papers } = await ask.json<{ papers: Item[] }>(DRAFTS, { limit: MOST_QUEUED })
    const body = await fitEntries(cursors, {
      question: 'queue',
      cursor,
      maxTokens,
      entries: entriesOf(papers.map((paper) => ({ key: paper }))),
      compose: (shown) => ({ papers: shown }),
    })
    return { body, says: `Papers that wait: ${papers.length}.` }
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
  description: 'One paper that waits for review, with its full text and the version that a draft must name.',
  input: z.strictObject({ id: paperId(), cursor: cursorArgument(), maxTokens: maxTokensArgument() }),
  output: z.strictObject({
    version: z.int(),
    drafted: z.int().optional(),
    papers: z.array(z.looseObject({ id: z.string() })),
    ...paged,
  }),
  answer: async ({ id, cursor, maxTokens }, { ask, cursors }) => {
    const found = await ask.json<{ version: number; drafted?: number; paper: Item }>(`${DRAFTS}/${id}`)
    const { version, drafted, paper } = found
    const { abstract: _abstract, fullText: _fullText, title, ...card } = paper
    const body = await fitEntries(cursors, {
      question: `submission ${id} ${version}`,
      cursor,
      maxTokens,
      entries: entriesOf([{ key: { id, title }, card, texts: textsOf(paper) }]),
      compose: (papers) => ({ version, ...(drafted === undefined ? {} : { drafted }), papers }),
    })
    return { body, says: `${id} waits for review at version ${version}.` }
  },
})

const attachDraft = (draft: z.ZodType) =>
  defineTool({
    name: 'attach_draft',
    title: 'Attach a draft',
    description:
      'Propose an assessment of a paper that waits, each value with words of the paper that it rests on. Editors decide; nothing is published. Replaces your earlier draft.',
    writes: true,
    input: z.strictObject({ id: paperId(), draft }),
    output: z.strictObject({ id: z.string(), version: z.int() }),
    answer: async ({ id, draft: given }, { ask }) => {
      const { version } = await ask.put<{ version: number }>(`${DRAFTS}/${id}`, given)
      return { body: { id, version }, says: `The draft of ${id} at version ${version} is kept.` }
    },
  })

/** For agents with a key of the scope `draft`: what they may read of the queue, and the one thing that they may write. */
export const draftTools = (editorialRoutes: readonly Route[]): readonly Tool[] => {
  const body = editorialRoutes.find(({ method, path }) => method === 'put' && path === `${DRAFTS}/:id`)?.body
  if (body === undefined) throw new Error('drafts have no route')
  return [listQueue, getSubmission, attachDraft(body)]
}

/** Whether the one who asks may draft. Throws `key_invalid` for a key that is none. */
export const mayDraft = async (ask: Ask): Promise<boolean> => {
  try {
    await ask.json(DRAFTS, { limit: 1 })
    return true
  } catch (error) {
    if (error instanceof Failure && error.code === 'scope_missing') return false
    throw error
  }
}

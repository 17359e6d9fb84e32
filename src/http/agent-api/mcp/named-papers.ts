import { z } from 'zod'
import { textError } from '#core/text/normalize-text.ts'
import { renamed } from './budget.ts'
import type { Ask } from './ask.ts'

const MOST_NAME = 300
export const MOST_PAPERS = 20

/** What somebody calls a paper. */
export const paperName = () =>
  z
    .string()
    .max(MOST_NAME)
    .refine((name) => name.trim() !== '', { error: 'must not be empty' })
    .refine((name) => textError(name, 'line') === null, { error: 'must hold no control characters' })

/** Papers by what they are called: each wrong name is told by its place. */
export const paperNames = () => z.array(paperName()).min(1).max(MOST_PAPERS)

export const missingSchema = z.array(z.strictObject({ id: z.string(), reason: z.enum(['not_found', 'retracted']) }))

/** A paper as the agent API presents it, with the fields that were asked for. */
export type KnownPaper = { id: string; title: string } & Record<string, unknown>

type Named = {
  papers: KnownPaper[]
  missing: z.infer<typeof missingSchema>
  redirects: { from: string; to: string }[]
}

/** The public papers of these names, why others are missing, and which lead to another paper now. */
export const namedPapers = (
  ask: Ask,
  names: readonly string[],
  { argument, fields }: { argument: string; fields: readonly string[] },
): Promise<Named> =>
  renamed({ ids: argument }, () =>
    ask.json<Named>('/api/v1/papers', {
      ids: names.map((name) => encodeURIComponent(name.trim().toWellFormed())).join(','),
      fields: ['title', ...fields].join(','),
    }),
  )

const MOST_NAMED = 5
const SHOWN_OF_NAME = 60

/** ` Missing: a (not_found), b (retracted).` The names are those that were asked for; the answer has all of them. */
export const missingText = (missing: Named['missing']): string => {
  if (missing.length === 0) return ''
  const named = missing.slice(0, MOST_NAMED).map(({ id, reason }) => `${id.slice(0, SHOWN_OF_NAME)} (${reason})`)
  return ` Missing: ${named.join(', ')}${missing.length > MOST_NAMED ? `, and ${missing.length - MOST_NAMED} more` : ''}.`
}

/** Ids in a sentence: the first of them. */
export const someIds = (ids: readonly string[]): string =>
  `${ids.slice(0, 2 * MOST_NAMED).join(', ')}${ids.length > 2 * MOST_NAMED ? ', …' : ''}`

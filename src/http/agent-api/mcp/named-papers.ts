import { z } from 'zod'
import { textError } from '#core/text/normalize-text.ts'
import { renamed } from './budget.ts'
import type { Ask } from './ask.ts'

const MOST_NAME = 300
export const MOST_PAPERS = 20

/** Papers by what they are called: each wrong name is told by its place. */
export const paperNames = () =>
  z
    .array(
      z
        .string()
        .max(MOST_NAME)
        .refine((name) => name.trim() !== '', { error: 'must not be empty' })
        .refine((name) => textError(name, 'line') === null, { error: 'must hold no control characters' }),
    )
    .min(1)
    .max(MOST_PAPERS)

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

/** `3 papers were not found: a (not_found), b (retracted).` The names are those that were asked for. */
export const missingText = (missing: Named['missing']): string =>
  missing.length === 0 ? '' : ` Missing: ${missing.map(({ id, reason }) => `${id} (${reason})`).join(', ')}.`

import { z } from 'zod'
import { Failure } from '#core/failure.ts'

/** What a result has around the answer of a route: its sentence, and the note about the text of papers. */
export const ENVELOPE_TOKENS = 300
const LEAST_TOKENS = 500
const MOST_TOKENS = 100_000
const USUAL_TOKENS = 4_000

/** Arguments that all tools have. */
export const maxTokensArgument = () => z.int().min(LEAST_TOKENS).max(MOST_TOKENS).default(USUAL_TOKENS)

export const cursorArgument = () => z.string().max(200).optional().describe('nextCursor of the answer before')

/** What is left for the answer of a route. */
export const innerBudget = (maxTokens: number): number => maxTokens - ENVELOPE_TOKENS

/** A route that was asked with other names for the same things refuses with its own; agents are told theirs. */
export const renamed = async <Result>(names: Record<string, string>, ask: () => Promise<Result>): Promise<Result> => {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof Failure) || error.details.length === 0) throw error
    const details = error.details.map(({ path, message }) => ({
      path: names[path] ?? path,
      // It names what the route needs, which is the envelope less than what the tool needs.
      message:
        path === 'maxTokens' ? message.replace(/\d+$/u, (needed) => String(Number(needed) + ENVELOPE_TOKENS)) : message,
    }))
    throw new Failure(error.code, error.message, { details })
  }
}

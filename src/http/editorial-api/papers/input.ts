import { z } from 'zod'
import { MAX_VERSION } from '#core/papers/paper-version.ts'
import { requireValid } from '#schemas/validate.ts'
import { validationFailure } from '#core/failure.ts'
import type { PaperWithText } from '#core/papers/paper.ts'
import { parsePaper, presentFullPaper } from '#schemas/paper-schema.ts'

/** Throws `invalid` with every error, also if the id is not the one in the path. */
export const readPaper = (body: unknown, id: string, now: Date): PaperWithText => {
  const { paper, ignored } = requireValid(parsePaper(body, now))
  if (ignored.length > 0) throw validationFailure(ignored.map((path) => ({ path, message: 'is not known here' })))
  if (paper.id !== id) throw validationFailure([{ path: 'id', message: `must be ${id}, as in the address` }])
  return paper
}

/** `readPaper` checks a whole paper, since it needs the id in the path and the current year. */
export const replacementSchema = z.unknown()

/** A JSON merge patch (RFC 7396): what it names is replaced, null takes a field away, the rest stays. */
export const patchSchema = z.record(z.string(), z.unknown())
export type Patch = z.infer<typeof patchSchema>

export const applyMergePatch = (paper: PaperWithText, patch: Readonly<Patch>): Record<string, unknown> =>
  Object.fromEntries(Object.entries({ ...presentFullPaper(paper), ...patch }).filter(([, value]) => value !== null))

export const restoreSchema = z.strictObject({ version: z.int().min(1).max(MAX_VERSION) })

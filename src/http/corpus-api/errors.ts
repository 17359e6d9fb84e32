import { z } from 'zod'
import type { Failure } from '#core/failure.ts'
import { json, type Reply } from '#http/routing/reply.ts'
import { failureHeaders, statusCodes } from '#http/routing/failure-status.ts'

/** The body of every failure in the corpus API (contract 7.1). */
export const corpusErrorSchema = z
  .object({
    success: z.literal(false),
    error: z.string().meta({ description: 'One plain sentence.' }),
    code: z.string(),
    details: z.array(z.object({ path: z.string(), message: z.string() })),
    retractedAt: z.string().optional(),
    reason: z.string().optional(),
    version: z.int().optional(),
    mergedInto: z.string().optional(),
  })
  .meta({ id: 'CorpusError' })

export const presentCorpusFailure = (failure: Failure): Reply =>
  json(
    statusCodes[failure.code],
    { success: false, error: failure.message, code: failure.code, details: failure.details, ...failure.members },
    failureHeaders(failure),
  )

import { z } from 'zod'
import { OaiError } from './oai-error.ts'

/** Where a list goes on, and what was asked for: all of it is in the token, so that it never expires. */
const listState = z.strictObject({
  metadataPrefix: z.string().max(40),
  from: z.string().max(20).optional(),
  until: z.string().max(20).optional(),
  set: z.string().max(40).optional(),
  /** The number of the last change that was listed. */
  after: z.int().min(1).max(999_999_999_999_999),
  /** How many records were listed before. */
  listed: z.int().min(1).max(999_999_999_999_999),
})

export type ListState = z.infer<typeof listState>

export const writeToken = (state: ListState): string => Buffer.from(JSON.stringify(state)).toString('base64url')

/** Throws `badResumptionToken` for what was not made by `writeToken`. */
export const readToken = (token: string): ListState => {
  try {
    return listState.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw new OaiError(
      'badResumptionToken',
      'This repository did not issue this resumption token. Start the list again.',
    )
  }
}

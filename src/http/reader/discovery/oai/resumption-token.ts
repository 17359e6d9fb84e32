import { z } from 'zod'
import { OaiError } from './protocol.ts'

/** Where a list continues, and its arguments. The token contains all of it, so it never expires. */
const listState = z.strictObject({
  metadataPrefix: z.string().max(40),
  from: z.string().max(20).optional(),
  until: z.string().max(20).optional(),
  set: z.string().max(40).optional(),
  /** The number of the last listed change. */
  after: z.int().min(1).max(999_999_999_999_999),
  /** How many records were listed before. */
  listed: z.int().min(1).max(999_999_999_999_999),
})

export type ListState = z.infer<typeof listState>

export const writeResumptionToken = (state: ListState): string =>
  Buffer.from(JSON.stringify(state)).toString('base64url')

/** Throws `badResumptionToken` for anything that `writeResumptionToken` did not make. */
export const readResumptionToken = (token: string): ListState => {
  try {
    return listState.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
  } catch {
    throw new OaiError(
      'badResumptionToken',
      'This repository did not issue this resumption token. Start the list again.',
    )
  }
}

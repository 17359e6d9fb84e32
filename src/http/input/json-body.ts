import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'
import { readBodyText, refuseCompressed } from './body.ts'

const refuseMediaType = (context: Context): void => {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/iu.test(type))
    throw new Failure('unsupported_media_type', 'The body must be JSON, sent with Content-Type: application/json.')
  refuseCompressed(context)
}

/** The parsed body and its text. Throws `unsupported_media_type`, `too_large` or `malformed`. */
export const readJsonBody = async (context: Context, limit: number): Promise<{ value: unknown; text: string }> => {
  refuseMediaType(context)
  const text = await readBodyText(context, limit)
  return { value: parseStrictJson(text), text }
}

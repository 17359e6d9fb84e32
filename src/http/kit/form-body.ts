import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { readText, refuseCompressed } from './body.ts'

const refuseMediaType = (context: Context): void => {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/iu.test(type))
    throw new Failure(
      'unsupported_media_type',
      'The form must be sent as application/x-www-form-urlencoded, as browsers do.',
    )
  refuseCompressed(context)
}

/**
 * The fields of a form as they were typed: browsers end lines by CR LF, which becomes LF again. Of a field that comes
 * twice the first counts. Throws `unsupported_media_type`, `too_large` or `malformed`.
 */
export const readFormBody = async (context: Context, limit: number): Promise<Record<string, string>> => {
  refuseMediaType(context)
  const fields = new URLSearchParams(await readText(context, limit))
  return Object.fromEntries([...fields].toReversed().map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]))
}

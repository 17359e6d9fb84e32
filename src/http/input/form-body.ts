import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { readBodyText, refuseCompressed } from './body.ts'
import { FORM_BYTES } from './body-limits.ts'

/** A form as a browser sends it; line breaks are single characters again. */
export type FormBody = {
  /** By name; the first where a name comes several times. */
  fields: Record<string, string>
  getAll(name: string): string[]
  /** Every field in its order. */
  pairs: readonly (readonly [name: string, value: string])[]
}

const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).replaceAll('\r\n', '\n')
  } catch (error) {
    throw new Failure('malformed', 'The form is not valid UTF-8.', { cause: error })
  }
}

/** What browsers send forms as. */
export const FORM_BODY_TYPES = ['application/x-www-form-urlencoded'] as const

/** Reads a form. Throws `unsupported_media_type`, `too_large` or `malformed`. */
export const readFormBody = async (context: Context, limit = FORM_BYTES): Promise<FormBody> => {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/iu.test(type))
    throw new Failure(
      'unsupported_media_type',
      'The form must be sent as application/x-www-form-urlencoded, as browsers do.',
    )
  refuseCompressed(context)
  const text = await readBodyText(context, limit)
  const pairs = text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      return at === -1
        ? [decodeComponent(pair), '']
        : [decodeComponent(pair.slice(0, at)), decodeComponent(pair.slice(at + 1))]
    })
  return {
    fields: Object.fromEntries(pairs.toReversed()),
    getAll: (name) => pairs.filter(([given]) => given === name).map(([, value]) => value),
    pairs,
  }
}

/** The version that a form began from, in its field `version`; -1, which nothing is at, when it names none. */
export const formVersion = ({ version = '' }: Record<string, string>): number =>
  /^\d{1,9}$/u.test(version) ? Number(version) : -1

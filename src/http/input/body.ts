import { MAX_CHUNK_BYTES } from '#core/imports/ingest-session.ts'
import { MAX_FILE_BYTES } from '#core/files.ts'
import { MAX_REPORT_BYTES } from '#core/report/checked-report.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { Failure } from '#core/failure.ts'
import { parseStrictJson } from '#schemas/parse-strict-json.ts'

const KIBIBYTE = 1_024
const MEBIBYTE = 1_024 * KIBIBYTE

/** A paper with its full text. */
export const PAPER_BODY_BYTES = MEBIBYTE
/** What editors send through the API: papers, briefs, concepts. */
export const EDITING_BODY_BYTES = MEBIBYTE
/** Records of a catalogue, some thousands of them. */
export const IMPORT_BODY_BYTES = MAX_CHUNK_BYTES
export const CONTACT_BODY_BYTES = 32 * KIBIBYTE
export const SUBSCRIBE_BODY_BYTES = 4 * KIBIBYTE
/** One file of a paper. */
export const FILE_BODY_BYTES = MAX_FILE_BYTES
/** Ten files of the largest size, and their multipart headers. */
export const FILE_FORM_BYTES = 10 * MAX_FILE_BYTES + MEBIBYTE
/** 25 references. */
export const REFERENCES_BODY_BYTES = 256 * KIBIBYTE
/** A text whose citations are checked, as JSON, with escapes. */
export const REPORT_BODY_BYTES = 2 * MAX_REPORT_BYTES
/** The same as a form: percent-encoding makes most texts up to three times as long. */
export const REPORT_FORM_BYTES = 3 * MAX_REPORT_BYTES + KIBIBYTE
/** 20,000 characters, each of up to twelve bytes as an escaped pair, and the other parameters. */
export const QUESTION_BODY_BYTES = 256 * KIBIBYTE
/** A message of an agent: a call of a tool with its arguments. */
export const MCP_BODY_BYTES = 256 * KIBIBYTE
/** A bounced email, in base 64. */
export const BOUNCE_BODY_BYTES = 2 * MEBIBYTE
export const FORM_BYTES = 64 * KIBIBYTE
/** A commentary of 50,000 characters, each of up to nine bytes, and a note. */
export const DECISION_FORM_BYTES = MEBIBYTE
/** 10,000 characters of three bytes, each percent-encoded as nine, and the other fields. */
export const CONTACT_FORM_BYTES = 128 * KIBIBYTE
export const SUBSCRIBE_FORM_BYTES = 8 * KIBIBYTE
/** Percent-encoding makes a full text without Latin letters up to nine times as long. */
export const PAPER_FORM_BYTES = 8 * MEBIBYTE
export const BRIEF_FORM_BYTES = MEBIBYTE
export const CHAPTER_FORM_BYTES = 256 * KIBIBYTE
/** The text about the library, two pictures and the introductions of seven chapters. */
export const SETTINGS_FORM_BYTES = 2 * MEBIBYTE
/** A draft of at most half a mebibyte, with escapes. */
export const DRAFT_BODY_BYTES = MEBIBYTE
export const REPLY_TEMPLATE_FORM_BYTES = 128 * KIBIBYTE
/** What a browser sends of a passkey. */
export const PASSKEY_BODY_BYTES = 64 * KIBIBYTE

/** The environment of a request. An internal one, which this server makes for a tool, has a body of its own. */
type ConnectionEnv = {
  incoming?: IncomingMessage
  outgoing?: ServerResponse
  isInternal?: boolean
  holdBody?: HoldBody
}

/** Counts bytes that are held in memory until the request is answered. Throws `unavailable` when there are too many. */
export type HoldBody = (bytes: number) => void

const connectedOf = ({ env }: Context): ConnectionEnv => (env ?? {}) as ConnectionEnv

/** The announced size of the body; 0 if it is not announced. */
const announcedBytes = (context: Context): number => Number(context.req.header('content-length') ?? 0)

/** To be called before keeping bytes of a body. Throws `unavailable`. */
const holdBody = (context: Context, bytes: number): void => {
  const { isInternal = false, holdBody: hold } = connectedOf(context)
  // The body of an internal request is part of one that is already counted.
  if (!isInternal) hold?.(bytes)
}

/**
 * The pieces of a body as they arrive, or null if there is none. If the caller stops early, the rest stays unread, and the
 * response decides what happens to it. A client that sent `Expect: 100-continue` is asked to continue only here, so never if
 * the request is refused before its body is wanted.
 */
const receiveBody = (context: Context): AsyncIterable<Uint8Array> | null => {
  const { incoming, outgoing, isInternal = false } = connectedOf(context)
  if (isInternal || incoming === undefined || outgoing === undefined)
    return context.req.raw.body?.values({ preventCancel: true }) ?? null
  if (incoming.headers.expect !== undefined && !outgoing.headersSent) outgoing.writeContinue()
  return incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

const tooLarge = (limit: number): Failure =>
  new Failure('too_large', `The body is larger than the limit of ${limit} bytes.`)

/** Refuses compressed bodies, whose unpacked size is unknown. Throws `unsupported_media_type`. */
export const refuseCompressed = (context: Context): void => {
  const encoding = context.req.header('content-encoding') ?? 'identity'
  if (encoding.toLowerCase() !== 'identity')
    throw new Failure('unsupported_media_type', 'The body must not be compressed; send it without Content-Encoding.')
}

/** A client that hangs up is not an error of ours, so no stack trace is logged. */
const abortedFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure('malformed', 'The connection ended before the body was complete.', { cause: error })

/**
 * The pieces of a body of at most `limit` bytes; a larger one is refused as early as possible. Throws `too_large` or, when
 * the connection ends before the body, `malformed`.
 */
export async function* bodyPieces(context: Context, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  if (announcedBytes(context) > limit) throw tooLarge(limit)
  const pieces = receiveBody(context)
  if (pieces === null) return
  let size = 0
  try {
    for await (const piece of pieces) {
      size += piece.byteLength
      if (size > limit) throw tooLarge(limit)
      yield piece
    }
  } catch (error) {
    throw abortedFailure(error)
  }
}

/** The pieces of a body that is held in memory; they count until the request is answered. Also throws `unavailable`. */
async function* keptPieces(context: Context, limit: number): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of bodyPieces(context, limit)) {
    holdBody(context, piece.byteLength)
    yield piece
  }
}

const gather = async (context: Context, limit: number, pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const length = announcedBytes(context)
  if (length === 0 || length > limit) return Buffer.concat(await Array.fromAsync(pieces))
  const bytes = new Uint8Array(length)
  let size = 0
  for await (const piece of pieces) {
    bytes.set(piece, size)
    size += piece.byteLength
  }
  return bytes
}

/**
 * Reads a body of at most `limit` bytes. If its size is announced, pieces are copied straight into the result: joining them
 * at the end would need twice the memory. Throws `too_large`, `malformed` or `unavailable`.
 */
export const readBodyBytes = (context: Context, limit: number): Promise<Uint8Array> =>
  gather(context, limit, keptPieces(context, limit))

/** Decodes bytes that come in pieces; a call without bytes ends the text. Throws `malformed`. */
const utf8Decoder = (): ((bytes?: Uint8Array) => string) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined })
    } catch (error) {
      throw new Failure('malformed', 'The body is not valid UTF-8.', { cause: error })
    }
  }
}

/**
 * Reads a body of at most `limit` bytes as text. Each piece is decoded when it arrives: bytes that are kept until the last
 * one would stay in memory longer than the request. Throws `too_large`, `malformed` or `unavailable`.
 */
export const readBodyText = async (context: Context, limit: number): Promise<string> => {
  const decode = utf8Decoder()
  let text = ''
  for await (const piece of keptPieces(context, limit)) text += decode(piece)
  return text + decode()
}

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

/** Reads a text of one of these media types. Throws `unsupported_media_type`, `too_large`, `malformed` or `unavailable`. */
export const readTextBody = async (context: Context, limit: number, types: readonly string[]): Promise<string> => {
  const [type = '', ...parameters] = (context.req.header('content-type') ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every(
    (one) => !/^\s*charset\s*=/u.test(one) || /^\s*charset\s*=\s*"?utf-?8"?\s*$/u.test(one),
  )
  if (!types.includes(type.trim()) || !isUtf8)
    throw new Failure(
      'unsupported_media_type',
      `The body must be a text in UTF-8, sent with Content-Type: ${types.join(' or ')}, or JSON, sent with Content-Type: application/json.`,
    )
  refuseCompressed(context)
  return readBodyText(context, limit)
}

/** A form as a browser sends it; line breaks are single characters again. */
export type FormBody = {
  /** By name; if a name occurs several times, its first value. */
  fields: Record<string, string>
  getAll(name: string): string[]
  /** All fields, in order. */
  pairs: readonly (readonly [name: string, value: string])[]
}

const decodeComponent = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).replaceAll('\r\n', '\n')
  } catch (error) {
    throw new Failure('malformed', 'The form is not valid UTF-8.', { cause: error })
  }
}

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

/** The version that a form was based on, from its field `version`; -1, which matches nothing, if it is missing. */
export const formVersion = ({ version = '' }: Record<string, string>): number =>
  /^\d{1,9}$/u.test(version) ? Number(version) : -1
